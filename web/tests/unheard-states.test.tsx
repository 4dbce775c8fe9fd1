import { listChats, listMessages } from '@herenow/contract/chats';
import { countFeed, listFeed, listFeedChanges } from '@herenow/contract/feed';
import { pinUser } from '@herenow/contract/pins';
import { getUser } from '@herenow/contract/profile';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { realtime } from '../src/lib/realtime/index.ts';
import { listen } from '../src/lib/window-events.ts';
import { openPage } from './opened-page.tsx';
import { chatWith, messageOf, neighbour, profileOf, VISIBLE } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda, stubChat } from './stubbed-server.ts';

// Intervals run only when these tests advance them; everything else runs as usual.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
});
const wait = () => vi.advanceTimersByTime(15_000);

test('without a realtime channel the chats and the open one are refetched', async () => {
  const { ada, server } = stubAda();
  const chat = chatWith('Bela');
  server.on(listChats, { body: [] });
  await openPage('/chats', ada);
  await expect.element(page.getByText('No Pins Yet')).toBeVisible();
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [] });
  const bela = page.getByRole('link', { name: /^Bela/ });
  // The page may not have set its interval yet, so the time is advanced repeatedly.
  await expect
    .poll(() => {
      wait();
      return bela.query();
    })
    .not.toBeNull();
  await bela.click();
  await expect.element(page.getByRole('log')).toMatchTextContent('This is the start of your chat');
  server.on(listMessages, { body: [messageOf(chat, 'Are you near?')] });
  wait();
  await expect.element(page.getByRole('log')).toMatchTextContent('Are you near?');
});

test('without a realtime channel the feed shows newcomers', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [neighbour('Bela')] });
  server.on(listFeedChanges, {
    body: {
      came: [neighbour('Chidi')],
      more: false,
      gone: [],
      changed: [],
      moved: false,
      asOf: 'a-mark',
    },
  });
  await openPage('/feed', ada);
  await expect.element(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  const pill = page.getByRole('button', { name: /^1 / });
  await expect
    .poll(() => {
      wait();
      return pill.query();
    })
    .not.toBeNull();
});

test('without a realtime channel an open profile is refetched', async () => {
  const { ada, server } = stubAda();
  const bela = profileOf('Bela');
  server.on(listChats, { body: [] });
  server.on(getUser, ({ path }) => ({ body: path.endsWith(bela.id) ? bela : ada }));
  await openPage(`/profile/${bela.id}`, ada);
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(heading).toMatchTextContent(/^Bela,/);
  server.on(getUser, ({ path }) => ({
    body: path.endsWith(bela.id) ? { ...bela, username: 'Bela B' } : ada,
  }));
  await expect
    .poll(() => {
      wait();
      return heading.element().textContent;
    })
    .toMatch(/^Bela B,/);
});

const { id: chatId } = chatWith('Bela');
const { id: bela } = profileOf('Bela');

test.for([
  ['the chats', listChats, '/chats'],
  ['a chat', listChats, `/chat/${chatId}`],
  ['messages', listMessages, `/chat/${chatId}`],
  ['a profile', getUser, `/profile/${bela}`],
] as const)('%s that did not load say so while they are fetched again', async ([, call, address]) => {
  const { ada, server } = stubChat(VISIBLE);
  if (call === getUser)
    server.on(getUser, ({ path }) => (path.endsWith(bela) ? { status: 503 } : { body: ada }));
  else server.on(call, { status: 503 });
  await openPage(address, ada);
  const tryAgain = page.getByRole('button', { name: 'Try Again' });
  await expect.element(tryAgain).toBeVisible();
  const button = tryAgain.element();
  const again = server.hold(call, { status: 503 });
  await expect
    .poll(() => {
      wait();
      return again.asked.some(({ path }) => !path.endsWith(ada.id));
    })
    .toBe(true);
  await expect.element(tryAgain).toHaveAttribute('aria-disabled', 'true');
  expect(tryAgain.element()).toBe(button);
});

test('an answer that takes longer than a realtime channel is missed still counts', async () => {
  const { ada, server } = stubAda();
  const release = server.hold(listChats, { body: [chatWith('Bela')] });
  await openPage('/chats', ada);
  await expect.poll(() => release.asked).toHaveLength(1);
  let unheard = 0;
  const stop = listen('unheard', () => (unheard += 1));
  onTestFinished(stop);
  const again = server.hold(listChats, { body: [] });
  await expect
    .poll(() => {
      wait();
      return unheard;
    })
    .toBeGreaterThan(0);
  release();
  await expect.element(page.getByRole('link', { name: /^Bela/ })).toBeVisible();
  expect(again.asked).toHaveLength(0);
});

test('without a realtime channel a pin made while the chats load is among them', async () => {
  const { ada, server } = stubAda(VISIBLE);
  server.on(listFeed, { body: [neighbour('Bela')] });
  server.on(pinUser, { body: undefined });
  const release = server.hold(listChats, { body: [] });
  await openPage('/feed', ada);
  await expect.poll(() => release.asked).not.toHaveLength(0);
  server.on(listChats, { body: [{ ...chatWith('Bela'), pinStatus: 'pending' }] });
  await page.getByRole('button', { name: 'Pin Bela' }).click();
  await expect.element(page.getByText('You Pinned Bela!')).toBeVisible();
  release();
  await page.getByRole('link', { name: 'Pinned' }).click();
  await expect.element(page.getByRole('main').getByText('Bela', { exact: true })).toBeVisible();
});

test('with a realtime channel nothing is refetched', async () => {
  const { ada, server } = stubChat();
  const channel = stubChannel(server);
  await openPage('/chats', ada);
  await channel.bring('nearby', {});
  await expect.element(page.getByText('Bela')).toBeVisible();
  let unheard = 0;
  onTestFinished(listen('unheard', () => (unheard += 1)));
  wait();
  expect(unheard).toBe(0);
});

test('a link to a mail program leaves the channel open', async () => {
  const { ada, server } = stubAda();
  const channel = stubChannel(server);
  await openPage('/about', ada);
  await channel.ready;
  // A link to another program fires this event, and then the page stays.
  window.dispatchEvent(new Event('beforeunload'));
  expect(realtime.getConnection().status).toBe('connected');
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(realtime.getConnection().status).toBe('disconnected');
});

test('an empty feed counts people further away again', async () => {
  const { ada, server } = stubAda({ preferences: { maxDistanceKm: 5 } });
  server.on(listFeed, { body: [] });
  const further = (people: number) =>
    server.on(countFeed, {
      body: [10, 15, 20].map((maxDistanceKm) => ({ maxDistanceKm, people, more: false })),
    });
  further(7);
  await openPage('/feed', ada);
  await expect.element(page.getByText(/^7 .*10/)).toBeVisible();
  further(9);
  vi.advanceTimersByTime(60_000);
  await expect.element(page.getByText(/^9 .*10/)).toBeVisible();
});

test('of distances with equally many people, an empty feed names the one that says most', async () => {
  const { ada, server } = stubAda({ preferences: { maxDistanceKm: 5 } });
  server.on(listFeed, { body: [] });
  const few = [10, 15].map((maxDistanceKm) => ({ maxDistanceKm, people: null, more: false }));
  const some = [20, 30].map((maxDistanceKm) => ({ maxDistanceKm, people: 7, more: false }));
  server.on(countFeed, { body: [...few, ...some] });
  await openPage('/feed', ada);
  await expect.element(page.getByText('Fewer than 5 within 15 km')).toBeVisible();
  await expect.element(page.getByText('7 within 20 km')).toBeVisible();
  expect(page.getByText(/within (10|30) km/).elements()).toEqual([]);
});
