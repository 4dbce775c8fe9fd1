import type { QueueBody } from '@herenow/contract/queue';
import type { QueryClient } from '@tanstack/react-query';
import { withReactions } from './live.ts';
import { updateHistory } from './queries.ts';

/** Follows the news of a reaction in what is loaded. */
export function followReaction(client: QueryClient, { id, chatId, ...change }: QueueBody<'reactions'>): void {
  updateHistory(client, chatId, (history) => ({
    ...history,
    messages: history.messages.map((message) =>
      message.id === id && !message.deleted
        ? withReactions(message, [...(message.reactions ?? []), change])
        : message,
    ),
  }));
}
