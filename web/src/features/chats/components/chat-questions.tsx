import { endedHere } from '../../../lib/ended-here.ts';
import { navigate, Navigate } from '../../../lib/navigation.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { useBlock } from '../../safety/index.ts';
import { blockWords } from '../block-words.ts';
import { words } from '../words.ts';

interface Props {
  asking: 'block' | 'date' | 'nothing';
  onClose: () => void;
  id: string;
  name: string;
}

/** The confirmation of a block from a chat, and the way to the page that shares a date. */
export default function ChatQuestions({ asking, onClose, id, name }: Props) {
  const block = useBlock();
  if (asking === 'date') return <Navigate to="/share-date" state={{ who: name }} />;
  return (
    <ConfirmDialog
      open={asking === 'block'}
      onOpenChange={onClose}
      title={blockWords.title(name)}
      description={blockWords.text}
      confirmText={words.block}
      danger
      busy={block.isPending}
      error={block.isError ? blockWords.failed : undefined}
      onConfirm={() => {
        const { pathname } = location;
        endedHere.add(pathname);
        // The event that the chat is gone may unmount this before the response arrives, or the user may be on another
        // page.
        void block.mutateAsync(id).then(
          () => location.pathname === pathname && navigate('/chats', { replace: true }),
          () => endedHere.delete(pathname),
        );
      }}
    />
  );
}
