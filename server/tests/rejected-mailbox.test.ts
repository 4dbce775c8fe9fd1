/** Somebody who was rejected looks with other accounts of the same mailbox, which were there before. */
import { acceptPin } from '@herenow/contract/pins';
import { getUser } from '@herenow/contract/profile';
import { listFeedChanges } from '@herenow/contract/feed';
import { feedOf, goVisible, leave, ok, pin, reject, tryPin } from '@herenow/testing/encounters';
import type { Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
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
