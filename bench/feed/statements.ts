import { listFeed } from '@herenow/contract/feed';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { columnTypes } from '../../server/src/database/types.ts';
import type { Database } from '../../server/src/database/tables.ts';
import { createFeed } from '../../server/src/features/feed/index.ts';
import { systemClock } from '../../server/src/lib/clock.ts';
import type { Statement } from '../lib/pgbench.ts';
import { bodyOf, type FeedCase } from './cases.ts';
import type { Viewer } from './viewers.ts';

/** What the feed asks the database for these viewers, taken from the feed itself. */
export async function statementsOf(
  url: string,
  one: FeedCase,
  viewers: readonly Viewer[],
): Promise<Statement[][]> {
  const asked: Statement[] = [];
  class Recording extends pg.Client {
    override query(...args: [unknown, ...unknown[]]): never {
      const [config, values] = args;
      if (typeof config === 'string') asked.push({ text: config, values: (values ?? []) as unknown[] });
      else asked.push(config as Statement);
      return (super.query as (...all: unknown[]) => never)(...args);
    }
  }
  const pool = new pg.Pool({ connectionString: url, types: columnTypes, Client: Recording, max: 1 });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const feed = createFeed({ db, pool, clock: systemClock });
  try {
    const scripts: Statement[][] = [];
    for (const viewer of viewers) {
      asked.length = 0;
      await feed.list(viewer.id, listFeed.body.parse(bodyOf(one, viewer)));
      scripts.push(asked.map(({ text, values }) => ({ text, values })));
    }
    return scripts;
  } finally {
    await db.destroy();
  }
}
