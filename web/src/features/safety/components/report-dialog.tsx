import { REPORT_REASONS, type ReportReason } from '@herenow/contract/constants';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { InlineError } from '../../../ui/inline-error.tsx';
import { RadioRow } from '../../../ui/radio-row.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useReport } from '../queries.ts';
import { words } from '../words.ts';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  userId: string;
  name: string;
};

/** Asks for the reason of a report and sends it. */
export function ReportDialog({ open, onOpenChange, userId, name }: Props) {
  const group = useId();
  const [reason, setReason] = useState<ReportReason>();
  const [problem, setProblem] = useState<string>();
  const report = useReport();

  const close = () => {
    onOpenChange(false);
    setReason(undefined);
    setProblem(undefined);
  };
  const send = () => {
    if (!reason) {
      setProblem(words.report.missing);
      return;
    }
    setProblem(undefined);
    report.mutate(
      { userId, reason },
      {
        onSuccess: () => {
          close();
          showToast(words.report.done, { tone: 'good' });
        },
        onError: () => setProblem(words.report.failed),
      },
    );
  };
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title={words.report.title}
      description={words.report.text(name)}
      footer={
        <>
          <InlineError>{problem}</InlineError>
          <Button block busy={report.isPending} busyText={words.report.sending} onClick={send}>
            {words.report.send}
          </Button>
        </>
      }
    >
      <fieldset className="flex flex-col">
        <legend className="sr-only">{words.report.reasons}</legend>
        {REPORT_REASONS.map((one) => (
          <RadioRow
            key={one}
            label={one}
            name={group}
            value={one}
            checked={reason === one}
            onChange={() => {
              setReason(one);
              setProblem(undefined);
            }}
          />
        ))}
      </fieldset>
    </Sheet>
  );
}
