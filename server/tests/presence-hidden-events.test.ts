import { goOnline } from '@herenow/contract/presence';
import { getUser, updateUser } from '@herenow/contract/profile';
import {
  chatsOf,
  goHidden,
  goVisible,
  leave,
  meet,
  ok,
  pairWithPin,
  pin,
  reject,
  visiblePeople,
} from '@herenow/testing/encounters';
import type { Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { connectStomp, type StompClient } from '@herenow/testing/stomp-client';
import { expect, test } from 'vitest';

const app = sharedApp();

/** Returns the events about a user's presence that a tab received. */
const heard = (tab: StompClient, { id }: Person) =>
  tab.events.flatMap(({ queue, body }) =>
    queue === 'presence' && 'userId' in body && body.userId === id && 'online' in body ? [body.online] : [],
  );

test('the sender of an unaccepted pin is told that the recipient left, and nothing about later unseen presences', async () => {
  const [ada, bela, chidi] = await visiblePeople(app, 'ada', 'bela', 'chidi');
  await pin(ada, bela);
  await meet(app, bela, chidi);
  await using adaTab = await connectStomp({ url: app.url, token: ada.token });
  await using chidiTab = await connectStomp({ url: app.url, token: chidi.token });
  await goHidden(app, bela);
  await chidiTab.nextEvent('presence');
  await adaTab.nextEvent('presence');
  await goHidden(app, bela, 2);
  await leave(bela);
  await goHidden(app, bela);
  await goHidden(app, bela, null);
  await leave(bela);
  await goVisible(app, bela);
  await expect.poll(() => heard(chidiTab, bela)).toEqual([true, true, false, true, true, false, true]);
  await expect.poll(() => heard(adaTab, bela)).toContain(true);
  expect(heard(adaTab, bela)).toEqual([false, true]);
});

test('the sender of a rejected pin is told that the rejecter is gone, and nothing about later presences', async () => {
  const [ada, bela, chatId] = await pairWithPin(app);
  await using tab = await connectStomp({ url: app.url, token: ada.token });
  await reject(bela, chatId);
  expect(await tab.nextEvent('presence')).toEqual({ userId: bela.id, online: false, onlineUntil: null });
  await goVisible(app, bela, 2);
  ok(await bela.api(updateUser, { body: { id: bela.id, username: 'Bela seen' } }));
  await leave(bela);
  await goVisible(app, bela);
  expect(await chatsOf(ada)).toMatchObject([{ otherUserOnline: false, otherUserOnlineUntil: null }]);
  await expect.poll(() => app.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
  await tab.roundTrip();
  expect(heard(tab, bela)).toEqual([false]);
  expect(tab.events.map(({ queue }) => queue)).not.toContain('profiles');
});

test('the sender of a rejected pin is not told when an incognito ends', async () => {
  const [ada, bela] = await visiblePeople(app, 'ada', 'bela');
  await pin(ada, bela);
  await goHidden(app, bela, 1);
  await using tab = await connectStomp({ url: app.url, token: ada.token });
  app.clock.moveBy(61 * 60_000);
  const gone = () =>
    app.db.selectFrom('presences').select('user_id').where('user_id', '=', bela.id).execute();
  await expect.poll(gone).toEqual([]);
  await expect.poll(() => app.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
  await tab.roundTrip();
  expect(heard(tab, bela)).toEqual([]);
});

test('a user online without an end is seen by nobody, and incognito for the sender of an unaccepted pin', async () => {
  const [ada, bela, chidi] = await visiblePeople(app, 'ada', 'bela', 'chidi');
  await pin(ada, bela);
  await meet(app, bela, chidi);
  await using adaTab = await connectStomp({ url: app.url, token: ada.token });
  await using chidiTab = await connectStomp({ url: app.url, token: chidi.token });
  ok(await bela.api(goOnline, { body: { userId: bela.id } }));
  await leave(bela);
  ok(await bela.api(goOnline, { body: { userId: bela.id } }));
  await expect.poll(() => heard(chidiTab, bela)).toEqual([true, false, true]);
  await adaTab.roundTrip();
  expect(heard(adaTab, bela)).toEqual([false]);
  expect(await chatsOf(ada)).toMatchObject([{ otherUserOnline: false, otherUserOnlineUntil: null }]);
  expect(ok(await ada.api(getUser, { params: { id: bela.id } })).json.online).toBe(false);
  expect(await chatsOf(chidi)).toMatchObject([{ otherUserOnline: true }]);
});

test('a changed name is sent to those who see the user’s presence, and to nobody else', async () => {
  const [ada, bela, chidi] = await visiblePeople(app, 'ada', 'bela', 'chidi');
  await pin(ada, bela);
  await meet(app, bela, chidi);
  await using adaTab = await connectStomp({ url: app.url, token: ada.token });
  await using chidiTab = await connectStomp({ url: app.url, token: chidi.token });
  const renamed = (tab: StompClient) => tab.events.filter(({ queue }) => queue === 'profiles').length;
  const rename = async (username: string) =>
    ok(await bela.api(updateUser, { body: { id: bela.id, username } }));
  await goHidden(app, bela);
  await rename('Bela hidden');
  await expect.poll(() => renamed(chidiTab)).toBe(1);
  await leave(bela);
  await rename('Bela gone');
  await goVisible(app, bela);
  await rename('Bela seen');
  await expect.poll(() => renamed(adaTab)).toBe(1);
  await expect.poll(() => renamed(chidiTab)).toBe(2);
  // A change that no list shows is sent to nobody.
  ok(await bela.api(updateUser, { body: { id: bela.id, bio: 'Hello' } }));
  await Promise.all([adaTab.roundTrip(), chidiTab.roundTrip()]);
  expect([renamed(adaTab), renamed(chidiTab)]).toEqual([1, 2]);
});
