import { MAX_VISIBILITY_MS } from '@herenow/contract/constants';
import type { Message } from '@herenow/contract/entities';
import type { Jobs } from '../../database/jobs.ts';
import { OPEN_TAB_SECONDS, type PushJob } from './jobs.ts';
import type { Wake } from '../../database/outbox.ts';
import { plus, type Clock } from '../../lib/clock.ts';
import type { PhotosService } from '../photos/index.ts';
import { listWakings } from './store.ts';

/** Gives an open tab time to show a message, so that no device rings for what is already being read. */
const MESSAGE_DELAY_SECONDS = 1;

/**
 * Wakes the devices of the recipients of messages, in the transaction that takes the messages out of the outbox.
 * Recipients with a tab open at this node get time to read there first; for the others, open tabs at all nodes are
 * looked up when the push is due.
 */
export function createMessagePushes(options: {
  jobs: Jobs;
  clock: Clock;
  firstPhotos: PhotosService['firstPhotos'];
  /** Returns the sessions of a user that have a tab open at this node. */
  connectedHere(userId: string): readonly string[];
}): Wake {
  const { jobs, clock, firstPhotos, connectedHere } = options;
  return async (trx, events) => {
    const sent = events.map(({ body }) => JSON.parse(body) as Message);
    const messages = new Map(sent.map((one) => [one.id, one]));
    const now = clock.now();
    const senders = new Set(sent.map(({ senderId }) => senderId));
    const [wakings, photoOf] = await Promise.all([
      listWakings(trx, sent, now),
      firstPhotos(trx, [...senders]),
    ]);
    const latest = plus(now, MAX_VISIBILITY_MS);
    const data = wakings.map(({ messageId, ends }): PushJob => {
      const { senderId, recipientId, senderUsername, chatId } = messages.get(messageId)!;
      const senderPhotoUrl = photoOf(senderId, recipientId);
      const content = `New message from ${senderUsername}`;
      return {
        userId: recipientId,
        senderId,
        kind: 'message',
        messageId,
        expiresAt: (ends ?? latest).toISOString(),
        payload: { type: 'MESSAGE', content, chatId, senderPhotoUrl, senderUsername },
      };
    });
    const { reading = [], away = [] } = Object.groupBy(data, ({ userId }) =>
      connectedHere(userId).length > 0 ? 'reading' : 'away',
    );
    const waited = reading.map((job) => ({ ...job, waited: true }));
    await jobs.enqueueAll(trx, 'wake', waited, { startAfterSeconds: OPEN_TAB_SECONDS });
    await jobs.enqueueAll(trx, 'wake', away, { startAfterSeconds: MESSAGE_DELAY_SECONDS });
  };
}
