/** Every call while the database connection is lost in the middle of it, at each of its statements. */
import { CALLS } from '@herenow/contract/calls';
import { uploadPhotos } from '@herenow/contract/photos';
import * as refusals from '@herenow/contract/refusals';
import { HARD } from '@herenow/testing/effort';
import { api, type ApiAnswer } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { watchUnhandled } from '@herenow/testing/unhandled';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PACE } from '../src/app/sweep-pace.ts';
import { castPeople, TOKEN_SECRET } from './authorisation-cast.ts';
import { DESK_ROWS } from './authorisation-desk-rows.ts';
import { FACE_ROWS } from './authorisation-face-rows.ts';
import { OTHER_ROWS } from './authorisation-other-rows.ts';
import { OWN_ROWS } from './authorisation-own-rows.ts';
import type { Row } from './authorisation-row.ts';

/** All rows take a minute; `npm test` runs one of eight. */
const ONE_OF = HARD ? 1 : 8;
const ROWS: readonly Row[] = [...OWN_ROWS, ...OTHER_ROWS, ...DESK_ROWS, ...FACE_ROWS]
  .filter(({ call }) => call !== uploadPhotos)
  .filter((_, at) => at % ONE_OF === 0);
const MOST_STATEMENTS = 40;
/** Statements of the node's own background work. */
const OF_NO_CALL = /pgboss|nodes|pulse|published_events/;
/** Tables in which a test leaves rows that the next would find. */
const LEFT = ['shared_dates', 'appeals', 'sealed_cases', 'users'];
const HOUR_MS = 3_600_000;

const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
/** How many statements remain until the connection of one is destroyed while it runs. */
let left = Infinity;
function cutting(this: pg.Client & { connection?: pg.Connection }, ...given: unknown[]): unknown {
  const [config] = given as [string | { text: string }];
  const answer = query.apply(this, given);
  if (OF_NO_CALL.test(typeof config === 'string' ? config : config.text)) return answer;
  left -= 1;
  if (left === 0) this.connection!.stream.destroy();
  return answer;
}

/** How many calls were refused because the connection was lost. */
let told = 0;

let app: TestApp;
let unhandled: ReturnType<typeof watchUnhandled>;
beforeAll(async () => {
  unhandled = watchUnhandled();
  const quiet = Object.fromEntries(Object.keys(PACE).map((name) => [name, HOUR_MS]));
  app = await startApp({ tokenSecret: TOKEN_SECRET }, { pace: { ...PACE, ...quiet, retrySeconds: 0 } });
  Object.assign(pg.Client.prototype, { query: cutting });
});
afterAll(async () => {
  Object.assign(pg.Client.prototype, { query });
  await app[Symbol.asyncDispose]();
  unhandled[Symbol.dispose]();
});

/** Makes the call as its owner and destroys the connection of one of its statements; returns false if it has fewer. */
async function askCutAt(statement: number, { call, input, arrange }: Row): Promise<[boolean, ApiAnswer]> {
  for (const table of LEFT) await app.pool.query(`DELETE FROM ${table}`);
  const cast = await castPeople(app, 0);
  await arrange?.(app, cast);
  const { owner, visitor } = cast.actors;
  const { token } = call.auth === 'none' ? visitor : owner;
  const given = input(cast, owner, app);
  left = statement;
  const answer = await api(app, call, { ...given, ...(token === undefined ? {} : { token }) });
  const cut = left <= 0;
  left = Infinity;
  return [cut, answer];
}

test.each(
  ROWS.map((row) => ({ row, name: `${CALLS.find(({ call }) => call === row.call)!.name}: ${row.about}` })),
)('$name', async ({ row }) => {
  for (let statement = 1; statement < MOST_STATEMENTS; statement += 1) {
    const [cut, { status, text, headers }] = await askCutAt(statement, row);
    // Some calls are refused whatever the database returns, or wait until it is back.
    if (status >= 500) {
      told += 1;
      expect({ status, text }).toEqual({ status: refusals.away.status, text: refusals.away.text });
      expect(headers.get('retry-after')).toBe('2');
    }
    if (!cut) break;
    expect(statement + 1, 'the call ends').toBeLessThan(MOST_STATEMENTS);
  }
  expect(app.logLines.filter((line) => line.includes('request failed'))).toEqual([]);
  expect(unhandled.errors).toEqual([]);
});

test('most of these calls have lost their connection', () => {
  expect(told).toBeGreaterThan(3 * ROWS.length);
});
