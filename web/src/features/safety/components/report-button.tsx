import { Flag } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { words } from '../words.ts';

type Props = { name: string; onClick: () => void };

/** The button in a list of people that opens the report form for one of them. */
export function ReportButton({ name, onClick }: Props) {
  return (
    <IconButton
      label={words.blocked.reportLabel(name)}
      icon={<Flag className="size-5" />}
      onClick={onClick}
    />
  );
}
