import type { Message } from '@herenow/contract/entities';
import { useQueryClient } from '@tanstack/react-query';
import { useMe } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { words } from '../parts-words.ts';
import { useChats } from '../queries.ts';
import { setReaction, useReactions } from '../reactions.ts';
import { isLive } from './other-presence.tsx';

type Props = { message: Message; name: string };

/** The reactions under a message. While the chat is live, a tap removes the user's own, or adds the same as the other's. */
export function MessageReactions({ message, name }: Props) {
  const reactions = useReactions(message, useMe().id);
  if (reactions.length === 0 || message.deleted) return null;
  return <Reactions message={message} name={name} reactions={reactions} />;
}

type ReactionsProps = Props & { reactions: ReturnType<typeof useReactions> };

/** Apart, so that a message without any does not follow its chat. */
function Reactions({ message, name, reactions }: ReactionsProps) {
  const client = useQueryClient();
  const me = useMe();
  const now = useNow(10_000);
  const live = useChats().data?.some((chat) => chat.id === message.chatId && isLive(chat, me, now));
  return (
    <div className="message-reactions">
      {reactions.map(({ userId, reaction }) => (
        <button
          key={userId}
          type="button"
          aria-pressed={userId === me.id}
          disabled={!live}
          aria-label={userId === me.id ? words.takeBack(reaction) : words.theirs(name, reaction)}
          onClick={() => setReaction(client, message, userId === me.id ? null : reaction)}
        >
          {reaction}
        </button>
      ))}
    </div>
  );
}
