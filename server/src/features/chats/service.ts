import type { Chat } from '@herenow/contract/entities';
import type { QueueBody } from '@herenow/contract/queue';
import type pg from 'pg';
import type { Outbox } from '../../database/outbox.ts';
import type { Db } from '../../database/db.ts';
import type { Work } from '../../database/work.ts';
import type { Clock } from '../../lib/clock.ts';
import type { PhotosService } from '../photos/index.ts';
import { createChatLifecycle } from './lifecycle.ts';
import { listChats } from './list-store.ts';
import { createMessages } from './messages.ts';
import { goneBefore } from './policy.ts';
import { createTyping } from './typing.ts';
import { chatView } from './views.ts';

export type ChatsService = ReturnType<typeof createChats>;

export function createChats(options: {
  db: Db;
  pool: pg.Pool;
  work: Work;
  outbox: Outbox;
  clock: Clock;
  firstPhotos: PhotosService['firstPhotos'];
  /** Publishes an event on the bus without storing it in the outbox. */
  publish(userIds: readonly string[], queue: 'typing', body: QueueBody<'typing'>): void;
  retentionMs: number;
}) {
  const { db, clock, firstPhotos, publish, retentionMs } = options;
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
      const photoOf = await firstPhotos(db, [userId, ...rows.map((row) => row.otherId)]);
      return rows.map((row) => chatView(row, photoOf, now));
    },
  };
}
