import { updateUser } from '@herenow/contract/profile';
import { goHidden, goVisible, leave, ok, pin } from '@herenow/testing/encounters';
import { BERLIN, type Person } from '@herenow/testing/people';
import { block, unblock } from '@herenow/testing/safety';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';
import { awayFrom } from './feed-crowd.ts';
import { changesOf, someone, told, watching } from './feed-watching.ts';

test('nobody learns of people whom the feed does not show', async () => {
  await using app = await startApp();
  // A chat names the two in the order of their ids.
  const older = await someone(app, 'older');
  const names = ['ada', 'blocked', 'blocker', 'pinned', 'incognito', 'far'];
  const [ada, blocked, blocker, pinned, incognito, far] = (await Promise.all(
    names.map((name) => someone(app, name, name === 'far' ? { at: awayFrom(BERLIN, 20, 0) } : {})),
  )) as [Person, Person, Person, Person, Person, Person];
  await block(ada, blocked);
  await block(blocker, ada);
  for (const one of [older, pinned, ada]) await goVisible(app, one);
  for (const one of [older, pinned]) await pin(ada, one);
  await using tab = await watching(app, ada, { maxDistanceKm: 10 });
  await goVisible(app, blocked);
  await goVisible(app, blocker);
  await leave(blocker);
  for (const one of [older, pinned]) {
    await goVisible(app, one, 2);
    await leave(one);
  }
  await goHidden(app, incognito, 1);
  await goHidden(app, incognito, 2);
  // Blocks between people who are not visible to each other.
  await block(incognito, ada);
  await unblock(incognito, ada);
  await leave(incognito);
  await goVisible(app, far);
  await tab.roundTrip();
  expect(told(tab)).toBe(0);
  const shown = [blocked, blocker, incognito, far].map(({ id }) => ({ id }));
  const { came, gone } = await changesOf(ada, shown, { preferences: { maxDistanceKm: 10 } });
  expect([came, gone]).toEqual([[], shown.map(({ id }) => id)]);
});

test('a profile change is published only where a feed shows it or filters by it', async () => {
  await using app = await startApp();
  const [ada, bela] = [await someone(app, 'ada'), await someone(app, 'bela')];
  await goVisible(app, bela);
  await using tab = await watching(app, ada);
  for (const body of [{ notificationSettings: { inAppPin: false } }, { preferences: { maxDistanceKm: 10 } }])
    ok(await bela.api(updateUser, { body }));
  await tab.roundTrip();
  expect(told(tab)).toBe(0);
  const shown = [{ id: bela.id }];
  for (const [body, preferences] of [
    [{ gender: 'Other' as const }, { gender: ['She/Her' as const] }],
    [{ myTags: ['jazz night'] }, { interestedIn: ['coffee'] }],
    [{ dateOfBirth: '1960-01-01' }, { maxAge: 40 }],
  ] as const) {
    ok(await bela.api(updateUser, { body: { ...body } as object }));
    await tab.nextEvent('nearby');
    expect((await changesOf(ada, shown, { preferences })).gone).toEqual([bela.id]);
  }
});

test('a block removes both from each other’s feed at once, and looks like leaving', async () => {
  await using app = await startApp();
  const [ada, bela] = [await someone(app, 'ada'), await someone(app, 'bela')];
  await goVisible(app, ada);
  await goVisible(app, bela);
  await using adaTab = await watching(app, ada);
  await using belaTab = await watching(app, bela);
  await block(ada, bela);
  for (const tab of [adaTab, belaTab]) expect(await tab.nextEvent('nearby')).toEqual({});
  expect((await changesOf(bela, [{ id: ada.id }])).gone).toEqual([ada.id]);
  expect((await changesOf(ada, [{ id: bela.id }])).gone).toEqual([bela.id]);
  await unblock(ada, bela);
  for (const tab of [adaTab, belaTab]) await tab.nextEvent('nearby');
  expect((await changesOf(bela)).came).toEqual([ada.id]);
});

test('a block between two people with a chat is published to neither feed', async () => {
  await using app = await startApp();
  const [ada, bela] = [await someone(app, 'ada'), await someone(app, 'bela')];
  await goVisible(app, ada);
  await goVisible(app, bela);
  await pin(ada, bela);
  await using adaTab = await watching(app, ada);
  await using belaTab = await watching(app, bela);
  await block(bela, ada);
  for (const tab of [adaTab, belaTab]) {
    await tab.roundTrip();
    expect(told(tab)).toBe(0);
  }
});
