/** Somebody who was rejected looks with other accounts of the same mailbox, which were there before. */
import { acceptPin, rejectPin } from '@herenow/contract/pins';
import { getUser } from '@herenow/contract/profile';
import { listFeedChanges } from '@herenow/contract/feed';
import {
  accept,
  chatsOf,
  feedOf,
  goVisible,
  leave,
  ok,
  pin,
  reject,
  tryPin,
} from '@herenow/testing/encounters';
import type { Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { expect, test } from 'vitest';
import { changesOf, watching } from './feed-watching.ts';
import { registered } from './registered.ts';

const app = sharedApp();

let count = 0;
/** Two accounts of one mailbox, and a user who does not know that; all visible. */
async function scene() {
  count += 1;
  const mallory = await registered(app, `mallory${count}@example.org`);
  const beside = await registered(app, `mallory${count}+2@example.org`);
  const ada = await registered(app, `ada${count}@example.org`);
  for (const one of [mallory, beside, ada]) await goVisible(app, one);
  return { mallory, beside, ada };
}

/** What `one` learns of the other: in the feed, among its changes, and as a profile. */
async function sees(one: Person, other: Person) {
  const shown = [{ id: other.id }];
  const { json } = ok(await one.api(listFeedChanges, { body: { userId: one.id, shown } }));
  return {
    feed: (await feedOf(one)).some(({ id }) => id === other.id),
    changes: !json.gone.includes(other.id),
    profile: (await one.api(getUser, { params: { id: other.id } })).status,
  };
}
const SEEN = { feed: true, changes: true, profile: 200 };
const UNSEEN = { feed: false, changes: false, profile: 404 };

test('a rejection hides the rejecter from the other accounts of the mailbox, and these from the rejecter', async () => {
  const { mallory, beside, ada } = await scene();
  const bela = await registered(app, `bela${count}@example.org`);
  await goVisible(app, bela);
  expect([await sees(beside, ada), await sees(ada, beside)]).toEqual([SEEN, SEEN]);
  await reject(ada, await pin(mallory, ada));
  expect([await sees(beside, ada), await sees(ada, beside)]).toEqual([UNSEEN, UNSEEN]);
  expect((await tryPin(beside, ada)).status).toBe(409);
  // Nobody else is hidden, whoever they are to either.
  for (const [one, other] of [
    [mallory, beside],
    [beside, bela],
    [ada, bela],
  ] as const)
    expect([await sees(one, other), await sees(other, one)]).toEqual([SEEN, SEEN]);

  await leave(mallory);
  expect([await sees(beside, ada), await sees(ada, beside)]).toEqual([SEEN, SEEN]);
  expect((await tryPin(beside, ada)).status).toBe(409);
});

test('open feeds hear of it at once, and when it is over', async () => {
  const { mallory, beside, ada } = await scene();
  const chatId = await pin(mallory, ada);
  await using adaTab = await watching(app, ada);
  await using besideTab = await watching(app, beside);
  await reject(ada, chatId);
  for (const tab of [adaTab, besideTab]) expect(await tab.nextEvent('nearby')).toEqual({});
  expect((await changesOf(beside, [{ id: ada.id }])).gone).toEqual([ada.id]);
  await leave(mallory);
  for (const tab of [adaTab, besideTab]) expect(await tab.nextEvent('nearby')).toEqual({});
  expect((await changesOf(beside)).came).toContain(ada.id);
});

test('who accepts one account of a mailbox and rejects another sees the accepted one as before', async () => {
  const { mallory, beside, ada } = await scene();
  ok(await ada.api(acceptPin, { params: { chatId: await pin(beside, ada) } }));
  await reject(ada, await pin(mallory, ada));
  for (const [one, other] of [
    [ada, beside],
    [beside, ada],
  ] as const) {
    const { json } = ok(await one.api(getUser, { params: { id: other.id } }));
    expect(json).toMatchObject({ online: true, location: { type: 'Point' } });
  }
});

test('who pins back whom they have rejected, or another account of the mailbox, is seen by that one', async () => {
  const { mallory, beside, ada } = await scene();
  await reject(ada, await pin(mallory, ada));
  await pin(ada, beside);
  const seen = ok(await beside.api(getUser, { params: { id: ada.id } })).json;
  expect(seen).toMatchObject({ online: true, location: { type: 'Point' } });
  const third = await registered(app, `mallory${count}+3@example.org`);
  await goVisible(app, third);
  expect(await sees(third, ada)).toEqual(UNSEEN);
  await using tab = await watching(app, third);
  await pin(ada, mallory);
  expect(await tab.nextEvent('nearby')).toEqual({});
  expect(await sees(third, ada)).toEqual(SEEN);
});

/** The pins and chats that somebody is shown, by the other person. */
const listed = async (who: Person) =>
  Object.fromEntries(
    (await chatsOf(who)).map(({ participants, pinStatus }) => [
      participants.find(({ userId }) => userId !== who.id)!.userId,
      pinStatus,
    ]),
  );

test('a rejection answers the pins that wait from other accounts of the mailbox as well, as one rejection', async () => {
  const { mallory, beside, ada } = await scene();
  const third = await registered(app, `mallory${count}+3@example.org`);
  const [bela, chidi] = [
    await registered(app, `bela${count}@example.org`),
    await registered(app, `chidi${count}@example.org`),
  ];
  for (const one of [third, bela, chidi]) await goVisible(app, one);
  // What is somebody else’s, with somebody else or of her own making stays as it is.
  await accept(ada, await pin(third, ada));
  await pin(chidi, ada);
  await pin(beside, bela);
  const waiting = await pin(beside, ada);
  const chatId = await pin(mallory, ada);

  await using besideTab = await connectStomp({ url: app.url, token: beside.token });
  await using adaTab = await connectStomp({ url: app.url, token: ada.token });
  await reject(ada, chatId);
  expect(await besideTab.nextEvent('notifications')).toMatchObject({
    type: 'PIN_REJECT',
    chatId: waiting,
    senderId: ada.id,
  });
  expect(await besideTab.nextEvent('presence')).toEqual({
    userId: ada.id,
    online: false,
    onlineUntil: null,
  });
  const own = [await adaTab.nextEvent('pins'), await adaTab.nextEvent('pins')] as { otherId: string }[];
  expect(own.map(({ otherId }) => otherId)).toEqual([mallory.id, beside.id]);
  expect(own).toMatchObject([
    { type: 'PIN_REJECT' },
    { type: 'PIN_REJECT', content: `You rejected ${beside.name.split('@')[0]}’s pin.` },
  ]);

  expect(await listed(ada)).toEqual({ [third.id]: 'accepted', [chidi.id]: 'pending' });
  expect(await listed(beside)).toEqual({ [bela.id]: 'pending', [ada.id]: 'rejected' });
  expect((await ada.api(acceptPin, { params: { chatId: waiting } })).status).toBe(409);
  const { rows } = await app.pool.query(
    'SELECT rejections FROM pin_memories WHERE rejections > 0 AND target = (SELECT mailbox FROM users WHERE id = $1)',
    [ada.id],
  );
  expect(rows).toEqual([{ rejections: 1 }]);
});

test('of two pins of a mailbox rejected at once, one rejection takes both', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { mallory, beside, ada } = await scene();
    const chatIds = [await pin(mallory, ada), await pin(beside, ada)];
    const answers = await Promise.all(chatIds.map((chatId) => ada.api(rejectPin, { params: { chatId } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect([await listed(mallory), await listed(beside)]).toEqual([
      { [ada.id]: 'rejected' },
      { [ada.id]: 'rejected' },
    ]);
  }
});
