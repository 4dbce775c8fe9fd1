import type { Message } from '@herenow/contract/entities';
import { useQueryClient } from '@tanstack/react-query';
import { useMe } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { words } from '../parts-words.ts';
import { useChats } from '../queries.ts';
import { setReaction, useReactions } from '../reactions.ts';
import { isLive } from './other-presence.tsx';

/** The reactions under a message. While the chat is live, a tap removes the user's own, or adds the same as the other's. */
export function MessageReactions({ message, name }: { message: Message; name: string }) {
  const client = useQueryClient();
  const user = useMe();
  const me = user.id;
  const reactions = useReactions(message, me);
  const now = useNow(10_000);
  const chat = useChats().data?.find(({ id }) => id === message.chatId);
  if (reactions.length === 0 || message.deleted) return null;
  return (
    <div className="message-reactions">
      {reactions.map(({ userId, reaction }) => (
        <button
          key={userId}
          type="button"
          aria-pressed={userId === me}
          disabled={!chat || !isLive(chat, user, now)}
          aria-label={userId === me ? words.takeBack(reaction) : words.theirs(name, reaction)}
          onClick={() => setReaction(client, message, userId === me ? null : reaction)}
        >
          {reaction}
        </button>
      ))}
    </div>
  );
}
