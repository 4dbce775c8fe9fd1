import { forgotPassword } from '@herenow/contract/accounts';
import { listChats } from '@herenow/contract/chats';
import { DATE_IDEAS, MAX_DATE_IDEAS } from '@herenow/contract/constants';
import type { BlockedUser, OtherUser } from '@herenow/contract/entities';
import { listFeed } from '@herenow/contract/feed';
import { listFormerChats } from '@herenow/contract/former-chats';
import { pinUser } from '@herenow/contract/pins';
import { getUser } from '@herenow/contract/profile';
import { listBlockedUsers } from '@herenow/contract/safety';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api } from '../src/lib/api.ts';
import { navigate } from '../src/lib/navigation.tsx';
import { session } from '../src/lib/session.ts';
import { offered } from '../src/lib/undo.ts';
import { emit } from '../src/lib/window-events.ts';
import { address, openPage, signInAs } from './opened-page.tsx';
import { chatWith, neighbour, ownRecord, profileOf, VISIBLE } from './people.ts';
import { stubAda } from './stubbed-server.ts';

const tryAgain = () => page.getByRole('button', { name: 'Try Again' }).click();

test('a loading profile and a failed one say so', async () => {
  const { ada, server } = stubAda();
  const bela = profileOf('Bela');
  const release = server.hold(getUser, 'no answer');
  await openPage(`/profile/${bela.id}`, ada);
  await expect.element(page.getByRole('button', { name: 'Back' })).toBeVisible();
  await expect.element(page.getByRole('status', { name: 'Loading the profile' })).toBeVisible();
  release();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Failed to load users');
  server.onTap(getUser, { body: bela });
  await tryAgain();
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/^Bela/);
});

test('where there is room, the pin on a profile says what it does', async () => {
  const { ada, server } = stubAda();
  const bela = profileOf('Bela');
  server.on(getUser, { body: bela });
  await openPage(`/profile/${bela.id}`, ada);
  const label = page.getByText('Pin Bela');
  await expect.element(label).not.toBeVisible();
  await page.viewport(1280, 800);
  await expect.element(label).toBeVisible();
});

test('on a profile the keyboard reaches what is on top first', async () => {
  const { ada, server } = stubAda();
  const bela = { ...profileOf('Bela'), photos: [{ id: 'one', url: '/none.jpg', srcset: '', thumbhash: '' }] };
  server.on(getUser, { body: bela });
  await openPage(`/profile/${bela.id}`, ada);
  await expect.element(page.getByRole('button', { name: 'Show the whole photo' })).toBeVisible();
  const focused = async () => {
    await userEvent.tab();
    return document.activeElement?.getAttribute('aria-label');
  };
  expect([await focused(), await focused(), await focused()]).toEqual([
    'Back',
    'More',
    'Show the whole photo',
  ]);
});

test('a chat partner who is here without an end is not shown as offline on their profile', async () => {
  const { ada, server } = stubAda();
  const chat = chatWith('Bela');
  server.on(listChats, { body: [{ ...chat, otherUserOnlineUntil: null }] });
  const bela = { ...profileOf('Bela'), onlineUntil: null, location: null };
  server.on(getUser, { body: bela });
  await openPage('/chats', ada);
  const here = page.getByText('Online', { exact: true });
  await expect.element(here).toBeVisible();
  navigate(`/profile/${bela.id}`);
  await expect.element(page.getByRole('button', { name: 'Open Chat' })).toBeVisible();
  await expect.element(here).toBeVisible();
  server.on(getUser, { body: { ...bela, online: false } });
  await expect
    .poll(() => {
      emit('appVisible');
      return page.getByText('Offline', { exact: true }).query();
    })
    .not.toBeNull();
  expect(here.query()).toBeNull();
});

test('a sample profile stays while its person is requested again', async () => {
  const { ada, server } = stubAda();
  const bela = profileOf('Bela');
  await openPage(`/profile/${bela.id}`, ada);
  const sample = page.getByText('Sample profile.');
  await expect.element(sample).toBeVisible();
  const release = server.hold(getUser, { body: bela });
  await expect
    .poll(() => {
      emit('appVisible');
      return release.asked.some(({ path }) => path.endsWith(bela.id));
    })
    .toBe(true);
  await expect.element(page.getByRole('status', { name: 'Loading the profile' })).not.toBeInTheDocument();
  await expect.element(sample).toBeVisible();
  release();
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/^Bela/);
});

test('coming back to a profile shows that its person has left, and the feed shows that they are back', async () => {
  const errors = vi.spyOn(console, 'error');
  const { ada, server } = stubAda({ online: true });
  const bela = neighbour('Bela');
  server.on(listChats, { body: [] });
  server.on(listFeed, { body: [bela] });
  await openPage('/feed', ada);
  await page.getByRole('link', { name: /^Bela/ }).click();
  const visible = page.getByText(/^Visible for/);
  await expect.element(visible).toBeVisible();
  // A painted page may not have its listeners yet, so the event is repeated.
  const comeBack = () => {
    emit('appVisible');
    return visible.query();
  };
  await expect.element(page.getByText(/km away$/)).toBeVisible();
  await expect.poll(comeBack).toBeNull();
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/^Bela/);
  expect(page.getByText(/km away$/).query()).toBeNull();

  history.back();
  await page.getByRole('link', { name: /^Bela/ }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/^Bela/);
  await expect.element(visible).toBeVisible();
  // For example about a state changed during rendering.
  expect(errors).not.toHaveBeenCalled();
});

test('a profile is refetched after a reload', async () => {
  const { ada, server } = stubAda();
  server.on(listChats, { body: [] });
  const bela = profileOf('Bela');
  server.on(getUser, { body: { ...bela, username: 'Bela now' } });
  await openPage(`/profile/${bela.id}`, ada, { state: { card: true } });
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/^Bela now/);
});

test('the next user of a tab is shown nothing of a card that the last one opened', async () => {
  const { ada, server } = stubAda();
  const bela = neighbour('Bela');
  server.on(listChats, { body: [] });
  server.on(listFeed, { body: [bela] });
  await openPage('/feed', ada);
  await page.getByRole('link', { name: /^Bela/ }).click();
  const name = page.getByRole('heading', { name: /^Bela/ });
  await expect.element(name).toBeVisible();
  const asked = server.on(getUser, { status: 404 });
  signInAs({ ...ownRecord(), id: crypto.randomUUID() });
  await expect.poll(() => asked.some(({ path }) => path.endsWith(bela.id))).toBe(true);
  await expect.element(name).not.toBeInTheDocument();
});

test('common ideas are shown even if they are not among the six of the profile', async () => {
  const { ada, server } = stubAda({ myTags: ['hiking'] });
  server.on(listChats, { body: [] });
  const myTags = ['jazz night', 'coffee', 'museum visit', 'picnic', 'board games', 'brunch', 'hiking'];
  const bela = { ...profileOf('Bela'), myTags };
  server.on(getUser, { body: bela });
  await openPage(`/profile/${bela.id}`, ada);
  await expect.element(page.getByText('You both like: Hiking')).toBeVisible();
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Brunch' })).toBeVisible();
  expect(page.getByRole('listitem').filter({ hasText: 'Hiking' }).elements()).toEqual([]);
});

test.each([
  [['coffee'], 'You both like the one that is marked.'],
  [['coffee', 'brunch'], 'You both like the ones that are marked.'],
])('what both like is said of one or of several: %s', async (myTags, sentence) => {
  const { ada, server } = stubAda({ myTags });
  server.on(listChats, { body: [] });
  const bela = { ...profileOf('Bela'), myTags: ['coffee', 'brunch', 'picnic'] };
  server.on(getUser, { body: bela });
  await openPage(`/profile/${bela.id}`, ada);
  await expect.element(page.getByText(sentence)).toBeVisible();
});

test('all that both like is there to read on the narrowest phone', async () => {
  const myTags = DATE_IDEAS.slice(0, MAX_DATE_IDEAS).map((idea) => idea.toLowerCase());
  const { ada, server } = stubAda({ myTags });
  const bela = profileOf('Bela');
  server.on(getUser, { body: { ...bela, myTags } });
  await openPage(`/profile/${bela.id}`, ada);
  await page.viewport(320, 568);
  const common = page.getByText(/^You both like: /);
  await expect.element(common).toBeInTheDocument();
  const { scrollHeight, clientHeight } = common.element();
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight);
});

test('an account that does not load can be retried', async () => {
  const { ada, server } = stubAda();
  server.on(getUser, 'no answer');
  await openPage('/settings', ada, { known: false });
  await expect.element(page.getByRole('alert')).toMatchTextContent('We couldn’t load your account');
  server.onTap(getUser, { body: ada });
  await tryAgain();
  await expect.element(page.getByText(ada.email)).toBeVisible();
});

test('people are shown even if an answer lacks some of their data', async () => {
  const { ada, server } = stubAda();
  const { photos: _photos, myTags: _myTags, ...bela } = profileOf('Bela');
  server.on(getUser, { body: bela as OtherUser });
  await openPage(`/profile/${bela.id}`, ada);
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/^Bela/);

  const blocked = { id: bela.id, username: 'Bela', name: '', age: 30 } as BlockedUser;
  server.on(listBlockedUsers, { body: [blocked] });
  server.on(listFormerChats, { body: [] });
  navigate('/blocked-users');
  await expect.element(page.getByRole('button', { name: 'Unblock Bela' })).toBeVisible();
});

test('a user who has left a profile stays where they are when the answer to their pin arrives', async () => {
  const { ada, server } = stubAda(VISIBLE);
  const dora = profileOf('Dora');
  server.on(listChats, { body: [] });
  server.on(getUser, { body: dora });
  const release = server.hold(pinUser, { body: undefined });
  await openPage(`/profile/${dora.id}`, ada);
  await page.getByRole('button', { name: 'Pin Dora' }).click();
  navigate('/chats');
  await expect.element(page.getByText('No Pins Yet')).toBeVisible();
  release();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(address()).toBe('/chats');
});

test('the answer to a pin that arrives after the sign-out tells nobody of it', async () => {
  const { ada, server } = stubAda(VISIBLE);
  const dora = profileOf('Dora');
  server.on(listChats, { body: [] });
  server.on(getUser, { body: dora });
  const release = server.hold(pinUser, { body: undefined });
  await openPage(`/profile/${dora.id}`, ada);
  await page.getByRole('button', { name: 'Pin Dora' }).click();
  await expect.poll(() => release.asked).toHaveLength(1);
  session.close();
  await expect.element(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  release();
  // The answer to a later request arrives later.
  server.on(forgotPassword, { status: 200 });
  await api(forgotPassword, { body: { email: '' } });
  await new Promise(requestAnimationFrame);
  expect(offered.get()).toBeUndefined();
  expect(document.body.textContent).not.toContain('Dora');
});

test('where there is no photo, there is nothing to enlarge', async () => {
  const { ada, server } = stubAda();
  const bela = profileOf('Bela');
  server.on(getUser, { body: bela });
  await openPage(`/profile/${bela.id}`, ada);
  const photos = page.getByRole('group', { name: 'Photos of Bela' });
  await photos.click();
  await page.getByRole('button', { name: 'More' }).click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  expect(page.getByRole('dialog').query()).toBeNull();
});
