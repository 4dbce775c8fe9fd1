import { REPORT_WORDS_MAX, type ReportReason } from '@herenow/contract/constants';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { useDraft } from '../../../lib/form-drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { words } from '../words.ts';
import { Reasons } from './report-reasons.tsx';

/** The reason for which the form asks which photo. */
export const ABOUT_PHOTOS = 'Inappropriate photos' satisfies ReportReason;

/** The parts of every report, whoever makes it. */
interface Said {
  reason: ReportReason;
  words: string | undefined;
}

type Props<T> = {
  open: boolean;
  onClose: () => void;
  name: string;
  /** The key of the draft; it contains the reporter and the person, so that no other pair sees the draft. */
  draft: string;
  /** Says what is sent along with the words. */
  hint?: string | undefined;
  send: (said: Said) => Promise<T>;
  /** Called with the result of `send`, once the sheet has closed. */
  onSent?: (sent: T) => void;
  /** Returns a text for an error if it says more than that the report failed. */
  explain?: (error: Error, otherwise: string) => string;
  /** Asked if the reason is the person's photos. */
  photoChoice?: ReactNode;
  /** Asked after the words. */
  children?: ReactNode;
};

/** Asks for the reason of a report and the reporter's own words. Both outlive closing and reloading until they are sent. */
export function ReportSheet<T>(props: Props<T>) {
  const { open, onClose, name, hint, send, onSent, explain, photoChoice, children } = props;
  const draft = useDraft<{ own: string; reason?: ReportReason }>(props.draft, { own: '' });
  const { own, reason } = draft.fields;
  const [missing, setMissing] = useState(false);
  const reasons = useRef<HTMLFieldSetElement>(null);
  const close = () => {
    onClose();
    setMissing(false);
    if (!report.isPending) report.reset();
  };
  const { failed } = words.report;
  const problemOf = (error: Error) => explain?.(error, failed) ?? failed;
  const report = useMutation({
    mutationFn: send,
    onSuccess: (sent) => {
      draft.clear();
      close();
      showToast(words.report.done, { tone: 'good' });
      onSent?.(sent);
    },
    onError: (error) => open || showToast(problemOf(error), { tone: 'bad' }),
  });
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && close()}
      title={words.report.title}
      description={words.report.text(name)}
      footer={
        <>
          <InlineError>
            {missing ? words.report.missing : report.error && problemOf(report.error)}
          </InlineError>
          <Button
            block
            busy={report.isPending}
            busyText={words.report.sending}
            onClick={() => {
              if (reason) return report.mutate({ reason, words: own.trim() || undefined });
              setMissing(true);
              reasons.current?.querySelector('input')?.focus();
            }}
          >
            {words.report.send}
          </Button>
        </>
      }
    >
      <Reasons
        ref={reasons}
        chosen={reason}
        onChoose={(one) => {
          draft.change({ reason: one });
          setMissing(false);
        }}
      />
      {reason === ABOUT_PHOTOS && photoChoice}
      <TextArea
        className="mt-4"
        label={words.report.own}
        hint={hint}
        maxLength={REPORT_WORDS_MAX}
        value={own}
        onChange={({ target }) => draft.change({ own: target.value })}
      />
      {children}
    </Sheet>
  );
}
