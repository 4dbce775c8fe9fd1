import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { end } from '../src/features/accounts/sessions-store.ts';
import { lockForDeletion, setSuspended } from '../src/features/accounts/users-store.ts';
import { noteTold } from '../src/features/alerts/store.ts';
import { lookTimes } from '../src/features/alerts/policy.ts';
import { lockSeen } from '../src/features/feed/nearby-store.ts';
import { pageQuery } from '../src/features/feed/query.ts';
import { noteHiding } from '../src/features/moderation/alarm-store.ts';
import { cancelRemovals, noteRemovals } from '../src/features/photos/store.ts';
import { remove } from '../src/features/protections/store.ts';
import type { Db } from '../src/database/db.ts';

const NOW = new Date('2035-04-16T12:00:00Z');

/**
 * Statements have names up to a number of different texts: if one had another text for each length of a list, it would
 * use up the names of all others, which are then planned again at each use.
 */
test.each<[name: string, run: (db: Db, ids: string[]) => Promise<unknown>]>([
  ['sessions that end', (db, ids) => end(db, ids, {}, NOW)],
  ['accounts locked with one to delete', (db, ids) => lockForDeletion(db, 'ada', ids)],
  ['accounts to suspend', (db, ids) => setSuspended(db, ids, null, NOW)],
  ['people told by an alert', (db, ids) => noteTold(db, ids, lookTimes(NOW))],
  ['people seen', (db, ids) => lockSeen(db, ids, NOW)],
  ['reports that hid a person', (db, ids) => noteHiding(db, ids, NOW)],
  ['files to remove', (db, ids) => noteRemovals(db, ids, NOW)],
  ['files not to remove', (db, ids) => cancelRemovals(db, ids)],
  ['protections written', (db, ids) => remove(db, ids)],
])('a statement has one text, however long its list is: %s', async (_, run) => {
  const texts = new Set<string>();
  const client = {
    query: async (text: string) => {
      texts.add(text);
      return { command: 'UPDATE', rowCount: 0, rows: [] };
    },
    release: () => {},
  };
  const pool = { connect: async () => client, end: async () => {} } as unknown as pg.Pool;
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await run(db, ['1']);
  const once = [...texts];
  for (const ids of [
    ['1', '2'],
    ['1', '2', '3'],
  ])
    await run(db, ids);
  expect([...texts]).toEqual(once);
});

test('pages of the feed have at most 96 statements, since each takes memory on every connection', () => {
  const ada = '0196a1b2-0000-7000-8000-000000000001';
  const without = { viewerId: ada, from: '(0, 0, 1)', now: NOW, maxDistanceKm: 50, skip: 0, limit: 20 };
  const choices = [
    [{}, { gender: ['Other'] }, { gender: ['Other', 'He/Him'] }],
    [{}, { bornUntil: '2000-01-01' }],
    [{}, { bornAfter: '1980-01-01' }],
    [{}, { interestedIn: ['picnic'] }],
    [{}, { verified: true as const }],
    [{}, { hidden: [ada] }],
    [{}, { after: { pos: '(0, 0, 1)', userId: ada } }],
  ];
  const searches = choices.reduce<object[]>(
    (all, more) => all.flatMap((one) => more.map((choice) => ({ ...one, ...choice }))),
    [{}],
  );
  const queries = searches.map((search) => pageQuery({ ...without, ...search }));
  expect(queries).toHaveLength(192);
  expect(new Set(queries.map(({ name }) => name)).size).toBeLessThanOrEqual(96);
  expect(new Set(queries.map(({ text }) => text)).size).toBe(new Set(queries.map(({ name }) => name)).size);
});
