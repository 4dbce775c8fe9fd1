import { endedHere } from '../../../lib/ended-here.ts';
import { goUp, Navigate, useLocation } from '../../../lib/navigation.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { words } from '../not-found-words.ts';
import { words as shared } from '../words.ts';

/** Says that a chat has ended, and leads back to all chats. */
export default function ChatNotFound() {
  const { pathname } = useLocation();
  if (endedHere.has(pathname)) return <Navigate to="/chats" replace />;
  return (
    <EmptyState
      heading="h1"
      page
      title={words.title}
      text={words.text}
      action={
        <Button block onClick={() => goUp('/chats')}>
          {shared.backToAll}
        </Button>
      }
    />
  );
}
