import { Flag } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { words } from '../words.ts';
import { openReport } from '../report-store.ts';
import type { ReportProps } from './report-form.tsx';

type Props = Pick<ReportProps, 'userId' | 'name' | 'gone'>;

/** The button in a list of people that opens the report form for one of them. */
export function ReportButton({ name, ...about }: Props) {
  return (
    <IconButton
      label={words.blocked.reportLabel(name)}
      icon={<Flag className="size-5" />}
      onClick={() => openReport({ name, leaveTo: '/blocked-users', ...about })}
    />
  );
}
