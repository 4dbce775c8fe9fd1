import { Flag } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { words } from '../words.ts';
import { ReportDialog } from './report-dialog.tsx';
import type { ReportProps } from './report-form.tsx';

type Props = Pick<ReportProps, 'userId' | 'name' | 'gone'>;

/** Opens the report of a person in a list of people. */
export function ReportButton({ name, ...about }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={words.blocked.reportLabel(name)}
        icon={<Flag className="size-5" />}
        onClick={() => setOpen(true)}
      />
      <ReportDialog open={open} onOpenChange={setOpen} name={name} leaveTo="/blocked-users" {...about} />
    </>
  );
}
