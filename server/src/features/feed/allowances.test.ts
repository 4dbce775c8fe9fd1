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

test('the allowances of 2,000 accounts are held, of those that asked last', () => {
  const allowances = createAllowances({ pool: {} as pg.Pool, log: createLog('silent') });
  const ask = (viewer: string) => allowances.known(viewer, [ofOne], { people: [], from: ofOne.home, now });
  for (const viewer of ['first', 'second']) ask(viewer);
  for (let other = 0; other < 1998; other += 1) ask(`other ${other}`);
  ask('first');
  expect(['first', 'second'].map(allowances.versionOf)).toEqual([7, 7]);
  ask('one more');
  expect(['first', 'second', 'one more'].map(allowances.versionOf)).toEqual([7, 0, 7]);
});
