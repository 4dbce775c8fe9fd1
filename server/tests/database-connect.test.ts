import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../src/database/connect.ts';
import { named } from '../src/database/named.ts';
import { versionProblem } from '../src/database/requirements.ts';
import { inTransaction } from '../src/database/transaction.ts';
import { createLog } from '../src/lib/log.ts';
import { asAdmin, createEmptyDatabase, createTestDatabase } from '@herenow/testing/test-database';

let stack: AsyncDisposableStack;
let logLines: string[];
beforeEach(() => {
  stack = new AsyncDisposableStack();
  logLines = [];
});
afterEach(() => stack.disposeAsync());

async function testDatabase() {
  return stack.use(await createTestDatabase()).url;
}

async function open(databaseUrl: string) {
  const log = createLog('info', { write: (line) => void logLines.push(line) });
  return stack.use(await openDatabase({ databaseUrl, dataDir: '', log, poolSize: 2 }));
}

/** Returns the address with parts of it changed. */
function changed(url: string, change: Partial<Pick<URL, 'username' | 'password' | 'pathname' | 'host'>>) {
  return Object.assign(new URL(url), change).href;
}

describe('returned values', () => {
  test('numbers, days and moments have the types the tables declare', async () => {
    const { pool } = await open(await testDatabase());
    const { rows } = await pool.query(
      `SELECT 9007199254740991::int8 AS big, ARRAY[1, NULL]::int8[] AS bigs, date '2001-02-03' AS day,
              ARRAY['2001-02-03', NULL]::date[] AS days, timestamptz '2026-01-02 03:04:05.678+02' AS moment,
              NULL::date AS no_day, 1.5::float8 AS float, '{"a":1}'::jsonb AS json, ARRAY['a']::text[] AS texts`,
    );
    expect(rows[0]).toEqual({
      big: 9_007_199_254_740_991,
      bigs: [1, null],
      day: '2001-02-03',
      days: ['2001-02-03', null],
      moment: new Date('2026-01-02T01:04:05.678Z'),
      no_day: null,
      float: 1.5,
      json: { a: 1 },
      texts: ['a'],
    });
  });

  test('a Kysely query goes through the same pool', async () => {
    const { db } = await open(await testDatabase());
    const { rows } = await sql`SELECT count(*) FROM users`.execute(db);
    expect(rows).toEqual([{ count: 0 }]);
  });
});

describe('named statements', () => {
  test('are prepared once on a connection and used again', async () => {
    const { pool } = await open(await testDatabase());
    const client = await pool.connect();
    stack.defer(() => client.release());
    const double = (n: number) => client.query(named('double', 'SELECT $1::int * 2 AS twice', [n]));
    expect((await double(2)).rows).toEqual([{ twice: 4 }]);
    expect((await double(21)).rows).toEqual([{ twice: 42 }]);
    const prepared = await client.query('SELECT name, statement FROM pg_prepared_statements');
    expect(prepared.rows).toEqual([{ name: 'double', statement: 'SELECT $1::int * 2 AS twice' }]);
  });

  test('are what Kysely runs', async () => {
    const { db } = await open(await testDatabase());
    await inTransaction(db, async (one) => {
      for (const name of ['ada', 'bela']) await sql`SELECT FROM users WHERE username = ${name}`.execute(one);
      await sql`SELECT ${1}::int, ${2}::int`.execute(one);
      const { rows } = await sql<{ uses: number }>`
        SELECT generic_plans + custom_plans AS uses FROM pg_prepared_statements ORDER BY prepare_time`.execute(
        one,
      );
      expect(rows).toEqual([{ uses: 2 }, { uses: 1 }]);
    });
  });

  test('stay unnamed beyond some hundred texts', async () => {
    const { db } = await open(await testDatabase());
    await inTransaction(db, async (one) => {
      for (let count = 1; count <= 300; count += 1)
        await sql`SELECT ${sql.raw(`${count}`)}::int + ${1}::int`.execute(one);
      const { rows } = await sql<{
        names: number;
      }>`SELECT count(*) AS names FROM pg_prepared_statements`.execute(one);
      expect(rows).toEqual([{ names: 250 }]);
    });
  });
});

describe('the pool', () => {
  test('outlives the loss of its connections and logs it without secrets', async () => {
    const url = await testDatabase();
    const { pool } = await open(url);
    const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const lost = once(pool, 'error');
    await asAdmin((admin) => admin.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]));
    await lost;
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(logLines.join()).toContain('database connection lost');
    expect(logLines.join()).not.toContain(new URL(url).password);
  });

  test('leaves no connection behind when it is closed', async () => {
    const url = await testDatabase();
    const database = await open(url);
    await Promise.all([database.pool.query('SELECT 1'), database.pool.query('SELECT 2')]);
    await database.close();
    const name = new URL(url).pathname.slice(1);
    const left = () =>
      asAdmin(async (admin) => {
        const { rows } = await admin.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [name]);
        return rows.length;
      });
    await expect.poll(left).toBe(0);
  });
});

describe('an unsuitable outside server gives a sentence', () => {
  test('nobody listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    await expect(open(`postgres://ada:secret@127.0.0.1:${port}/herenow`)).rejects.toThrow(
      `The database at 127.0.0.1:${port} cannot be reached (ECONNREFUSED). ` +
        'Start it, or correct DATABASE_URL; without DATABASE_URL the embedded one is used.',
    );
  });

  test('a name that does not resolve', async () => {
    await expect(open('postgres://ada:secret@nowhere.invalid/herenow')).rejects.toThrow(
      /^The database at nowhere\.invalid cannot be reached \((ENOTFOUND|EAI_AGAIN)\)/,
    );
  });

  test('a wrong password, which is not shown', async () => {
    const url = changed(await testDatabase(), { password: 'not-the-one' });
    const error = await open(url).catch((caught: Error) => caught);
    expect(error).toMatchObject({ name: 'StartError' });
    expect((error as Error).message).toBe(
      `The database server at ${new URL(url).host} does not let the user "postgres" in. Check DATABASE_URL.`,
    );
  });

  test('no such database', async () => {
    const url = changed(await testDatabase(), { pathname: '/nowhere' });
    await expect(open(url)).rejects.toThrow(
      `There is no database "nowhere" at ${new URL(url).host}. Create it, or correct DATABASE_URL.`,
    );
  });

  test('an address with a "%" that encodes nothing', async () => {
    await expect(open('postgres://ada:secret@nowhere.invalid/100%pure')).rejects.toThrow(
      /^The database at nowhere\.invalid cannot be reached/,
    );
  });

  test('a missing certificate', async () => {
    await expect(open('postgres://ada@nowhere.invalid/herenow?sslrootcert=/nowhere.pem')).rejects.toThrow(
      "A file that DATABASE_URL names cannot be read (ENOENT: no such file or directory, open '/nowhere.pem').",
    );
  });

  test('no password where one is required', async () => {
    const url = changed(await testDatabase(), { password: '' });
    await expect(open(url)).rejects.toThrow(
      `The database server at ${new URL(url).host} asks for a password. Put it into DATABASE_URL, behind "postgres:".`,
    );
  });

  test('a standby', async () => {
    const empty = stack.use(await createEmptyDatabase());
    const name = new URL(empty.url).pathname.slice(1);
    await asAdmin((admin) => admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`));
    await expect(open(empty.url)).rejects.toThrow(
      'The database server takes no changes: it is a standby, or default_transaction_read_only is on. ' +
        'Let DATABASE_URL lead to the primary.',
    );
  });

  test('an encoding that cannot hold every name', async () => {
    const name = `herenow_test_latin_${process.pid}`;
    await asAdmin((admin) =>
      admin.query(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`),
    );
    stack.defer(() => asAdmin(async (admin) => void (await admin.query(`DROP DATABASE ${name}`))));
    await expect(open(changed(process.env.TEST_DATABASE_URL!, { pathname: name }))).rejects.toThrow(
      `The database ${name} has the encoding LATIN1, which has no room for what people write. Make another with ` +
        `CREATE DATABASE ${name} ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0;`,
    );
  });

  describe('a user who', () => {
    const role = `guest_${process.pid}`;
    async function asGuest(url: string, ...grants: string[]): Promise<string> {
      const name = new URL(url).pathname.slice(1);
      await asAdmin((admin) => admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'guest'`));
      stack.defer(() => asAdmin(async (admin) => void (await admin.query(`DROP ROLE ${role}`))));
      const admin = new pg.Client(url);
      await admin.connect();
      for (const grant of grants) await admin.query(`${grant} TO ${role}`);
      stack.defer(async () => {
        await admin.query(`DROP OWNED BY ${role}`);
        await admin.end();
      });
      return changed(url, { username: role, password: 'guest', pathname: name });
    }

    test.each([
      ['may nothing', []],
      // Which the job queue needs for a schema of its own.
      ['may make tables but no schema', ['GRANT CREATE ON SCHEMA public']],
    ])('%s', async (_, grants) => {
      const empty = stack.use(await createEmptyDatabase());
      const name = new URL(empty.url).pathname.slice(1);
      await expect(open(await asGuest(empty.url, ...grants))).rejects.toThrow(
        `The database user ${role} may not make tables in the database ${name}. ` +
          `Let an administrator run ALTER DATABASE ${name} OWNER TO ${role}; once.`,
      );
    });

    test('does not own the existing tables', async () => {
      const url = await testDatabase();
      await expect(open(await asGuest(url))).rejects.toThrow(
        `The database user "${role}" may not use the database "${new URL(url).pathname.slice(1)}" at ` +
          `${new URL(url).host} (permission denied for table schema_migrations). ` +
          'It has to own the database and all that is in it.',
      );
    });
  });

  test('a user who owns the database needs no more than that', async () => {
    const empty = stack.use(await createEmptyDatabase());
    const role = `owner_${process.pid}`;
    const name = new URL(empty.url).pathname.slice(1);
    await asAdmin((admin) =>
      admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'owner'; ALTER DATABASE ${name} OWNER TO ${role}`),
    );
    stack.defer(async () => {
      await empty.drop();
      await asAdmin((admin) => admin.query(`DROP ROLE ${role}`));
    });
    const { db } = await open(changed(empty.url, { username: role, password: 'owner' }));
    expect((await sql`SELECT FROM users`.execute(db)).rows).toEqual([]);
  });

  test.each([
    [140_022, 'The database server is PostgreSQL 14; Herenow needs 15 or newer.'],
    [90_624, 'The database server is PostgreSQL 9; Herenow needs 15 or newer.'],
  ])('too old: %i', (version, sentence) => {
    expect(versionProblem(version)).toContain(sentence);
  });

  test.each([150_000, 180_004])('new enough: %i', (version) => {
    expect(versionProblem(version)).toBeUndefined();
  });
});
