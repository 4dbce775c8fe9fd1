import type pg from 'pg';
import { createLog } from '../../lib/log.ts';
import { expect, test } from 'vitest';
import { createAllowances, type StoredHandout } from './allowances.ts';

const now = new Date('2035-04-12T12:00:00Z');
const ofOne: StoredHandout = {
  id: 7,
  daySince: now.toISOString(),
  home: '891f1d48a2bffff',
  handedAt: now.toISOString(),
  near: [1],
  far: [],
};

/** Milliseconds after which a handout that was read is not read again. */
const SETTLED = 10_000;

test('the allowances of the 2,000 accounts that asked last are held', () => {
  let moment = 0;
  const allowances = createAllowances({ pool: {} as pg.Pool, log: createLog('silent'), now: () => moment });
  const ask = (viewer: string) => allowances.known(viewer, [ofOne], { people: [], from: ofOne.home, now });
  for (const viewer of ['first', 'second']) ask(viewer);
  for (let other = 0; other < 1998; other += 1) ask(`other ${other}`);
  ask('first');
  ask('one more');
  moment = SETTLED;
  expect(['first', 'second', 'one more'].map(allowances.versionOf)).toEqual([7, 0, 7]);
});

test('an account that waits for the database is not evicted by another', () => {
  let moment = 0;
  const allowances = createAllowances({ pool: {} as pg.Pool, log: createLog('silent'), now: () => moment });
  const seen = { user_id: '00000000-0000-7000-8000-000000000001', cell: ofOne.home };
  const known = (viewer: string, news: StoredHandout[]) =>
    allowances.known(viewer, news, { people: [seen], from: ofOne.home, now });
  known('first', [ofOne]);
  for (let other = 0; other < 1999; other += 1) known(`other ${other}`, [ofOne]);
  moment = SETTLED;
  // The query reads what is newer than this version.
  expect(allowances.versionOf('first')).toBe(7);
  known('one more', [ofOne]);
  expect(known('first', [{ ...ofOne, id: 8, near: [2] }])).toEqual([seen]);
});

test('a handout that another node commits after a later one is read, too', () => {
  let moment = 0;
  const allowances = createAllowances({ pool: {} as pg.Pool, log: createLog('silent'), now: () => moment });
  const seen = { user_id: '00000000-0000-7000-8000-000000000001', cell: ofOne.home };
  const known = (news: StoredHandout[]) =>
    allowances.known('ada', news, { people: [seen], from: ofOne.home, now });
  expect(known([{ ...ofOne, id: 8, near: [2] }])).toEqual([]);
  moment = SETTLED - 1;
  expect(allowances.versionOf('ada')).toBeLessThan(ofOne.id);
  expect(known([ofOne, { ...ofOne, id: 8, near: [2] }])).toEqual([seen]);
  moment = SETTLED;
  expect(allowances.versionOf('ada')).toBe(8);
  // Without a later one, none is read again.
  known([]);
  moment = 2 * SETTLED;
  expect(allowances.versionOf('ada')).toBe(8);
});
