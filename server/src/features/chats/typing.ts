import { TYPING_INTERVAL_MS } from '@herenow/contract/constants';
import type { QueueBody } from '@herenow/contract/queue';
import type { Clock } from '../../lib/clock.ts';

/** Maximum number of remembered typing events; beyond it, those older than the interval are dropped. */
const MAX_REMEMBERED = 10_000;

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
  const toldAt = new Map<string, number>();

  function forgetOld(now: number): void {
    if (toldAt.size < MAX_REMEMBERED) return;
    for (const [key, at] of toldAt) if (now - at >= TYPING_INTERVAL_MS) toldAt.delete(key);
  }

  return async (userId: string, chatId: string): Promise<void> => {
    const key = `${chatId} ${userId}`;
    const now = clock.now().getTime();
    if (now - (toldAt.get(key) ?? -Infinity) < TYPING_INTERVAL_MS) return;
    forgetOld(now);
    toldAt.set(key, now);
    const otherId = await otherOfLive(userId, chatId);
    publish([otherId], 'typing', { chatId, userId });
  };
}
