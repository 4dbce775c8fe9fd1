import type { QueueBody } from '@herenow/contract/queue';
import type { QueryClient } from '@tanstack/react-query';
import { withReactions } from './live.ts';
import { updateMessages } from './queries.ts';

/** Applies a reaction event to the loaded messages. */
export function followReaction(client: QueryClient, { id, chatId, ...change }: QueueBody<'reactions'>): void {
  updateMessages(client, chatId, (messages) =>
    messages.map((message) =>
      message.id === id && !message.deleted
        ? withReactions(message, [...(message.reactions ?? []), change])
        : message,
    ),
  );
}
