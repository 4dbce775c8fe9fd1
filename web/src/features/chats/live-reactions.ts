import type { Message } from '@herenow/contract/entities';
import type { QueueBody } from '@herenow/contract/queue';
import { withReactions } from './live.ts';

/**
 * Returns the messages after a reaction event. Only an open chat needs it, so it is separate from the code that every
 * page loads.
 */
export function afterReaction(
  messages: Message[],
  { id, chatId: _chat, ...change }: QueueBody<'reactions'>,
): Message[] {
  return messages.map((message) =>
    message.id === id && !message.deleted
      ? withReactions(message, [...(message.reactions ?? []), change])
      : message,
  );
}
