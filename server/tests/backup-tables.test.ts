import { sharedApp } from '@herenow/testing/shared-app';
import { expect, test } from 'vitest';
import { listTables } from '../src/app/backup/database-tables.ts';

const app = sharedApp();

test('a backup holds nothing of conversations, presences, shared dates and selfies unless it is asked to', async () => {
  const client = await app.pool.connect();
  const named = async (chats: boolean) => (await listTables(client, chats)).map(({ name }) => name);
  try {
    const always = await named(false);
    expect((await named(true)).filter((name) => !always.includes(name)).toSorted()).toEqual([
      'chats',
      'face_checks',
      'message_reactions',
      'message_versions',
      'messages',
      'presences',
      'shared_dates',
    ]);
  } finally {
    client.release();
  }
});
