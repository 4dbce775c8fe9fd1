import type { Message } from '@herenow/contract/entities';
import { useQueryClient } from '@tanstack/react-query';
import { useMe } from '../../../lib/session.ts';
import { words } from '../parts-words.ts';
import { setReaction, useReactions } from '../reactions.ts';

/** The reactions under a message. A tap removes the user's own, or adds the same as the other's. */
export function MessageReactions({ message, name }: { message: Message; name: string }) {
  const client = useQueryClient();
  const me = useMe().id;
  const reactions = useReactions(message, me);
  if (reactions.length === 0 || message.deleted) return null;
  return (
    <div className="message-reactions">
      {reactions.map(({ userId, reaction }) => (
        <button
          key={userId}
          type="button"
          aria-pressed={userId === me}
          aria-label={userId === me ? words.takeBack(reaction) : words.theirs(name, reaction)}
          onClick={() => setReaction(client, message, userId === me ? null : reaction)}
        >
          {reaction}
        </button>
      ))}
    </div>
  );
}
