import { TYPING_INTERVAL_MS } from '@herenow/contract/constants';
import type { QueueBody } from '@herenow/contract/queue';
import type { Clock } from '../../lib/clock.ts';
import { createLately } from '../../lib/lately.ts';

/**
 * Notifies the other user of a chat that the caller is typing, at most once per interval. The event skips the outbox:
 * losing one does no harm.
 */
export function createTyping(options: {
  clock: Clock;
  otherOfLive(userId: string, chatId: string): Promise<string>;
  publish(userIds: readonly string[], queue: 'typing', body: QueueBody<'typing'>): void;
}) {
  const { clock, otherOfLive, publish } = options;
  const told = createLately(clock, TYPING_INTERVAL_MS);

  return async (userId: string, chatId: string): Promise<void> => {
    const key = `${chatId} ${userId}`;
    if (told.has(key)) return;
    told.add(key);
    const otherId = await otherOfLive(userId, chatId);
    publish([otherId], 'typing', { chatId, userId });
  };
}
