import type { Message } from '@herenow/contract/entities';
import type { Notification, QueueBody, QueueName } from '@herenow/contract/queue';
import type { BusEvent, Renew } from '../database/outbox.ts';
import type { ChatsService } from '../features/chats/index.ts';
import type { PinsService } from '../features/pins/index.ts';
import { listPresences, ownPresence } from '../features/presence/index.ts';
import type { Clock } from '../lib/clock.ts';

/** The status that a pin must still have for its news to be true; a withdrawal stays true. */
const STILL: Partial<Record<Notification['type'], string>> = {
  PIN_REQUEST: 'pending',
  PIN_ACCEPT: 'accepted',
  PIN_REJECT: 'rejected',
};

/**
 * Brings events that are published late, after a crash or without the bus, up to date. Otherwise clients would take an
 * older state for the newest, and hear of people who were deleted, blocked or hidden meanwhile.
 */
export function createLateEvents(options: { chats: ChatsService; pins: PinsService; clock: Clock }): Renew {
  const { chats, pins, clock } = options;
  return async (db, event) => {
    const { userIds, queue } = event;
    switch (queue as QueueName) {
      case 'own-presence': {
        const presences = await listPresences(db, userIds, clock.now());
        return userIds.map((id) => told([id], 'own-presence', ownPresence(presences.get(id))));
      }
      case 'presence': {
        const { userId } = JSON.parse(event.body) as QueueBody<'presence'>;
        const news = await chats.lifecycle.presenceNow(db, userId, userIds);
        return news.map((one) => told(one.userIds, 'presence', one.body));
      }
      case 'profiles': {
        const { userId } = JSON.parse(event.body) as QueueBody<'profiles'>;
        const still = await chats.lifecycle.mayHearOf(db, userId, userIds);
        return still.length > 0 ? [{ ...event, userIds: still }] : [];
      }
      case 'messages':
      case 'messages-edit':
      case 'messages-delete': {
        const message = await chats.messages.reread(db, JSON.parse(event.body) as Message);
        return message ? [{ ...event, body: JSON.stringify(message) }] : [];
      }
      case 'status': {
        const seen = JSON.parse(event.body) as QueueBody<'status'>;
        return (await chats.messages.isThere(db, seen)) ? [event] : [];
      }
      case 'reactions': {
        const change = JSON.parse(event.body) as QueueBody<'reactions'>;
        const reaction = await chats.messages.rereadReaction(db, change);
        return reaction ? [{ ...event, body: JSON.stringify(reaction) }] : [];
      }
      case 'notifications':
      case 'pins': {
        const { type, chatId } = JSON.parse(event.body) as Notification;
        // A user who rejected a pin has no row of it on any device, whatever became of it.
        const still = queue === 'pins' && type === 'PIN_REJECT' ? undefined : STILL[type];
        return still === undefined || (await pins.statusOf(db, chatId)) === still ? [event] : [];
      }
      default:
        return [event];
    }
  };
}

const told = <Q extends QueueName>(userIds: string[], queue: Q, body: QueueBody<Q>): BusEvent => ({
  userIds,
  queue,
  body: JSON.stringify(body),
});
