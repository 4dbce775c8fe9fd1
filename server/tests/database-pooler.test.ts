import { transactionPooler } from '@herenow/testing/transaction-pooler';
import { createTestDatabase } from '@herenow/testing/test-database';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/database/connect.ts';
import { createLog } from '../src/lib/log.ts';

test.each(['first', 'last'] as const)(
  'a pooler that hands out, for each transaction, the connection released %s is refused: statements would get mixed up',
  async (which) => {
    await using database = await createTestDatabase();
    const url = new URL(database.url);
    await using pooler = await transactionPooler(url.host, which);
    url.host = pooler.host;
    const opened = openDatabase({ databaseUrl: url.href, dataDir: '', log: createLog('silent') });
    await expect(opened.then((open) => open.close())).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(
        new RegExp(`^The database at ${pooler.host} is behind a pooler .*pool_mode = session`),
      ),
    });
  },
);
