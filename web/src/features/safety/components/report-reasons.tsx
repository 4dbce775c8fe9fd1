import { REPORT_REASONS, type ReportReason } from '@herenow/contract/constants';
import { useId, type Ref } from 'react';
import { RadioRow } from '../../../ui/radio-row.tsx';
import { words } from '../words.ts';

type Props = {
  chosen: ReportReason | undefined;
  onChoose: (reason: ReportReason) => void;
  ref?: Ref<HTMLFieldSetElement>;
};

/** The reasons for a report, of which one is chosen. */
export function Reasons({ chosen, onChoose, ref }: Props) {
  const group = useId();
  return (
    <fieldset ref={ref} className="flex flex-col">
      <legend className="sr-only">{words.report.reasons}</legend>
      {REPORT_REASONS.map((one) => (
        <RadioRow
          key={one}
          label={one}
          name={group}
          value={one}
          checked={chosen === one}
          onChange={() => onChoose(one)}
        />
      ))}
    </fieldset>
  );
}
