import { logout, refreshToken } from '@herenow/contract/accounts';
import { listChats } from '@herenow/contract/chats';
import { removeFcmToken } from '@herenow/contract/push';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { signOut } from '../src/features/accounts/index.ts';
import { session } from '../src/lib/session.ts';
import { emit } from '../src/lib/window-events.ts';
import { showToast } from '../src/ui/toast.tsx';
import { address, openPage, signInAs } from './opened-page.tsx';
import { messageOf, otherRecord } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda, stubChat } from './stubbed-server.ts';
import { watched } from './watched.ts';

test('a message sounds and vibrates only if that was chosen', async () => {
  const { ada, server, chat } = stubChat();
  const channel = stubChannel(server);
  const vibrated = watched(navigator, 'vibrate');
  const sounded = watched(OscillatorNode.prototype, 'start');
  await openPage('/notifications', ada);
  const hear = (text: string) => channel.bring('messages', messageOf(chat, text));
  const choose = (name: string) => page.getByRole('switch', { name, exact: true }).click();

  // The browser plays no sound before the first tap, which this one is.
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
  // The sound has two notes.
  await expect.poll(() => sounded.mock.calls.length).toBe(2);
  expect(vibrated).toHaveBeenCalledTimes(1);
  // A message that the user wrote on another device is no news.
  await channel.bring('messages', { ...messageOf(chat, 'mine'), senderId: ada.id });
  await hear('four');
  await expect.poll(() => sounded.mock.calls.length).toBe(4);
});

test('a sign-out removes the filter from the device', async () => {
  const { ada, server } = stubAda();
  server.on(logout, { status: 200 });
  await openPage('/settings', ada);
  localStorage.setItem('filter', JSON.stringify({ userId: ada.id, gender: ['They/Them'] }));
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect.poll(address).toBe('/login');
  expect(localStorage.getItem('filter')).toBeNull();
});

test('a sign-out that ends only after somebody else has signed in leaves them signed in', async () => {
  const { ada, server } = stubAda();
  server.on(listChats, { body: [] });
  await openPage('/chats', ada);
  const ended = server.hold(logout, { status: 200 });
  const over = signOut();
  await expect.poll(() => ended.asked).toHaveLength(1);
  const bela = otherRecord('Bela');
  signInAs(bela);
  ended();
  await over;
  expect(session.get().userId).toBe(bela.id);
});

test('text typed in a tab is kept for its user, and for nobody else', async () => {
  const { ada } = stubAda();
  await openPage('/share-date', ada);
  const who = page.getByRole('textbox', { name: 'Who are you meeting?' });
  await who.fill('Bela with the hat');
  const typed = () => Object.values(sessionStorage).join();
  // Waits for the code that loads once the page is quiet.
  await expect.poll(() => sessionStorage.getItem('owner')).toBe(ada.id);
  // Ended from another device.
  session.close();
  await expect.poll(address).toBe('/login');
  signInAs(ada);
  await expect.poll(address).not.toBe('/login');
  expect(typed()).toContain('Bela with the hat');
  session.close();
  await expect.poll(address).toBe('/login');
  signInAs(otherRecord('Bela'));
  await expect.poll(typed).not.toContain('Bela with the hat');
});

test('a signed-out device gets no more pushes, even if the server cannot be reached', async () => {
  const { ada, server } = stubAda();
  const removed = server.on(removeFcmToken, 'no answer');
  server.on(logout, 'no answer');
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true);
  const endpoint = 'https://push.example/ada';
  const pushManager = { getSubscription: async () => ({ endpoint, unsubscribe }) };
  watched(navigator.serviceWorker, 'getRegistration').mockResolvedValue({ pushManager });
  await openPage('/settings', ada);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect.poll(address).toBe('/login');
  expect(unsubscribe).toHaveBeenCalledTimes(1);
  expect(removed.map(({ body }) => body)).toEqual([
    { userId: ada.id, fcmToken: JSON.stringify({ endpoint }) },
  ]);
});

test('what a user has seen goes from the device also when somebody else signs in without a sign-out', async () => {
  const { ada } = stubAda();
  const postMessage = vi.fn<(message: unknown) => void>();
  watched(navigator.serviceWorker, 'getRegistration').mockResolvedValue({ active: { postMessage } });
  await openPage('/settings', ada);
  signInAs(otherRecord('Bela'));
  await expect.poll(() => postMessage.mock.calls).toEqual([[{ type: 'FORGET' }]]);
});

const signedOut = page.getByText('You’ve been signed out on this device.', { exact: false });
const stillListed = page.getByText(/^You’re signed out here, but we couldn’t reach our servers\./);

test('whoever signs out without a connection reads that the device stays listed', async () => {
  const { ada, server } = stubAda();
  server.on(logout, 'no answer');
  await openPage('/settings', ada);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect.poll(address).toBe('/login');
  await expect.element(stillListed).toBeVisible();
});

test('whoever signs out of a session that is over already reads nothing of it', async () => {
  await import('../src/app/signed-out.ts');
  const { ada, server } = stubAda();
  server.on(logout, { status: 401 });
  server.on(refreshToken, { status: 401 });
  await openPage('/settings', ada);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect.poll(address).toBe('/login');
  showToast('shown later');
  await expect.element(page.getByText('shown later')).toBeVisible();
  expect(stillListed.query()).toBeNull();
  await expect.element(signedOut).not.toBeInTheDocument();
});

test('whoever is signed out by another device reads so', async () => {
  await import('../src/app/signed-out.ts');
  const { ada } = stubAda();
  await openPage('/settings', ada);
  await expect.element(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  emit('logout');
  await expect.poll(address).toBe('/login');
  await expect.element(signedOut).toBeVisible();
});
