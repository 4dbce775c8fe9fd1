import { listChats } from '@herenow/contract/chats';
import { acceptPin, rejectPin, withdrawPin } from '@herenow/contract/pins';
import { goIncognito } from '@herenow/contract/presence';
import { expect, test } from 'vitest';
import {
  accept,
  chatsOf,
  goHidden,
  goVisible,
  later,
  leave,
  pairWithPin,
  pin,
  signInAgain,
  tryPin,
  visiblePeople,
} from '@herenow/testing/encounters';
import { people, person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';

const app = sharedApp();

test('a pin is pending for both until the recipient accepts it', async () => {
  const [ada, bela] = await visiblePeople(app, 'ada', 'bela');
  const answer = await tryPin(ada, bela);
  expect([answer.status, answer.text]).toEqual([200, '']);
  const [[mine], [theirs]] = [await chatsOf(ada), await chatsOf(bela)];
  expect(mine).toMatchObject({
    pinStatus: 'pending',
    initiatedBy: ada.id,
    lastMessage: null,
    unreadCount: 0,
  });
  expect(theirs).toMatchObject({ id: mine!.id, pinStatus: 'pending', initiatedBy: ada.id });
  const accepted = await bela.api(acceptPin, { params: { chatId: mine!.id }, body: { chatId: mine!.id } });
  expect([accepted.status, accepted.text]).toEqual([200, '']);
  for (const one of [ada, bela]) expect((await chatsOf(one))[0]!.pinStatus).toBe('accepted');
});

test('a rejected pin stays only for its sender', async () => {
  const [ada, bela, chatId] = await pairWithPin(app);
  expect((await bela.api(rejectPin, { params: { chatId } })).status).toBe(200);
  expect((await chatsOf(ada))[0]).toMatchObject({ id: chatId, pinStatus: 'rejected' });
  expect(await chatsOf(bela)).toEqual([]);
  const again = await tryPin(ada, bela);
  expect([again.status, again.text]).toEqual([409, 'already pinned']);
  await leave(ada);
  expect(await chatsOf(ada)).toEqual([]);
  await goVisible(app, ada);
  expect(await chatsOf(ada)).toEqual([]);
  expect((await tryPin(ada, bela)).text).toBe('already pinned');
  expect((await tryPin(bela, ada)).status).toBe(200);
});

const takeBack = async (from: Person, to: Person) => {
  const { status, text } = await from.api(withdrawPin, { body: { userId: from.id, pinnedUserId: to.id } });
  return [status, text];
};

test('a pin can be withdrawn for five seconds, and both are strangers again', async () => {
  const [ada, bela] = await visiblePeople(app, 'ada', 'bela');
  await pin(ada, bela);
  expect(await takeBack(bela, ada)).toEqual([404, 'User not found']);
  expect(await takeBack(ada, bela)).toEqual([200, '']);
  expect([await chatsOf(ada), await chatsOf(bela)]).toEqual([[], []]);
  expect(await takeBack(ada, bela)).toEqual([404, 'User not found']);
  expect((await tryPin(ada, bela)).status).toBe(200);
  app.clock.moveBy(5001);
  expect(await takeBack(ada, bela)).toEqual([409, 'It’s too late to undo this pin.']);
  expect(await chatsOf(bela)).toHaveLength(1);
});

test('an answered pin cannot be withdrawn', async () => {
  const [ada, bela] = await visiblePeople(app, 'ada', 'bela');
  await accept(bela, await pin(ada, bela));
  expect(await takeBack(ada, bela)).toEqual([409, 'This request has already been answered.']);
  expect(await chatsOf(bela)).toMatchObject([{ pinStatus: 'accepted' }]);
});

test('pinning a user whose own pin is pending accepts it', async () => {
  const [ada, bela, chatId] = await pairWithPin(app);
  expect((await tryPin(bela, ada)).status).toBe(200);
  expect(await chatsOf(ada)).toMatchObject([{ id: chatId, pinStatus: 'accepted', initiatedBy: ada.id }]);
  expect((await tryPin(bela, ada)).text).toBe('already pinned');
});

test('Quiet Drop: an incognito person pins, and the pinned one may pin back', async () => {
  const [ada, bela] = await people(app, 'ada', 'bela');
  await goHidden(app, ada);
  await goVisible(app, bela);
  const chatId = await pin(ada, bela);
  expect(await chatsOf(bela)).toMatchObject([{ id: chatId, otherUserOnline: true }]);
  expect((await tryPin(bela, ada)).status).toBe(200);
  expect((await chatsOf(bela))[0]!.pinStatus).toBe('accepted');
});

test.each([
  ['two people who pin each other at once', [0, 1, 0, 1, 0, 1]],
  ['taps in quick succession', [0, 0, 0, 0, 0, 0]],
])('%s make one chat', async (_, taps) => {
  const pair = await visiblePeople(app, 'ada', 'bela');
  const statuses = await Promise.all(
    taps.map(async (from) => (await tryPin(pair[from]!, pair[1 - from]!)).status),
  );
  const mutual = taps.includes(1);
  expect(statuses.filter((status) => status === 200)).toHaveLength(mutual ? 2 : 1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(mutual ? 4 : 5);
  expect(await chatsOf(pair[0])).toMatchObject([{ pinStatus: mutual ? 'accepted' : 'pending' }]);
});

test('a pin ends with the session of its sender, by the clock, and not with that of the recipient', async () => {
  await using own = await startApp();
  let [ada, bela] = [await person(own, 'ada'), await person(own, 'bela')];
  await goVisible(own, ada, 2);
  await goVisible(own, bela, 1);
  const chatId = await pin(ada, bela);
  own.clock.moveBy(90 * 60_000);
  [ada, bela] = await signInAgain(own, ada, bela);
  expect(await chatsOf(ada)).toMatchObject([{ id: chatId, otherUserOnline: false }]);
  expect(await chatsOf(bela)).toMatchObject([{ id: chatId, otherUserOnline: true }]);
  own.clock.moveBy(31 * 60_000);
  [ada, bela] = await signInAgain(own, ada, bela);
  expect(await chatsOf(ada)).toEqual([]);
  expect(await chatsOf(bela)).toEqual([]);
  const late = await bela.api(acceptPin, { params: { chatId } });
  expect([late.status, late.text]).toEqual([400, 'Chat not found']);
});

test('a user who goes visible while active keeps their pins', async () => {
  const [ada, , chatId] = await pairWithPin(app);
  await ada.api(goIncognito, { body: { userId: ada.id, onlineUntil: later(app, 1) } });
  expect(await ada.api(listChats, { params: { userId: ada.id } })).toMatchObject({ json: [{ id: chatId }] });
});

test('both sides of a pin are told what became of it, each in words of its own', async () => {
  const [ada, bela, chidi] = await visiblePeople(app, 'ada', 'bela', 'chidi');
  const listen = ({ token }: Person) => connectStomp({ url: app.url, token });
  await using adaTab = await listen(ada);
  await using belaTab = await listen(bela);
  await using chidiTab = await listen(chidi);
  const tabs = new Map([
    [ada.id, adaTab],
    [bela.id, belaTab],
    [chidi.id, chidiTab],
  ]);
  const told = async (actor: Person, other: Person, type: string, theirs: string, own: string) => {
    const sender = { senderId: actor.id, senderUsername: actor.name };
    const [news, act] = [
      await tabs.get(other.id)!.nextEvent('notifications'),
      await tabs.get(actor.id)!.nextEvent('pins'),
    ];
    expect(news).toMatchObject({ type, content: theirs, ...sender });
    expect(act).toMatchObject({ type, content: own, ...sender, otherId: other.id, chatId: news.chatId });
  };
  const answer = async (call: typeof acceptPin | typeof rejectPin, by: Person, of: Person) => {
    const chatId = (await chatsOf(by)).find(({ initiatedBy }) => initiatedBy === of.id)!.id;
    expect((await by.api(call, { params: { chatId } })).status).toBe(200);
  };

  await pin(ada, bela);
  await told(ada, bela, 'PIN_REQUEST', 'ada pinned you.', 'You pinned bela.');
  await takeBack(ada, bela);
  await told(ada, bela, 'PIN_WITHDRAWN', 'ada took their pin back.', 'You took your pin of bela back.');
  await pin(ada, bela);
  await told(ada, bela, 'PIN_REQUEST', 'ada pinned you.', 'You pinned bela.');
  await answer(rejectPin, bela, ada);
  await told(bela, ada, 'PIN_REJECT', 'bela declined your pin.', 'You rejected ada’s pin.');
  await pin(bela, ada);
  await told(bela, ada, 'PIN_REQUEST', 'bela pinned you.', 'You pinned ada.');
  expect((await tryPin(ada, bela)).status).toBe(200);
  const mutual = (name: string) => `You and ${name} pinned each other.`;
  await told(ada, bela, 'PIN_ACCEPT', mutual('ada'), mutual('bela'));

  await pin(chidi, ada);
  await told(chidi, ada, 'PIN_REQUEST', 'chidi pinned you.', 'You pinned ada.');
  await answer(acceptPin, ada, chidi);
  await told(ada, chidi, 'PIN_ACCEPT', 'ada accepted your pin.', 'You accepted chidi’s pin.');
  await pin(chidi, bela);
  await told(chidi, bela, 'PIN_REQUEST', 'chidi pinned you.', 'You pinned bela.');
  await leave(chidi);
  await told(chidi, bela, 'PIN_WITHDRAWN', 'chidi took their pin back.', 'Your pin ended with your session.');
});
