import { logout } from '@herenow/contract/accounts';
import {
  goHidden,
  goVisible,
  ok,
  signInAgain,
  tellPosition,
  visiblePeople,
} from '@herenow/testing/encounters';
import { BERLIN, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { expect, test } from 'vitest';
import { showMove } from '../src/features/presence/store.ts';
import { snapToCell } from '../src/lib/cells.ts';
import { awayFrom } from './feed-crowd.ts';

const HOUR = 3_600_000;
const app = sharedApp({}, { pace: { presences: HOUR } });

const NEAR = awayFrom(BERLIN, 5, 90);
const FAR = awayFrom(BERLIN, 10, 90);
const cellOf = (coordinates: [number, number]) => snapToCell({ type: 'Point', coordinates });

const presences = ({ id }: Person) => app.db.selectFrom('presences').where('user_id', '=', id);
const shown = (who: Person) => presences(who).select(['cell', 'next_cell']).executeTakeFirstOrThrow();
const due = async (who: Person) =>
  (await presences(who).select('moves_at').executeTakeFirstOrThrow()).moves_at!;

test('a move is shown some time later, at the time of the first if more follow, and not to who is back', async () => {
  const [ada] = await visiblePeople(app, 'ada');
  app.clock.stop();
  const now = app.clock.now();
  const show = () => showMove(app.db, ada.id, now);
  const setDue = (at: Date) =>
    app.db.updateTable('presences').set({ moves_at: at }).where('user_id', '=', ada.id).execute();
  await setDue(now);
  expect(await show()).toBeUndefined();
  await tellPosition(ada, NEAR);
  expect((await due(ada)).getTime()).toBeGreaterThan(now.getTime());
  expect(await show()).toBeUndefined();
  const soon = new Date(now.getTime() + 1);
  await setDue(soon);
  await tellPosition(ada, FAR);
  expect([await shown(ada), await due(ada)]).toEqual([
    { cell: cellOf(BERLIN), next_cell: cellOf(FAR) },
    soon,
  ]);
  await tellPosition(ada, BERLIN);
  expect(await shown(ada)).toEqual({ cell: cellOf(BERLIN), next_cell: null });
});

test('the device that extends the time is followed once the one before is signed out', async () => {
  const [phone] = await visiblePeople(app, 'ada');
  const [laptop, tablet] = await signInAgain(app, phone, phone);
  ok(await phone.api(logout));
  await goVisible(app, laptop!);
  await tellPosition(tablet!, NEAR);
  expect(await shown(phone)).toEqual({ cell: cellOf(BERLIN), next_cell: null });
});

test('a move while incognito is over once the user is visible', async () => {
  const [ada] = await visiblePeople(app, 'ada');
  await goHidden(app, ada);
  await tellPosition(ada, NEAR);
  expect(await shown(ada)).toEqual({ cell: cellOf(BERLIN), next_cell: cellOf(NEAR) });
  await goVisible(app, ada);
  expect(await shown(ada)).toEqual({ cell: cellOf(NEAR), next_cell: null });
});
