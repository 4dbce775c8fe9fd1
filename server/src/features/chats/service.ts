import type { Chat } from '@herenow/contract/entities';
import type { QueueBody } from '@herenow/contract/queue';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Outbox } from '../../database/outbox.ts';
import type { Database } from '../../database/tables.ts';
import type { Work } from '../../database/work.ts';
import type { Clock } from '../../lib/clock.ts';
import { createChatLifecycle } from './lifecycle.ts';
import { listChats } from './list-store.ts';
import { createMessages } from './messages.ts';
import { goneBefore } from './policy.ts';
import { createTyping } from './typing.ts';
import type { GetPhotos, GetPresence } from './types.ts';
import { chatView } from './views.ts';

export type ChatsService = ReturnType<typeof createChats>;

export function createChats(options: {
  db: Kysely<Database>;
  pool: pg.Pool;
  work: Work;
  outbox: Outbox;
  clock: Clock;
  getPhotos: GetPhotos;
  getPresence: GetPresence;
  /** Publishes an event on the bus without storing it in the outbox. */
  publish(userIds: readonly string[], queue: 'typing', body: QueueBody<'typing'>): void;
  retentionMs: number;
}) {
  const { db, clock, getPhotos, publish, retentionMs } = options;
  const messages = createMessages(options);

  return {
    messages,
    lifecycle: createChatLifecycle(options),
    typing: createTyping({ clock, otherOfLive: messages.otherOfLive, publish }),

    /** Returns the user’s chats, latest activity first. */
    async list(userId: string): Promise<Chat[]> {
      const now = clock.now();
      const rows = await listChats(db, userId, now, goneBefore(now, retentionMs));
      if (rows.length === 0) return [];
      const photos = await getPhotos(db, userId, [userId, ...rows.map((row) => row.otherId)]);
      const urls = new Map([...photos].map(([id, [first]]) => [id, first?.url ?? null]));
      return rows.map((row) => chatView(row, urls, now));
    },
  };
}
