/** The clock of the database is set far ahead by mistake, and back again. */
import { newId } from '../src/lib/ids.ts';
import { correctableClock } from '../src/lib/clock.ts';
import { people } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';
import { createTestDatabase } from '@herenow/testing/test-database';
import pg from 'pg';
import { expect, test } from 'vitest';

/** Rounds of the sweeps, of which each does what the others do. */
const ROUNDS = 5;
const QUICK = { clock: 50, presences: 50, chats: 50, accounts: 50 };

/** Returns a function that moves the clock of a database, as the server asks for it. */
async function movable(url: string): Promise<(by: string) => Promise<unknown>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const name = new URL(url).pathname.slice(1);
  await client.query(`
    CREATE TABLE leap AS SELECT interval '0' AS by;
    CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS 'SELECT pg_catalog.clock_timestamp() + by FROM public.leap';
    ALTER DATABASE ${name} SET search_path = public, pg_catalog`);
  await client.end();
  return async (by) => {
    const one = new pg.Client({ connectionString: url });
    await one.connect();
    await one.query('UPDATE leap SET by = $1::interval', [by]);
    await one.end();
  };
}

test.each([
  ['20 years', '1 minute'],
  // As with a wrong time zone, and a little less.
  ['59 minutes', '23 hours 30 minutes'],
])(
  'nothing is erased while the time may be %s wrong, and everything due once it is right',
  async (by, paused) => {
    await using database = await createTestDatabase();
    const setAhead = await movable(database.url);
    const clock = correctableClock();
    await using app = await startApp(
      { databaseUrl: database.url },
      { clock, machineClock: clock, pace: QUICK },
    );
    const [ada, bela] = await people(app, 'ada', 'bela');
    const [lowId, highId] = [ada.id, bela.id].toSorted();
    const chat = (paused: string) =>
      app.pool.query(
        `INSERT INTO chats (id, low_id, high_id, initiated_by, pin_status, created_at, answered_at, paused_at)
       VALUES ($1, $2, $3, $2, 'accepted', now(), now(), now() - $4::interval)`,
        [newId(), lowId, highId, paused],
      );
    const count = async (table: string) => (await app.pool.query(`SELECT FROM ${table}`)).rowCount;
    await chat(paused);
    const sessions = await count('sessions');
    expect(sessions).toBeGreaterThan(0);

    await setAhead(by);
    await expect.poll(() => app.logLines.join('\n')).toContain('the time has leapt ahead');
    for (let round = 0; round < ROUNDS; round += 1) {
      await app.pool.query(
        `INSERT INTO presences (user_id, status, online_until, started_at, pos, cell, date_of_birth, gender, tags)
       SELECT id, 'incognito', now() - interval '1 second', now(), '(1, 0, 0)', cell, date_of_birth, gender, '{}'
       FROM users WHERE id = $1`,
        [ada.id],
      );
      await expect.poll(() => count('presences')).toBe(0);
    }
    expect([await count('chats'), await count('sessions')]).toEqual([1, sessions]);

    await setAhead('0');
    await app.pool.query(`UPDATE chats SET paused_at = now() - interval '2 days'`);
    await expect.poll(() => count('chats')).toBe(0);
  },
);
