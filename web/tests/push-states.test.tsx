import { getAlert, setAlert } from '@herenow/contract/alerts';
import { listSessions } from '@herenow/contract/accounts';
import { listChats, listMessages } from '@herenow/contract/chats';
import type { Chat } from '@herenow/contract/entities';
import { listFeed } from '@herenow/contract/feed';
import { addFcmToken, getPushKey } from '@herenow/contract/push';
import { placeUnknown } from '@herenow/contract/refusals';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { navigate } from '../src/lib/navigation.tsx';
import { session } from '../src/lib/session.ts';
import { emit } from '../src/lib/window-events.ts';
import { openPage, signInAs } from './opened-page.tsx';
import { chatWith, messageOf, ownRecord } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda, stubServer } from './stubbed-server.ts';

const offer = page.getByRole('dialog', { name: 'Enable Notifications' });

/** Stubs a browser with an undecided permission for notifications; returns how often the permission was read. */
function undecided() {
  const looked = { times: 0 };
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', {
    get permission() {
      looked.times += 1;
      return 'default';
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return looked;
}

/** Stubs a service worker that is active. */
function watchRegistration(parts: object = {}): void {
  const registration = parts as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockReturnValue(Promise.resolve(registration));
  onTestFinished(() => void vi.restoreAllMocks());
}

/** Opens a page as Ada, who has a chat with Bela. */
async function openSignedIn(path: (chatId: string) => string) {
  const ada = ownRecord({ online: true, onlineUntil: new Date(Date.now() + 3_600_000).toISOString() });
  const server = stubServer(ada);
  const chat = chatWith('Bela');
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [messageOf(chat, 'hello')] });
  await openPage(path(chat.id), ada);
  sessionStorage.removeItem('push:later');
}

/**
 * Holds back the timers of a second, so that the page looks whether to offer notifications only when told to; returns
 * what tells it, which returns how often it then looked.
 */
function looking() {
  const looked = undecided();
  const held: (() => void)[] = [];
  const real = window.setTimeout;
  const timers = vi
    .spyOn(window, 'setTimeout')
    .mockImplementation(((run: () => void, ms?: number) =>
      ms === 1000 ? held.push(run) : real(run, ms)) as typeof setTimeout);
  onTestFinished(() => timers.mockRestore());
  return () => {
    const { times } = looked;
    for (const run of held.splice(0)) run();
    return looked.times - times;
  };
}

test('notifications are not offered while the user is typing or has something open', async () => {
  const look = looking();
  await openSignedIn((chatId) => `/chat/${chatId}`);
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('On my');
  // Only a look that offers nothing leads to another.
  const looksOn = async () => {
    await expect.poll(look).toBeGreaterThan(0);
    expect(look()).toBeGreaterThan(0);
  };
  await looksOn();

  await page.getByRole('button', { name: 'More' }).click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  await looksOn();

  await page.getByRole('menuitem', { name: 'Search' }).click();
  await expect.element(page.getByRole('searchbox', { name: 'Search this chat' })).toHaveFocus();
  await looksOn();
  (document.activeElement as HTMLElement).blur();
  // The menu may still be closing.
  await expect.poll(() => look() || offer.query()).toBeInstanceOf(Element);
  await offer.getByRole('button', { name: 'Close' }).click();
  await expect.element(field).toHaveValue('On my');
});

test('notifications are offered a second after the page knows its user', async () => {
  const look = looking();
  await openSignedIn(() => '/chats');
  await expect.poll(look).toBeGreaterThan(0);
  await expect.element(offer).toBeVisible();
});

test('an offer of notifications left open at a sign-out is not shown to the next user', async () => {
  undecided();
  await openSignedIn(() => '/chats');
  await expect.element(offer).toBeVisible();
  session.close();
  await expect.element(offer).not.toBeInTheDocument();
  // From here on, the sheet would not open by itself.
  sessionStorage.setItem('push:later', 'yes');
  signInAs(ownRecord({ username: 'Chidi' }));
  await expect.element(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(offer.query()).toBeNull();
});

/** Stubs a browser that allows notifications, perhaps with a subscription for a key; returns its `unsubscribe`. */
function allowing(key?: Uint8Array<ArrayBuffer>) {
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', { permission: 'granted' });
  onTestFinished(() => void vi.unstubAllGlobals());
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true);
  const old = {
    endpoint: 'https://push.example/old',
    options: { applicationServerKey: key?.buffer },
    unsubscribe,
  };
  const subscription = { endpoint: 'https://push.example/new' };
  const pushManager = {
    getSubscription: async () => (key ? old : null),
    subscribe: async () => subscription,
  };
  watchRegistration({ pushManager });
  return unsubscribe;
}

test.each([
  ['new', undefined, 'new', 0],
  ['known', Uint8Array.of(0, 0, 0), 'old', 0],
  ['subscribed for another key of the server', Uint8Array.of(1, 2, 3), 'new', 1],
])('a device that is %s is registered in silence', async (_, key, endpoint, dropped) => {
  const unsubscribe = allowing(key);
  const { ada, server } = stubAda();
  server.on(listChats, { body: [] });
  server.on(getPushKey, { body: 'AAAA' });
  const added = server.on(addFcmToken, { status: 200 });
  await openPage('/chats', ada);
  await expect
    .poll(() => added.map(({ body }) => body))
    .toMatchObject([
      { userId: ada.id, fcmToken: expect.stringContaining(`https://push.example/${endpoint}`) },
    ]);
  expect(unsubscribe).toHaveBeenCalledTimes(dropped);
  expect(offer.query()).toBeNull();
});

test('a device that cannot be registered is no failure of the page, only of its log', async () => {
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', { permission: 'granted' });
  onTestFinished(() => void vi.unstubAllGlobals());
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { ada, server } = stubAda();
  server.on(listChats, { body: [] });
  server.on(getPushKey, { body: 'AAAA' });
  server.on(addFcmToken, { status: 500, text: 'Something went wrong on our side. Please try again.' });
  const pushManager = { getSubscription: async () => null, subscribe: async () => ({}) };
  watchRegistration({ pushManager });
  await openPage('/chats', ada);
  await expect
    .poll(() => warn.mock.calls)
    .toContainEqual(['Failed to send token to server', expect.any(Error)]);
  await expect.element(page.getByText('No Pins Yet')).toBeVisible();
  expect(page.getByRole('alert').query()).toBeNull();
});

test('notifications allowed in the browser’s settings are on when the user comes back', async () => {
  const allowed = { permission: 'denied' };
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', allowed);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { ada, server } = stubAda();
  const asked = server.on(getPushKey, { status: 503 });
  watchRegistration();
  await openPage('/notifications', ada);
  const blocked = page.getByText(/^Your browser is blocking notifications/);
  await expect.element(blocked).toBeVisible();
  allowed.permission = 'granted';
  // A painted page may not have its listeners yet, so the event is repeated.
  await expect
    .poll(() => {
      emit('appVisible');
      return blocked.query();
    })
    .toBeNull();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
});

test('the number on the app’s icon is the page’s again once the page is visible', async () => {
  const shown: (number | undefined)[] = [];
  const set = vi.spyOn(navigator, 'setAppBadge').mockImplementation(async (count) => void shown.push(count));
  onTestFinished(() => set.mockRestore());
  const { ada, server } = stubAda();
  server.on(listChats, { body: [{ ...chatWith('Bela'), unreadCount: 2 }] });
  await openPage('/chats', ada);
  await expect.poll(() => shown.at(-1)).toBe(1);
  // The service worker counts notifications while the page is hidden, for example about people nearby.
  shown.push(5);
  emit('appVisible');
  await expect.poll(() => shown.at(-1)).toBe(1);
});

/** Stubs the notifications that the device shows; returns the texts of those that are left. */
function shownNotifications(
  ...all: { text: string; chatId?: string; type: string; url?: string; shownAt?: number }[]
) {
  const left = new Set(all.map(({ text }) => text));
  const notifications = all.map(({ text, ...data }) => ({ data, close: () => left.delete(text) }));
  const registration = { getNotifications: async () => notifications } as unknown;
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(
    registration as ServiceWorkerRegistration,
  );
  onTestFinished(() => void vi.restoreAllMocks());
  return () => [...left];
}

test('a notification is removed once its chat is gone or nothing waits there, and stays until then', async () => {
  const { ada, server } = stubAda();
  const channel = stubChannel(server);
  const [bela, chidi, dora] = ['Bela', 'Chidi', 'Dora'].map(chatWith) as [Chat, Chat, Chat];
  const left = shownNotifications(
    { text: 'of a chat that is gone', chatId: chatWith('Gone').id, type: 'MESSAGE' },
    { text: 'read elsewhere', chatId: bela.id, type: 'MESSAGE' },
    { text: 'waiting', chatId: chidi.id, type: 'MESSAGE' },
    { text: 'newer than the list', chatId: bela.id, type: 'MESSAGE', shownAt: Date.now() + 60_000 },
    // From before the clock of the device was set back.
    { text: 'of tomorrow', chatId: bela.id, type: 'MESSAGE', shownAt: Date.now() + 86_400_000 },
    { text: 'accepted', chatId: dora.id, type: 'PIN_ACCEPT' },
    { text: 'people near', type: 'NEARBY', url: '/feed' },
  );
  server.on(listChats, { body: [bela, { ...chidi, unreadCount: 1 }, dora] });
  // This module loads with the later screens, once the page is quiet.
  await import('../src/features/chats/gone-chats.ts');
  await openPage('/settings', ada);
  await expect.poll(left).toEqual(['waiting', 'newer than the list', 'accepted', 'people near']);

  server.on(listChats, { body: [bela, dora] });
  await channel.bring('chats-gone', { chatId: chidi.id });
  await expect.poll(left).toEqual(['newer than the list', 'accepted', 'people near']);
  server.on(listMessages, { body: [] });
  navigate(`/chat/${dora.id}`);
  await expect.poll(left).toEqual(['newer than the list', 'people near']);
  server.on(listFeed, { body: [] });
  navigate('/feed');
  emit('appVisible');
  await expect.poll(left).toEqual(['newer than the list']);
});

test('the list of sessions shows which ones get notifications, and if this one sends them elsewhere', async () => {
  undecided();
  const { ada, server } = stubAda();
  const moment = new Date().toISOString();
  const sessionOn = (device: string, current: boolean) => ({
    id: crypto.randomUUID(),
    created: moment,
    lastUsedAt: moment,
    appSource: 'web',
    device,
    current,
    pushes: true,
  });
  server.on(listSessions, { body: [sessionOn('Chrome', true), sessionOn('Firefox', false)] });
  await openPage('/privacy-safety', ada);
  await expect.element(page.getByText(/go to an address that wasn’t set up here/)).toBeVisible();
  await expect.element(page.getByText(/Last used .* · Gets notifications/)).toBeVisible();
});

test('whoever the server knows to be nowhere reads that an alert needs a place, not that the browser fails', async () => {
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', {
    permission: 'granted',
    requestPermission: () => Promise.resolve('granted'),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [] });
  server.on(getAlert, { body: { until: null, maxDistanceKm: null } });
  server.on(setAlert, { ...placeUnknown, headers: { 'refusal-code': placeUnknown.code } });
  await openPage('/feed', ada);
  await page.getByRole('switch', { name: 'Tell me when people nearby become visible' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(placeUnknown.text);
});
