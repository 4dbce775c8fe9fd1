import { logout } from '@herenow/contract/accounts';
import { listChats } from '@herenow/contract/chats';
import { listFeed } from '@herenow/contract/feed';
import { goOnline } from '@herenow/contract/presence';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { address, openPage } from './opened-page.tsx';
import { chatWith, messageOf, ownRecord } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubServer } from './stubbed-server.ts';

function watched<Of extends object, Name extends keyof Of & string>(of: Of, name: Name) {
  const spy = vi.spyOn(of as Record<string, () => unknown>, name);
  onTestFinished(() => spy.mockRestore());
  return spy;
}

test('a message sounds and vibrates as it was chosen, and not at all unless it was', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  const channel = stubChannel(server);
  const chat = chatWith('Bela');
  server.on(listChats, { body: [chat] });
  const vibrated = watched(navigator, 'vibrate');
  const sounded = watched(OscillatorNode.prototype, 'start');
  await openPage('/notifications', ada);
  const hear = (text: string) => channel.bring('messages', messageOf(chat, text));
  const choose = (name: string) => page.getByRole('switch', { name, exact: true }).click();

  // The browser lets nothing sound before the first tap; there was one.
  await choose('Sound');
  await choose('Sound');
  await hear('one');
  await expect.element(page.getByText('New message from Bela')).toBeVisible();
  expect(localStorage.getItem('signals')).toBeNull();
  await choose('Vibration');
  await hear('two');
  await expect.poll(() => vibrated.mock.calls).toEqual([[60]]);
  expect(sounded).not.toHaveBeenCalled();

  await choose('Vibration');
  await choose('Sound');
  await hear('three');
  // Two notes.
  await expect.poll(() => sounded.mock.calls.length).toBe(2);
  expect(vibrated).toHaveBeenCalledTimes(1);
  // What one has written on another device is no news.
  await channel.bring('messages', { ...messageOf(chat, 'mine'), senderId: ada.id });
  await hear('four');
  await expect.poll(() => sounded.mock.calls.length).toBe(4);
});

test('who closes the sheet while their position is looked for does not become visible', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  server.on(listFeed, { body: [] });
  server.on(listChats, { body: [] });
  const asked = server.on(goOnline, { body: { ...ada, online: true, status: 'online' } });
  const zone = { name: 'Home', centre: { type: 'Point', coordinates: [0, 0] }, stand: ada.location };
  watched(navigator.permissions, 'query').mockResolvedValue({ state: 'granted' });
  const positions: PositionCallback[] = [];
  watched(navigator.geolocation, 'getCurrentPosition').mockImplementation(((found: PositionCallback) =>
    positions.push(found)) as () => unknown);
  await openPage('/chats', ada);
  localStorage.setItem('homeZones', JSON.stringify({ userId: ada.id, zones: [zone] }));
  const find = () => {
    const coords = { longitude: 13.4, latitude: 52.5 };
    for (const found of positions.splice(0)) found({ coords } as GeolocationPosition);
  };
  const sheet = page.getByRole('dialog', { name: 'Go Visible' });
  const go = async () => {
    await page.getByRole('button', { name: /^You are offline/ }).click();
    await sheet.getByRole('button', { name: 'Go Visible Now' }).click();
    await expect.poll(() => positions.length).toBeGreaterThan(0);
  };
  await go();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  find();
  // Asked once more, and this time for good: nothing of the first time was sent before.
  await go();
  find();
  await expect.poll(address).toBe('/payment-success');
  expect(asked).toHaveLength(1);
});

test('who signs out leaves nothing of whom they look for on the device', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  server.on(logout, { status: 200 });
  await openPage('/settings', ada);
  localStorage.setItem('filter', JSON.stringify({ userId: ada.id, gender: ['They/Them'] }));
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect.poll(address).toBe('/login');
  expect(localStorage.getItem('filter')).toBeNull();
});
