import { eventually } from '@herenow/testing/eventually';
import { listFeed } from '@herenow/contract/feed';
import { expect, test } from 'vitest';
import { goHidden, goVisible, leave, meet } from '@herenow/testing/encounters';
import { BERLIN, people, person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { forgetEmptyCells } from '../src/features/presence/cells-store.ts';
import { snapToCell } from '../src/lib/cells.ts';
import { awayFrom } from './feed-crowd.ts';
import { countDeadlocks, inTheMiddleOf } from './while-locked.ts';

const cells = async (app: TestApp) =>
  (await app.db.selectFrom('occupied_cells').select('cell').orderBy('cell').execute()).map(
    ({ cell }) => cell,
  );
const cellAt = (at: [number, number]) => snapToCell({ type: 'Point', coordinates: at });

test('a cell is searched while somebody is visible in it, and removed when nobody is', async () => {
  await using app = await startApp();
  const away = awayFrom(BERLIN, 5, 90);
  const [ada, bela] = [await person(app, 'ada', { at: BERLIN }), await person(app, 'bela', { at: away })];
  await goHidden(app, ada);
  expect(await cells(app)).toEqual([]);
  await goVisible(app, ada);
  await goVisible(app, bela);
  const both = [cellAt(BERLIN), cellAt(away)].toSorted();
  expect(await cells(app)).toEqual(both);
  await forgetEmptyCells(app.db);
  expect(await cells(app)).toEqual(both);

  await leave(bela);
  await goHidden(app, ada);
  await forgetEmptyCells(app.db);
  expect(await cells(app)).toEqual([]);
  await goVisible(app, ada);
  expect(await cells(app)).toEqual([cellAt(BERLIN)]);
});

test('a user who becomes visible while cells are removed is not missed @slow', async () => {
  await using app = await startApp({}, { pace: { accounts: 5 } });
  const viewer = await person(app, 'dana', { at: BERLIN });
  const crowd = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      person(app, `one ${index}`, { at: awayFrom(BERLIN, 2, index * 45) }),
    ),
  );
  let sweeping = true;
  const sweeps = (async () => {
    while (sweeping) await forgetEmptyCells(app.db);
  })();
  for (let round = 0; round < 12; round += 1) {
    await Promise.all(crowd.map((one) => goVisible(app, one)));
    const { json } = await viewer.api(listFeed, { body: { userId: viewer.id } });
    expect(json.map(({ id }) => id).toSorted()).toEqual(crowd.map(({ id }) => id).toSorted());
    await Promise.all(crowd.map((one) => leave(one)));
  }
  sweeping = false;
  await sweeps;
});

test('users who become visible during the sweep wait only briefly for it', async () => {
  await using app = await startApp();
  const [ada, bela] = [await person(app, 'ada', { at: BERLIN }), await person(app, 'bela', { at: BERLIN })];
  await goVisible(app, ada);
  await leave(ada);
  const holder = await app.pool.connect();
  try {
    // A transaction that has noted its cell and has not committed.
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE occupied_cells IN ROW EXCLUSIVE MODE');
    const swept = forgetEmptyCells(app.db);
    await eventually(async () => {
      const { rows } = await holder.query(
        `SELECT FROM pg_locks WHERE mode = 'ShareRowExclusiveLock' AND NOT granted`,
      );
      expect(rows).toHaveLength(1);
    });
    await goVisible(app, bela);
    await swept;
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect(await cells(app)).toEqual([cellAt(BERLIN)]);
});

test('a cell is noted before chats are locked, also after a presence that has run out', async () => {
  // Only the call may end what has run out.
  await using app = await startApp({}, { pace: { presences: 3_600_000 } });
  const [ada, bela, chidi] = await people(app, 'ada', 'bela', 'chidi');
  const earlier = await meet(app, ada, chidi);
  await meet(app, ada, bela);
  for (const one of [ada, chidi]) await leave(one);
  await goHidden(app, bela);
  await app.pool.query('UPDATE presences SET online_until = $1', [app.clock.now()]);
  await forgetEmptyCells(app.db);
  const before = await countDeadlocks(app);
  await inTheMiddleOf(
    app,
    { text: 'SELECT FROM chats WHERE id = $1 FOR UPDATE', values: [earlier] },
    () => goVisible(app, ada),
    () => goVisible(app, bela),
  );
  expect(await countDeadlocks(app)).toBe(before);
});
