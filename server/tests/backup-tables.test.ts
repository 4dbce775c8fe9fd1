import { sharedApp } from '@herenow/testing/shared-app';
import { expect, test } from 'vitest';
import { listTables } from '../src/app/backup/database-tables.ts';

const app = sharedApp();

test('a backup holds nothing of conversations, presences, places, shared dates and selfies unless it is asked to', async () => {
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
      'movements',
      'presences',
      'shared_dates',
      'viewpoints',
    ]);
    // Wherever a place is, its column is named after it.
    const cells = (await listTables(client, false)).flatMap(({ name, columns }) =>
      columns
        .filter((column) => /(?:^|_)(?:cell|pos|area|region)s?(?:_|$)/.test(column))
        .map((column) => `${name}.${column}`),
    );
    expect(cells).toEqual([]);
  } finally {
    client.release();
  }
});
