import { cardMark } from '@herenow/contract/card-mark';
import { listChats } from '@herenow/contract/chats';
import { HOUR_MS } from '@herenow/contract/constants';
import { listFeed, listFeedChanges } from '@herenow/contract/feed';
import { pinUser } from '@herenow/contract/pins';
import { getUser } from '@herenow/contract/profile';
import { blockUser } from '@herenow/contract/safety';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { hiddenPeople } from '../src/features/feed/hidden-people.ts';
import { emit } from '../src/lib/window-events.ts';
import { openPage, signInAs } from './opened-page.tsx';
import { neighbour, otherRecord, ownRecord, profileOf, VISIBLE } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda, stubServer } from './stubbed-server.ts';

const KM_PER_DEGREE = 111.195;
const pointAt = (longitude: number, latitude: number) => ({
  type: 'Point' as const,
  coordinates: [longitude, latitude] as [number, number],
});

const NOTHING = {
  came: [],
  more: false,
  gone: [],
  changed: [],
  moved: false,
  asOf: 'a-mark',
};

/** Dispatches a touch event on the page, `down` px below where the first of the fingers began. */
function finger(kind: 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel', down = 0, fingers = 1): void {
  const target = document.querySelector('main')!;
  const touch = (_: unknown, at: number) =>
    new Touch({ identifier: at, target, clientX: 100 + 50 * at, clientY: 200 + down });
  const touches = kind === 'touchstart' || kind === 'touchmove' ? Array.from({ length: fingers }, touch) : [];
  target.dispatchEvent(new TouchEvent(kind, { bubbles: true, cancelable: true, touches }));
}

test('a watch of the feed says how long ago its page was requested', async () => {
  const { ada, server } = stubAda();
  const channel = stubChannel(server);
  server.on(listFeed, { body: [neighbour('Bela')] });
  server.on(listFeedChanges, { body: NOTHING });
  await openPage('/feed', ada);
  const sent = () => channel.sent('/app/feed.watch')[0];
  await expect.poll(sent).toMatchObject({ until: null, ago: expect.toSatisfy((ago: number) => ago > 0) });
});

test('the profile of somebody as far away as anybody is shown is followed, too', async () => {
  const { ada, server } = stubAda();
  const channel = stubChannel(server);
  const [longitude, latitude] = ada.location!.coordinates;
  const bela = { ...profileOf('Bela'), location: pointAt(longitude, latitude + 49.8 / KM_PER_DEGREE) };
  server.on(getUser, ({ path }) => ({ body: path.endsWith(ada.id) ? ada : bela }));
  server.on(listChats, { body: [] });
  await openPage(`/profile/${bela.id}`, ada);
  await expect.element(page.getByText('50 km away')).toBeVisible();
  await expect.poll(() => channel.sent('/app/feed.watch')).toEqual([{ maxDistanceKm: 50 }]);
});

test('pulling the feed down fetches it again; letting go early, a call or a second finger does not', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [neighbour('Bela')] });
  await openPage('/feed', ada);
  await expect.element(page.getByRole('article')).toMatchTextContent('Bela');
  await expect.element(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  const asked = server.on(listFeed, { body: [neighbour('Chidi')] });
  const hint = page.getByText('Pull to refresh');
  const ready = page.getByText('Let go to refresh');

  // A painted page may not have its listeners yet, so the pull is repeated.
  const pull = () => {
    finger('touchstart');
    finger('touchmove', 60);
    return hint.query();
  };
  await expect.poll(pull).not.toBeNull();
  finger('touchend');
  await expect.element(hint).not.toBeInTheDocument();

  finger('touchstart');
  finger('touchmove', 10);
  // What a touch changes is rendered with the next frame.
  await new Promise(requestAnimationFrame);
  expect(hint.query()).toBeNull();
  finger('touchend');

  finger('touchstart');
  finger('touchmove', 120);
  await expect.element(ready).toBeVisible();
  finger('touchcancel');
  await expect.element(ready).not.toBeInTheDocument();
  expect(asked).toEqual([]);

  // Two fingers zoom.
  finger('touchstart');
  finger('touchmove', 120);
  await expect.element(ready).toBeVisible();
  finger('touchstart', 120, 2);
  await expect.element(ready).not.toBeInTheDocument();
  finger('touchmove', 240, 2);
  await new Promise(requestAnimationFrame);
  expect(ready.query()).toBeNull();
  finger('touchend');
  expect(asked).toEqual([]);

  finger('touchstart');
  finger('touchmove', 120);
  await expect.element(ready).toBeVisible();
  // Back up again: no longer far enough.
  finger('touchmove', 60);
  await expect.element(hint).toBeVisible();
  finger('touchmove', 120);
  await expect.element(ready).toBeVisible();
  finger('touchend');
  await expect.element(ready).not.toBeInTheDocument();
  await expect.element(page.getByRole('article')).toMatchTextContent('Chidi');
  expect(asked).toHaveLength(1);
});

test('a user who has moved is told so, and finds people nearby with one tap', async () => {
  const { ada, server } = stubAda();
  stubChannel(server);
  server.on(listFeed, { body: [neighbour('Bela')] });
  server.on(listFeedChanges, { body: { ...NOTHING, moved: true } });
  await openPage('/feed', ada);
  const pill = page.getByRole('button', { name: 'You’ve moved. See who’s nearby' });
  await expect.element(pill).toBeVisible();
  await expect.element(page.getByRole('article')).toMatchTextContent('Bela');
  server.onTap(listFeedChanges, { body: NOTHING });
  server.onTap(listFeed, { body: [neighbour('Chidi')] });
  await pill.click();
  await expect.element(page.getByRole('article')).toMatchTextContent('Chidi');
  await expect.element(pill).not.toBeInTheDocument();
});

test('people whose time runs out fade, even after a change', async () => {
  const ada = ownRecord();
  const bela = neighbour('Bela');
  const server = stubServer(ada);
  const channel = stubChannel(server);
  server.on(listFeed, { body: [bela] });
  const first = server.on(listFeedChanges, { body: NOTHING });
  await openPage('/feed', ada);
  const card = page.getByRole('article');
  await expect.element(card).toMatchTextContent('2:00 left');
  await expect.poll(() => first.length).toBe(1);
  const { id, location } = bela;
  const over = { id, location: location!, onlineUntil: new Date(Date.now() - 60_000).toISOString() };
  server.on(listFeedChanges, { body: { ...NOTHING, changed: [over] } });
  await channel.bring('nearby', {});
  await expect.element(page.getByText('Not here any more')).toBeVisible();
  expect(document.querySelector('article')).toHaveAttribute('inert');
  expect(page.getByText(/km$/).query()).toBeNull();
  // Its words stay as legible as before, and nothing on it looks as if it could be pressed.
  await expect.element(document.querySelector('article')).toHaveStyle({ opacity: '1' });
  await expect.element(page.getByLabelText('Pin Bela')).not.toBeVisible();
});

test('a changed name or photo shows on the card, and is requested with the card’s version', async () => {
  const ada = ownRecord();
  const [bela, chidi] = [neighbour('Bela'), neighbour('Chidi')];
  const server = stubServer(ada);
  const channel = stubChannel(server);
  server.on(listFeed, { body: [bela, chidi] });
  const first = server.on(listFeedChanges, { body: NOTHING });
  await openPage('/feed', ada);
  await expect.poll(() => first.length).toBe(1);
  const { id, onlineUntil, location, ...card } = { ...bela, username: 'Bela B', name: 'Bela B', age: 31 };
  const changed = [{ id, onlineUntil, location, card }];
  const second = server.on(listFeedChanges, { body: { ...NOTHING, changed } });
  await channel.bring('nearby', {});
  await expect.element(page.getByRole('link', { name: /^Bela B/ })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Chidi/ })).toBeVisible();
  const asked = second.map(({ body }) =>
    (body as { shown: { card: number }[] }).shown.map((one) => one.card),
  );
  expect(asked[0]).toEqual([cardMark(bela), cardMark(chidi)]);
});

test('the focus moves from a card whose person has left to the next one', async () => {
  const ada = ownRecord();
  const bela = neighbour('Bela');
  const server = stubServer(ada);
  const channel = stubChannel(server);
  server.on(listFeed, { body: [bela, neighbour('Chidi')] });
  const first = server.on(listFeedChanges, { body: NOTHING });
  await openPage('/feed', ada);
  await expect.poll(() => first.length).toBe(1);
  const pin = page.getByRole('button', { name: 'Pin Bela' });
  (pin.element() as HTMLElement).focus();
  server.on(listFeedChanges, { body: { ...NOTHING, gone: [bela.id] } });
  // The code that keeps the focus loads once the page is quiet.
  await import('../src/app/later-screens.ts');
  await channel.bring('nearby', {});
  await expect.element(page.getByText('Not here any more')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Chidi/ })).toHaveFocus();
});

test('the hint about pinning is not shown once somebody is pinned', async () => {
  localStorage.clear();
  const ada = ownRecord({
    online: true,
    status: 'online',
    onlineUntil: new Date(Date.now() + HOUR_MS).toISOString(),
  });
  const server = stubServer(ada);
  server.on(listFeed, { body: [neighbour('Chidi')] });
  server.on(listChats, { body: [] });
  server.onTap(pinUser, { status: 200 });
  await openPage('/feed', ada);
  const hint = page.getByText('Tap the pin to ask for a chat.');
  await expect.element(hint).toBeVisible();
  await page.getByRole('button', { name: 'Pin Chidi' }).click();
  await expect.element(page.getByText('You Pinned Chidi!')).toBeVisible();
  await expect.element(hint).not.toBeInTheDocument();
});

test('a blocked person stays hidden as their pin goes, but not from the next user who signs in', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [neighbour('Bela')] });
  server.on(blockUser, { status: 200 });
  await openPage('/feed', ada);
  await page.getByRole('link', { name: /Bela/ }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Block User' }).click();
  await page.getByRole('button', { name: 'Block User' }).click();
  await expect.element(page.getByText('No one is visible right now')).toBeVisible();
  // A block withdraws the pin.
  const chat = { type: 'PIN_WITHDRAWN', chatId: crypto.randomUUID(), content: '' } as const;
  const { id: otherId } = neighbour('Bela');
  const from = { senderId: ada.id, senderUsername: 'Ada', senderPhotoUrl: null };
  emit('own-pin', { ...chat, ...from, otherId });
  expect(hiddenPeople()).toContain(otherId);
  const chidi = otherRecord('Chidi');
  server.on(getUser, { body: chidi });
  signInAs(chidi);
  await expect.element(page.getByRole('article')).toMatchTextContent('Bela');
});

test('an unblocked person who has left meanwhile is not shown as if they were here', async () => {
  const { ada, server } = stubAda();
  stubChannel(server);
  const { id } = neighbour('Bela');
  server.on(listFeed, { body: [neighbour('Bela')] });
  const first = server.on(listFeedChanges, { body: NOTHING });
  await openPage('/feed', ada);
  await expect.poll(() => first.length).toBe(1);
  server.on(listFeedChanges, { body: { ...NOTHING, gone: [id] } });
  emit('unblocked', id);
  await expect.element(page.getByRole('article')).toMatchTextContent('Not here any more');
});

test('who pinned the last user of a tab is not shown to the next one as their pinner', async () => {
  const { ada, server } = stubAda();
  stubChannel(server);
  const bela = neighbour('Bela');
  server.on(listChats, { body: [] });
  server.on(listFeed, { body: [bela] });
  server.on(listFeedChanges, { body: NOTHING });
  await openPage('/feed', ada);
  await expect.element(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  const from = { senderId: bela.id, senderUsername: 'Bela', senderPhotoUrl: null };
  emit('notification', { type: 'PIN_REQUEST', chatId: crypto.randomUUID(), content: 'A pin', ...from });
  // The list of the chats would say who has pinned the next user.
  server.hold(listChats, { body: [] });
  const chidi = otherRecord('Chidi');
  server.on(getUser, { body: chidi });
  signInAs(chidi);
  await expect.element(page.getByRole('article')).toMatchTextContent('Bela');
  server.on(listFeedChanges, { body: { ...NOTHING, gone: [bela.id] } });
  emit('nearby', {});
  await expect.element(page.getByRole('article')).toMatchTextContent('Not here any more');
  expect(document.body.textContent).not.toContain('Pinned you');
});

test('the confirmation of becoming visible counts people who come and go meanwhile', async () => {
  const ada = ownRecord(VISIBLE);
  const bela = neighbour('Bela');
  const server = stubServer(ada);
  const channel = stubChannel(server);
  server.on(listFeed, { body: [] });
  const first = server.on(listFeedChanges, { body: NOTHING });
  await openPage('/payment-success', ada);
  await expect
    .element(page.getByText('Nobody else is nearby yet. Whoever comes next will see you.'))
    .toBeVisible();
  await expect.poll(() => first.length).toBe(1);
  server.on(listFeedChanges, { body: { ...NOTHING, came: [bela] } });
  await channel.bring('nearby', {});
  await expect.element(page.getByText('1 person is near you')).toBeVisible();
  server.on(listFeedChanges, { body: { ...NOTHING, came: [neighbour('Chidi')] } });
  await channel.bring('nearby', {});
  await expect.element(page.getByText('2 people are near you')).toBeVisible();
  server.on(listFeedChanges, { body: { ...NOTHING, gone: [bela.id] } });
  await channel.bring('nearby', {});
  await expect.element(page.getByText('1 person is near you')).toBeVisible();
});
