import type { DataExport } from '@herenow/contract/rights';
import { Download, Gavel, Images, LogIn, MessagesSquare, Trash2 } from 'lucide-react';
import { errorText } from '../../../lib/api.ts';
import { goUp } from '../../../lib/navigation.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { InlineError } from '../../../ui/inline-error.tsx';
import { listCardClass, ListRow } from '../../../ui/list-row.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Points } from '../../../ui/points.tsx';
import { SubPage } from '../../../ui/sub-page.tsx';
import { Section } from '../../../ui/section.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useDataExport, useDownload, useRequestExport } from '../queries.ts';
import { words } from '../words.ts';

export default function YourDataScreen() {
  return (
    <SubPage title={words.data.title} onBack={() => goUp('/settings')}>
      <Section title={words.data.copyTitle}>
        <p className="mt-2 mb-5 text-body text-soft">{words.data.copyText}</p>
        <Points
          points={[
            { icon: Images, title: words.data.copy.profile },
            { icon: MessagesSquare, title: words.data.copy.chats },
            { icon: LogIn, title: words.data.copy.signIns },
            { icon: Gavel, title: words.data.copy.decisions },
          ]}
        />
        <p className="mt-5 text-small text-soft">{words.data.copyNote}</p>
        <div className="mt-5">
          <Loaded query={useDataExport()} failed={words.data.failed} waiting={<ButtonWaits />}>
            {(copy) => <Copy copy={copy} />}
          </Loaded>
        </div>
      </Section>
      <Section title={words.data.endTitle} className="mt-12">
        <div className={cx('mt-3', listCardClass)}>
          <ListRow to="/delete-account" title={words.settings.deleteAccount} icon={Trash2} />
        </div>
      </Section>
    </SubPage>
  );
}

function ButtonWaits() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className="mt-3 h-13 rounded-field" />
    </div>
  );
}

/** The copy that can be downloaded, and the button to request one. */
function Copy({ copy }: { copy: DataExport | null }) {
  const request = useRequestExport();
  const fetching = useDownload();
  const problem = request.error ?? fetching.error;
  const making = copy?.state === 'making';
  return (
    <>
      <p aria-live="polite" className="mb-3 text-small text-soft">
        {making && words.data.making}
        {copy?.expires && words.data.until(new Date(copy.expires))}
      </p>
      <div className="flex flex-col gap-2.5">
        <InlineError>{problem && errorText(problem, words.data.failed)}</InlineError>
        {copy?.state === 'ready' && (
          <Button
            block
            icon={<Download aria-hidden className="size-5" />}
            busy={fetching.isPending}
            busyText={words.data.downloading}
            onClick={() => fetching.mutate()}
          >
            {words.data.download}
          </Button>
        )}
        <Button
          block
          variant={copy?.state === 'ready' ? 'ghost' : 'primary'}
          busy={making || request.isPending}
          busyText={words.data.makingShort}
          onClick={() => request.mutate()}
        >
          {copy ? words.data.makeAgain : words.data.make}
        </Button>
      </div>
    </>
  );
}
