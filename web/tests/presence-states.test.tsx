import { listChats, listMessages } from '@herenow/contract/chats';
import { listFeed } from '@herenow/contract/feed';
import { goIncognito, goOffline, goOnline } from '@herenow/contract/presence';
import { getUser } from '@herenow/contract/profile';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PresenceBanner, showPresenceBanner } from '../src/features/presence/index.ts';
import { session } from '../src/lib/session.ts';
import { emit } from '../src/lib/window-events.ts';
import { address, openPage, signInAs } from './opened-page.tsx';
import { chatWith, neighbour, ownRecord, VISIBLE } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda, stubServer } from './stubbed-server.ts';

const HOUR_MS = 3_600_000;
const visibleFor = (ms: number) =>
  ownRecord({ online: true, status: 'online', onlineUntil: new Date(Date.now() + ms).toISOString() });
const status = (name: RegExp) => page.getByRole('button', { name });

test('a tab with an outdated end does not end a presence that another device has extended', async () => {
  const extended = visibleFor(2 * HOUR_MS);
  const server = stubServer(extended);
  server.on(listChats, { body: [] });
  const ended = server.onTap(goOffline, { body: ownRecord() });
  await openPage('/chats', extended);
  await page.getByRole('heading', { name: 'No Pins Yet' }).click();
  await expect.element(status(/^You are visible, 2:00 left/)).toBeVisible();

  session.setUser(visibleFor(-5000));
  await expect.element(status(/^You are offline/)).not.toBeInTheDocument();
  await expect.element(status(/^You are visible, 2:00 left/)).toBeVisible();
  expect(ended).toEqual([]);

  // An end that the server's record confirms takes effect.
  const over = visibleFor(-5000);
  server.on(getUser, { body: over });
  session.setUser(over);
  await expect.element(page.getByText('You are offline now')).toBeVisible();
  expect(ended).toHaveLength(1);
});

test('the page shows the right presence when changes on two devices arrive in the wrong order', async () => {
  const server = stubServer(ownRecord());
  const channel = stubChannel(server);
  server.on(listChats, { body: [] });
  const asked = server.on(getUser, { body: ownRecord() });
  // This module loads with the later screens, once the page is quiet.
  await import('../src/app/own-record.ts');
  await openPage('/chats', ownRecord());
  // At the start of the page, and when the channel opens.
  await expect.poll(() => asked.length).toBe(2);
  await expect.element(status(/^You are offline/)).toBeVisible();

  const visible = visibleFor(2 * HOUR_MS);
  server.on(getUser, { body: visible });
  const { onlineUntil } = visible;
  await channel.bring('own-presence', { status: 'online', online: true, onlineUntil });
  await channel.bring('own-presence', { status: 'offline', online: false, onlineUntil: null });
  await expect.element(status(/^You are visible/)).toBeVisible();
});

test('a late answer about becoming visible does not hide that the user went offline on another device since', async () => {
  const { ada, server } = stubAda();
  const channel = stubChannel(server);
  server.on(listChats, { body: [] });
  server.on(listFeed, { body: [] });
  const visible = visibleFor(HOUR_MS);
  const answer = server.hold(goOnline, { body: visible });
  await openPage('/chats', ada);
  await channel.ready;
  await status(/^You are offline/).click();
  await page.getByRole('button', { name: 'Go Visible Now' }).click();
  await expect.poll(() => answer.asked).toHaveLength(1);
  const { onlineUntil } = visible;
  await channel.bring('own-presence', { status: 'online', online: true, onlineUntil });
  await expect.poll(() => session.get().user?.online).toBe(true);
  await channel.bring('own-presence', { status: 'offline', online: false, onlineUntil: null });
  await expect.poll(() => session.get().user?.online).toBe(false);
  answer();
  await expect.element(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
});

/** Answers nothing, although the presence has begun; its end is cut, as for a clock that is a second ahead. */
const lost = (server: ReturnType<typeof stubServer>) =>
  server.on(goOnline, ({ body }) => {
    const asked = Date.parse((body as { onlineUntil: string }).onlineUntil);
    const onlineUntil = new Date(asked - 1000).toISOString();
    server.on(getUser, { body: ownRecord({ online: true, status: 'online', onlineUntil }) });
    return 'no answer';
  });

test('who became visible although the answer was lost reads that, and not that it failed', async () => {
  const { ada, server } = stubAda();
  server.on(listChats, { body: [] });
  server.on(listFeed, { body: [] });
  lost(server);
  await openPage('/chats', ada);
  await status(/^You are offline/).click();
  await page.getByRole('button', { name: 'Go Visible Now' }).click();
  await expect.element(page.getByRole('heading', { name: "You're Online!" })).toBeVisible();
});

test.each([
  ['incognito', 1],
  ['offline', 0],
] as const)('nobody who went %s on another device is made visible by Extend', async (now, calls) => {
  const soon = visibleFor(9 * 60_000);
  const server = stubServer(soon);
  const chat = chatWith('Bela');
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [] });
  const visible = server.on(goOnline, { body: soon });
  const incognito = server.on(goIncognito, { body: { ...soon, status: 'incognito' } });
  await openPage(`/chat/${chat.id}`, soon);
  const extend = page.getByRole('button', { name: 'Extend?' });
  await expect.element(extend).toBeVisible();
  const gone = { online: false, onlineUntil: null };
  server.onTap(getUser, { body: { ...soon, status: now, ...(now === 'offline' && gone) } });
  await extend.click();
  await expect.element(page.getByText(calls ? /3 more hours/ : /couldn’t extend/)).toBeVisible();
  expect(incognito).toHaveLength(calls);
  expect(visible).toEqual([]);
});

test('a presence that was extended although the answer was lost is told as extended', async () => {
  const soon = visibleFor(9 * 60_000);
  const server = stubServer(soon);
  const chat = chatWith('Bela');
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [] });
  lost(server);
  await openPage(`/chat/${chat.id}`, soon);
  await page.getByRole('button', { name: 'Extend?' }).click();
  await expect.element(page.getByText(/3 more hours/)).toBeVisible();
});

test('a question open at the end of a session is not shown to the next user', async () => {
  const { ada, server } = stubAda();
  server.on(listChats, { body: [] });
  server.on(listFeed, { body: [] });
  await openPage('/chats', ada);
  await page.getByRole('button', { name: /^You are offline/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Go Visible' });
  await expect.element(sheet).toBeVisible();
  emit('logout');
  await expect.poll(address).toBe('/login');
  await expect.element(sheet).not.toBeInTheDocument();
  signInAs(ada);
  await expect.poll(address).toBe('/feed');
  await expect.element(page.getByText('No one is visible right now')).toBeVisible();
  expect(sheet.query()).toBeNull();
});

test('the confirmation of becoming visible says if the presence has already ended', async () => {
  const server = stubServer(visibleFor(HOUR_MS));
  server.on(listFeed, { body: [] });
  await openPage('/payment-success', visibleFor(HOUR_MS));
  await expect.element(page.getByText(/^You’re visible until/)).toBeVisible();
  const over = page.getByText('Your session is over.');
  await expect.element(over).not.toBeInTheDocument();
  session.setUser(ownRecord());
  await expect.element(over).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('You’re offline');
  await expect.element(page.getByText('Your 3-hour session has started')).not.toBeInTheDocument();
  expect(document.title).not.toMatch(/online/i);
  // Red stands for being visible.
  const pin = getComputedStyle(document.querySelector('.moment .self')!).color;
  expect(pin).toBe(getComputedStyle(document.body).color);
});

test('who opens a page after their presence was over stays there', async () => {
  const over = visibleFor(-HOUR_MS);
  const server = stubServer(over);
  server.on(listFeed, { body: [] });
  // Not swept yet by the server.
  const ended = server.on(goOffline, { body: ownRecord() });
  await openPage('/feed', over);
  await expect.poll(() => ended.length).toBe(1);
  await expect.poll(() => session.get().user?.online).toBe(false);
  // A later one ends as usual.
  server.on(listChats, { body: [] });
  const soon = visibleFor(1500);
  server.on(getUser, { body: soon });
  session.setUser(soon);
  await expect.element(status(/^You are visible/)).toBeVisible();
  expect(address()).toBe('/feed');
  await expect.poll(address).toBe('/chats');
});

test('the sheet shows nothing else while it closes', async () => {
  const { server } = stubAda();
  server.on(listChats, { body: [] });
  server.on(listFeed, { body: [neighbour('Bela')] });
  server.on(goOnline, { body: ownRecord(VISIBLE) });
  await openPage('/feed', ownRecord());
  await page.getByRole('button', { name: 'Pin Bela' }).click();
  const sheet = page.getByRole('dialog');
  await expect.element(sheet.getByText(/^To pin Bela/)).toBeVisible();
  const { textContent } = sheet.element();
  const shown = new Set([textContent]);
  const watcher = new MutationObserver(() => shown.add(sheet.query()?.textContent ?? textContent));
  watcher.observe(sheet.element(), { subtree: true, childList: true, characterData: true });
  onTestFinished(() => watcher.disconnect());
  await sheet.getByRole('button', { name: 'Go Visible Now' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect([...shown]).toEqual([textContent]);
});

test.for([
  ['at first', 320, 568, 'no card'],
  ['at first', 390, 844, 'a whole card'],
  ['after a failure', 375, 629, 'no card'],
  ['without an end', 320, 568, 'no card'],
  ['without an end', 375, 667, 'no card'],
  ['without an end', 390, 700, 'a whole card'],
] as const)('the hours stand above the buttons %s on a phone of %i × %i, below %s', async (row) => {
  const [when, width, height, card] = row;
  const { ada, server } = stubAda(when === 'without an end' ? { online: true, status: 'incognito' } : {});
  server.on(goOnline, { status: 503 });
  server.on(listChats, { body: [] });
  await openPage('/chats', ada);
  await page.viewport(width, height);
  await status(/^You are (offline|incognito)/).click();
  const sheet = page.getByRole('dialog');
  const hours = sheet.getByRole('button', { name: '2h' });
  await expect.element(hours).toBeVisible();
  if (when === 'after a failure') {
    await sheet.getByRole('button', { name: 'Go Visible Now' }).click();
    await expect.element(sheet.getByRole('alert')).toBeVisible();
  }
  const onTop = () => {
    const { x, bottom } = hours.element().getBoundingClientRect();
    return hours.element().contains(document.elementFromPoint(x + 22, bottom - 2));
  };
  await expect.poll(onTop).toBe(true);
  const boxOf = (name: string) => sheet.element().querySelector(name)!.getBoundingClientRect();
  const seen = () =>
    boxOf('.own-card').height === 0
      ? 'no card'
      : boxOf('.hours').top < boxOf('.own-card').bottom
        ? 'a part of the card'
        : 'a whole card';
  await expect.poll(seen).toBe(card);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
});

test('the banner of a change of the presence is shown for three seconds', async () => {
  await render(<PresenceBanner />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const banner = page.getByText('You are visible now');
  // Expectations that wait would advance the timers.
  const shownAfter = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return banner.query() !== null;
  };
  showPresenceBanner('online');
  expect(await shownAfter(0)).toBe(true);
  expect(await shownAfter(2999)).toBe(true);
  expect(await shownAfter(1)).toBe(false);
});
