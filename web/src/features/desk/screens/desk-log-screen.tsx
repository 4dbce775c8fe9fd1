import { LOGGED_ACTIONS, type LoggedAction } from '@herenow/contract/constants';
import type { ModerationEntry } from '@herenow/contract/moderation';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { momentText } from '../components/case-evidence.tsx';
import { DeskFrame } from '../components/desk-frame.tsx';
import { Loaded, MoreButton } from '../components/desk-list.tsx';
import { useLog, useLogFile } from '../queries.ts';
import { words } from '../words.ts';

const options = [
  { value: 'all', label: words.anyAction },
  ...LOGGED_ACTIONS.map((value) => ({ value, label: words.act[value] })),
];

/** What operators have done, latest first. */
export default function DeskLogScreen() {
  const [action, setAction] = useState<LoggedAction>();
  const file = useLogFile();
  return (
    <DeskFrame>
      <main className="mx-auto w-full max-w-4xl p-5 pb-16">
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            className="max-w-full"
            label={words.action}
            options={options}
            value={action ?? 'all'}
            onChange={({ target }) =>
              setAction(target.value === 'all' ? undefined : (target.value as LoggedAction))
            }
          />
          <Button
            variant="ghost"
            busy={file.isPending}
            busyText={words.exporting}
            onClick={() => file.mutate()}
          >
            {words.export}
          </Button>
        </div>
        <InlineError>{file.isError && words.failed}</InlineError>
        <Entries action={action} />
      </main>
    </DeskFrame>
  );
}

function Entries({ action }: { action: LoggedAction | undefined }) {
  const log = useLog(action);
  return (
    <Loaded query={log}>
      {({ pages }) => (
        <>
          <List entries={pages.flat()} />
          <MoreButton {...log} />
        </>
      )}
    </Loaded>
  );
}

function List({ entries }: { entries: readonly ModerationEntry[] }) {
  return (
    <>
      {entries.length === 0 && <p className="mt-6 text-soft">{words.noEntries}</p>}
      <ul className="mt-6 divide-y divide-line">
        {entries.map(({ id, userId, days, reasons, why, note, created, ...entry }) => (
          <li key={id} className="py-3">
            <p>
              <strong>{words.act[entry.action]}</strong>
              {entry.action === 'suspend' && ` · ${words.days[(days ?? 'ever') as keyof typeof words.days]}`}
              <span className="text-small text-soft"> · {momentText(created)}</span>
            </p>
            <p className="text-small text-soft">{[...reasons, why, note].filter(Boolean).join(' · ')}</p>
            {userId && (
              <Link to={`/desk/case/${userId}`} className="text-small font-semibold underline">
                {words.openCase}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
