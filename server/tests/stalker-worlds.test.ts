import { deleteUser } from '@herenow/contract/accounts';
import { moderate } from '@herenow/contract/moderation';
import { blockUser } from '@herenow/contract/safety';
import { goHidden, goVisible, leave, ok, send, signInAgain, tryPin } from '@herenow/testing/encounters';
import { BERLIN, person, type Person } from '@herenow/testing/people';
import { makeOperator } from '@herenow/testing/second-factor';
import { connectStomp } from '@herenow/testing/stomp-client';
import { cellToBoundary } from 'h3-js';
import { expect, test } from 'vitest';
import { awayFrom } from './feed-crowd.ts';
import {
  allowedCell,
  cellOf,
  hearAll,
  meetAll,
  openWorld,
  pass,
  readAll,
  tell,
  type World,
} from './stalker-world.ts';
import { type Place } from './stalker.ts';

const PEOPLE = 7;

const nearCentre = (cell: Place): Place => awayFrom(cell, 0.02, 70);
/** Returns a position most of the way from the centre to a corner. */
function nearCorner(cell: Place): Place {
  const [latitude, longitude] = cellToBoundary(allowedCell(cell))[0]!;
  return [cell[0] + (longitude - cell[0]) * 0.85, cell[1] + (latitude - cell[1]) * 0.85];
}

/** Makes five people disappear from the attackers' view and then move to `hidden`; two stay visible. */
async function vanish(world: World, hidden: (index: number) => Place): Promise<void> {
  const { app, feeder, chatter, victims, chatIds } = world;
  const [incognito, offline, blocker, suspended, deleted] = victims as [
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  const operator = await person(app, 'chidi', { at: BERLIN });
  await makeOperator(app, operator);
  await goHidden(app, incognito);
  await leave(offline);
  for (const { id } of [feeder, chatter])
    ok(await blocker.api(blockUser, { body: { userId: blocker.id, userToBlockId: id } }));
  for (const who of [suspended, deleted]) await leave(who);
  await expect.poll(() => app.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
  const [again] = await signInAgain(app, feeder);
  await using fresh = await connectStomp({ url: app.url, token: again.token });
  fresh.send('/app/feed.watch', {});
  await fresh.roundTrip();
  for (const index of [0, 1, 2, 3, 4]) await tell(victims[index]!, hidden(index));
  const body = { action: 'suspend' as const, note: 'as a test' };
  ok(await operator.api(moderate, { params: { userId: suspended.id }, body }));
  ok(await deleted.api(deleteUser, { params: { id: deleted.id } }));
  await pass(world, 46);
  await send(incognito, chatIds[0]!, 'Still here');
  await fresh.roundTrip();
  expect(fresh.events.filter(({ queue }) => queue === 'nearby')).toEqual([]);
}

/** Returns everything that is disclosed during a day in a world, as text. */
async function live(exactly: (cell: Place) => Place, hidden: (index: number) => Place) {
  await using world = await openWorld(PEOPLE, exactly);
  const { app, feeder, chatter, victims, chatIds, devices, transcript } = world;
  await meetAll(world);
  await send(victims[5]!, chatIds[5]!, 'Hello');
  await readAll(world, 'visible');
  await Promise.all([devices[0]!.received(), devices[1]!.received(PEOPLE + 1)]);
  await world.openTabs();
  await pass(world, 46);
  for (const [index, victim] of victims.entries()) {
    await tell(victim, awayFrom(exactly(cellOf(index)), 0.03, 90 * index));
    await goVisible(app, victim);
  }
  await goVisible(app, chatter);
  await readAll(world, 'later');
  await vanish(world, hidden);
  await readAll(world, 'hidden');
  for (const victim of victims.slice(0, 5)) {
    const { status, text } = await tryPin(feeder, victim);
    transcript.push(`pin: ${status} ${text}`);
  }
  return { transcript, heard: await hearAll(world) };
}

test('worlds that differ only in secrets read the same, byte for byte', async () => {
  const [one, other] = await Promise.all([
    live(nearCentre, (index) => nearCentre(cellOf(index))),
    live(nearCorner, (index) => awayFrom(BERLIN, 30 + 5 * index, 40 * index)),
  ]);
  for (const [index, text] of one.transcript.entries()) expect(other.transcript[index]).toBe(text);
  expect(other.transcript).toHaveLength(one.transcript.length);
  expect(other.heard).toEqual(one.heard);
});
