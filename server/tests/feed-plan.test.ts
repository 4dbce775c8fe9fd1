import { FEED_PAGE, MAX_DISTANCE_KM } from '@herenow/contract/constants';
import { beforeAll, expect, test } from 'vitest';
import { BERLIN } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { pageQuery, type Search } from '../src/features/feed/query.ts';
import { cellCube, snapToCell } from '../src/lib/cells.ts';
import { newId } from '../src/lib/ids.ts';
import { awayFrom, crowd, sameDice } from './feed-crowd.ts';

/** Everyone is in one city: the planner's estimate of how many people are near is then most wrong. */
const PEOPLE = 2000;
const app = sharedApp();
beforeAll(async () => {
  const dice = sameDice(7);
  await crowd(
    app,
    Array.from({ length: PEOPLE }, (_, index) => ({
      at: awayFrom(BERLIN, Math.sqrt(dice()) * 8, dice() * 360),
      gender: index % 3 === 0 ? 'He/Him' : 'She/Her',
    })),
  );
  await app.pool.query('ANALYZE users, presences, occupied_cells, chats, blocks');
});

interface Node {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

/** Returns how many rows of presences a statement reads under its generic plan. */
async function rowsRead(search: Partial<Search>): Promise<number> {
  const { text, values } = pageQuery({
    viewerId: newId(),
    from: cellCube(snapToCell({ type: 'Point', coordinates: BERLIN })),
    now: app.clock.now(),
    maxDistanceKm: MAX_DISTANCE_KM,
    skip: 0,
    limit: FEED_PAGE,
    ...search,
  });
  const literals = values!.map((value) => {
    if (value instanceof Date) return `'${value.toISOString()}'`;
    return Array.isArray(value) ? `'{${value.join()}}'` : `'${String(value)}'`;
  });
  const client = await app.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE planned AS ${text!}`);
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE planned (${literals.join()})`,
    );
    return read(rows[0]!['QUERY PLAN'][0]!.Plan);
  } finally {
    await client.query('ROLLBACK; DEALLOCATE ALL');
    client.release(true);
  }
}

function read(node: Node): number {
  const own =
    node['Relation Name'] === 'presences'
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0;
  return (node.Plans ?? []).reduce((sum, plan) => sum + read(plan), own);
}

test.each([
  ['no filter', {}, 3 * FEED_PAGE],
  ['a later page', { skip: 5 * FEED_PAGE }, 8 * FEED_PAGE],
  ['two genders', { gender: ['He/Him', 'They/Them'] }, 6 * FEED_PAGE],
  ['an age', { bornUntil: '2000-01-01', bornAfter: '1990-01-01' }, 3 * FEED_PAGE],
  // With so few matches it may read all that the index finds, but no more.
  ['one gender', { gender: ['He/Him'] }, PEOPLE / 3 + 1],
])('a page of a small city reads little more than it shows: %s', async (_, search, most) => {
  expect(await rowsRead(search)).toBeLessThanOrEqual(most);
});
