import { REPORT_WORDS_MAX, type ReportReason } from '@herenow/contract/constants';
import type { FormerChat } from '@herenow/contract/former-chats';
import { listFormerChatsSuspended, reportSuspended } from '@herenow/contract/suspended-reports';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { api, errorText } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { listCardClass, ListRow } from '../../../ui/list-row.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { words as appealWords } from '../appeal-words.ts';
import { words } from '../words.ts';
import { Reasons } from './report-reasons.tsx';

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

/**
 * Lets somebody suspended report the people of their pins and chats.
 * @param pass Comes with the link of a refused sign-in; without one, that is what to do.
 */
export function SuspendedReports({ pass }: { pass: string | undefined }) {
  return (
    <section aria-labelledby="suspended-reports" className="mt-10">
      <h2 id="suspended-reports" className="text-title">
        {appealWords.report.title}
      </h2>
      {pass === undefined ? (
        <p className="mt-1 text-small text-soft">{appealWords.report.signIn}</p>
      ) : (
        <People pass={pass} />
      )}
    </section>
  );
}

function People({ pass }: { pass: string }) {
  const [about, setAbout] = useState<FormerChat>();
  const former = useQuery({
    queryKey: ['former-chats', pass],
    queryFn: ({ signal }) => api(listFormerChatsSuspended, { body: { pass }, signal }),
    retry: false,
  });
  return (
    <Loaded query={former} failed={appealWords.report.signIn}>
      {(people) => (
        <>
          <p className="mt-1 mb-3 text-small text-soft">
            {people.length === 0 ? appealWords.report.nobody : appealWords.report.text}
          </p>
          {people.length > 0 && (
            <ul className={listCardClass}>
              {people.map((one) => (
                <li key={one.id}>
                  <ListRow
                    title={one.name}
                    text={words.former.ended(DAY.format(new Date(one.ended)))}
                    action={
                      <IconButton
                        label={words.blocked.reportLabel(one.name)}
                        icon={<Flag className="size-5" />}
                        onClick={() => setAbout(one)}
                      />
                    }
                  />
                </li>
              ))}
            </ul>
          )}
          {about && <Form pass={pass} about={about} onClose={() => setAbout(undefined)} />}
        </>
      )}
    </Loaded>
  );
}

type FormProps = { pass: string; about: FormerChat; onClose: () => void };

function Form({ pass, about: { id, name }, onClose }: FormProps) {
  const [reason, setReason] = useState<ReportReason>();
  const [own, setOwn] = useState('');
  const [missing, setMissing] = useState(false);
  const report = useMutation({
    mutationFn: (chosen: ReportReason) =>
      api(reportSuspended, {
        body: { pass, reportedUserId: id, reason: chosen, words: own.trim() || undefined },
      }),
    onSuccess: () => {
      showToast(words.report.done, { tone: 'good' });
      onClose();
    },
  });
  const send = () => (reason ? report.mutate(reason) : setMissing(true));
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={words.report.title}
      description={words.report.text(name)}
      footer={
        <>
          <InlineError>
            {missing ? words.report.missing : report.error && errorText(report.error, words.report.failed)}
          </InlineError>
          <Button block busy={report.isPending} busyText={words.report.sending} onClick={send}>
            {words.report.send}
          </Button>
        </>
      }
    >
      <Reasons
        chosen={reason}
        onChoose={(one) => {
          setReason(one);
          setMissing(false);
        }}
      />
      <TextArea
        className="mt-4"
        label={words.report.own}
        maxLength={REPORT_WORDS_MAX}
        value={own}
        onChange={({ target: { value } }) => setOwn(value)}
      />
    </Sheet>
  );
}
