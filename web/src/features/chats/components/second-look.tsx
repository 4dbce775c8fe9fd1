import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { worryOf, type Worry } from '../worries.ts';

export { worryOf };

const words = {
  title: 'Are you sure?',
  text: {
    threat: 'This may be read as a threat. Nobody is told, and you can send it as it is.',
    slur: 'This may hurt. Nobody is told, and you can send it as it is.',
    money:
      'This reads as if it were about money. People who ask for it here mean no good; sending some is never a good idea. Nobody is told, and you can send it as it is.',
  } satisfies Record<Worry, string>,
  send: 'Send Anyway',
  edit: 'Edit',
} as const;

type Props = { worry: Worry; onSend: () => void; onEdit: () => void };

/** Asks for confirmation before a message is sent that its writer may regret. */
export function SecondLook({ worry, onSend, onEdit }: Props) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onEdit}
      title={words.title}
      description={words.text[worry]}
      confirmText={words.send}
      cancelText={words.edit}
      onConfirm={onSend}
    />
  );
}
