import { listChats, listMessages } from '@herenow/contract/chats';
import { TYPING_INTERVAL_MS } from '@herenow/contract/constants';
import { goOffline, goOnline } from '@herenow/contract/presence';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { field } from './own-messages.ts';
import { chatWith, ownRecord, VISIBLE } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda, stubChat } from './stubbed-server.ts';

const HOUR_MS = 3_600_000;
/** How far the clock of the device is ahead of the server's. */
const AHEAD_MS = 48 * HOUR_MS;
const serverTime = () => Date.now() - AHEAD_MS;

/** Puts the server's time into the `date` header of all responses. */
function tellTime(): void {
  const answer = window.fetch;
  window.fetch = async (...request) => {
    const response = await answer(...request);
    response.headers.set('date', new Date(serverTime()).toUTCString());
    return response;
  };
}

test('on a device with a wrong clock a presence begins, runs and ends by the server’s clock @slow', async () => {
  const onlineUntil = new Date(serverTime() + HOUR_MS).toISOString();
  const { ada, server } = stubAda({ online: true, status: 'incognito', onlineUntil });
  server.on(listChats, { body: [] });
  const ended = server.onTap(goOffline, { body: ownRecord() });
  const begun = server.onTap(goOnline, { body: ownRecord() });
  tellTime();
  await openPage('/chats', ada);
  // By the clock of the device, the presence ended two days ago.
  await page.getByRole('heading', { name: 'No Pins Yet' }).click();
  await page.getByRole('button', { name: /^You are incognito, 1:00 left/ }).click();
  expect(ended).toEqual([]);

  await page.getByRole('dialog').getByRole('button', { name: 'Go offline' }).click();
  await page.getByRole('button', { name: /^You are offline/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go Visible Now' }).click();
  await expect.element(page.getByText("You're Online!")).toBeVisible();
  const [asked] = begun as { body: { onlineUntil: string } }[];
  const { id: userId, dateOfBirth } = ada;
  expect(asked!.body).toEqual({ userId, onlineUntil: expect.any(String), dateOfBirth });
  const hours = (Date.parse(asked!.body.onlineUntil) - serverTime()) / HOUR_MS;
  expect(hours).toBeGreaterThan(2.9);
  expect(hours).toBeLessThan(3.01);
});

test('on a device with a wrong clock a new request counts down by the server’s clock', async () => {
  const { ada, server } = stubAda();
  const channel = stubChannel(server);
  server.on(listChats, { body: [] });
  tellTime();
  await openPage('/chats', ada);
  await expect.element(page.getByText('No Pins Yet')).toBeVisible();
  const bela = chatWith('Bela');
  const release = server.hold(listChats, { body: [] });
  await channel.bring('notifications', {
    type: 'PIN_REQUEST',
    content: 'Bela pinned you',
    chatId: bela.id,
    senderPhotoUrl: null,
    senderId: bela.participants[1].userId,
    senderUsername: 'Bela',
  });
  await expect.element(page.getByRole('main').getByText('2:00')).toBeVisible();
  release();
});

test('on a device with a wrong clock a user who turns 18 tomorrow is not yet 18', async () => {
  const { ada } = stubAda();
  tellTime();
  await openPage('/my-profile', ada);
  const tomorrow = new Date(serverTime() + 24 * HOUR_MS).toISOString();
  const birthday = `${Number(tomorrow.slice(0, 4)) - 18}${tomorrow.slice(4, 10)}`;
  const field = page.getByLabelText('Date of birth');
  await field.fill('1996-05-05');
  await field.fill(birthday);
  await expect.element(page.getByText('You must be 18 years or older')).toBeVisible();
  expect(field.element().getAttribute('max')! < birthday).toBe(true);
});

test('the other person hears of typing although the clock of the device was set back', async () => {
  const { ada, server, chat } = stubChat(VISIBLE);
  const channel = stubChannel(server);
  server.on(listMessages, { body: [] });
  await openPage(`/chat/${chat.id}`, ada);
  await channel.ready;
  await field.fill('On');
  await expect.poll(() => channel.sent('/app/chat.typing')).toHaveLength(1);
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() - 24 * HOUR_MS });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(TYPING_INTERVAL_MS);
  await field.fill('On my way');
  await expect.poll(() => channel.sent('/app/chat.typing')).toHaveLength(2);
});
