import { logout } from '@herenow/contract/accounts';
import { listChats } from '@herenow/contract/chats';
import type { OwnUser } from '@herenow/contract/entities';
import { listFeed } from '@herenow/contract/feed';
import { goOnline } from '@herenow/contract/presence';
import { getUser, updateLocation } from '@herenow/contract/profile';
import { removeFcmToken } from '@herenow/contract/push';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { signOut } from '../src/features/accounts/index.ts';
import { tellLocation } from '../src/features/places/location.ts';
import { navigate } from '../src/lib/navigation.tsx';
import { session } from '../src/lib/session.ts';
import { address, openPage, signInAs } from './opened-page.tsx';
import { messageOf, otherRecord } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda, stubChat } from './stubbed-server.ts';
import { storageElsewhere } from './two-tabs.ts';

function watched<Of extends object, Name extends keyof Of & string>(of: Of, name: Name) {
  const spy = vi.spyOn(of as Record<string, () => unknown>, name);
  onTestFinished(() => spy.mockRestore());
  return spy;
}

const WENT = /^Your home zones were removed when you were signed out on this device/;
const ELSEWHERE = { longitude: 13.4, latitude: 52.5 };

/** Stubs a device that finds its position only when `find` is called; `accuracy` in metres. */
function slowPosition(accuracy = 20) {
  const asked: PositionCallback[] = [];
  watched(navigator.permissions, 'query').mockResolvedValue({ state: 'granted' });
  watched(navigator.geolocation, 'getCurrentPosition').mockImplementation(((found: PositionCallback) =>
    asked.push(found)) as () => unknown);
  return {
    asked: () => expect.poll(() => asked.length).toBeGreaterThan(0),
    find: () => {
      for (const found of asked.splice(0))
        found({ coords: { ...ELSEWHERE, accuracy } } as GeolocationPosition);
    },
  };
}

function keepZone({ id, location }: OwnUser): void {
  const zone = { name: 'Home', centre: { type: 'Point', coordinates: [0, 0] }, stand: location };
  localStorage.setItem('homeZones', JSON.stringify({ userId: id, zones: [zone] }));
}

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

test('a user who closes the sheet while their position is being found does not become visible @slow', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [] });
  server.on(listChats, { body: [] });
  const asked = server.on(goOnline, { body: { ...ada, online: true, status: 'online' } });
  const position = slowPosition();
  await openPage('/chats', ada);
  keepZone(ada);
  const sheet = page.getByRole('dialog', { name: 'Go Visible' });
  const go = async () => {
    await page.getByRole('button', { name: /^You are offline/ }).click();
    await sheet.getByRole('button', { name: 'Go Visible Now' }).click();
    await position.asked();
  };
  await go();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  position.find();
  // The second time goes through; the only request at the end shows that the first time sent none.
  await go();
  position.find();
  await expect.poll(address).toBe('/payment-success');
  expect(asked).toHaveLength(1);
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

test('a home zone removed while the place of another is being found does not come back', async () => {
  const { ada } = stubAda();
  const position = slowPosition();
  keepZone(ada);
  await openPage('/home-zones', ada);
  await page.getByRole('textbox', { name: 'Name' }).fill('Work');
  await page.getByRole('button', { name: 'Add This Place' }).click();
  await position.asked();
  await page.getByRole('button', { name: 'Remove Home' }).click();
  position.find();
  const zones = page.getByRole('list', { name: 'Your home zones' });
  await expect.element(zones).toMatchTextContent('Work');
  await expect.element(zones).not.toMatchTextContent('Home');
});

test('the name typed for a home zone stays while another zone is removed', async () => {
  const { ada } = stubAda();
  keepZone(ada);
  await openPage('/home-zones', ada);
  const name = page.getByRole('textbox', { name: 'Name' });
  // The browser would offer it in other fields, and to others, long after it is wiped.
  await expect.element(name).toHaveAttribute('autocomplete', 'off');
  await name.fill('Work');
  await page.getByRole('button', { name: 'Remove Home' }).click();
  await expect.element(page.getByText('You have no home zones.')).toBeVisible();
  await expect.element(name).toHaveValue('Work');
});

test('a home zone added in another tab is shown, and not lost when one is removed here', async () => {
  const { ada } = stubAda();
  keepZone(ada);
  await openPage('/home-zones', ada);
  await expect.element(page.getByRole('button', { name: 'Remove Home' })).toBeVisible();
  const kept = JSON.parse(localStorage.getItem('homeZones')!) as { zones: object[] };
  kept.zones.push({ ...kept.zones[0], name: 'Work' });
  storageElsewhere().setItem('homeZones', JSON.stringify(kept));
  await expect.element(page.getByRole('button', { name: 'Remove Work' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Home' }).click();
  await expect.element(page.getByRole('button', { name: 'Remove Home' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Remove Work' })).toBeVisible();
});

test('a sign-out while a home zone is being found leaves none behind', async () => {
  const { ada } = stubAda();
  const position = slowPosition();
  await openPage('/home-zones', ada);
  await page.getByRole('button', { name: 'Add This Place' }).click();
  await position.asked();
  session.close();
  await expect.poll(address).toBe('/login');
  position.find();
  // The page is gone; this waits until the module that it loads to draw a zone is here.
  await import('../src/features/places/neighbours.ts');
  await new Promise(requestAnimationFrame);
  expect(localStorage.getItem('homeZones')).toBeNull();
});

test('a user who had home zones is told once that the sign-out deleted them @slow', async () => {
  const { ada, server } = stubAda();
  server.on(listChats, { body: [] });
  const position = slowPosition();
  await openPage('/home-zones', ada);
  await page.getByRole('button', { name: 'Add This Place' }).click();
  await position.asked();
  position.find();
  await expect.element(page.getByRole('button', { name: 'Remove Home' })).toBeVisible();
  // As when the session is ended from another device.
  session.close();
  await expect.poll(address).toBe('/login');

  const goVisibleAs = async (me: OwnUser) => {
    server.on(getUser, { body: me });
    const went = server.on(goOnline, { body: { ...me, online: true, status: 'online' } });
    signInAs(me);
    navigate('/chats');
    await page.getByRole('button', { name: /^You are offline/ }).click();
    await page.getByRole('button', { name: 'Go Visible Now' }).click();
    return went;
  };
  // Another user of this device gets no notice.
  const bela = await goVisibleAs(otherRecord('Bela'));
  await expect.poll(() => bela.length).toBe(1);
  await expect.poll(address).toBe('/payment-success');

  const went = await goVisibleAs(ada);
  await expect.element(page.getByText(WENT)).toBeVisible();
  expect(went).toHaveLength(0);
  await userEvent.keyboard('{Escape}');
  await goVisibleAs(ada);
  await expect.poll(address).toBe('/payment-success');
});

test('the page of home zones says that the sign-out deleted them', async () => {
  const { ada } = stubAda();
  localStorage.setItem('hint:homeZones', ada.id.slice(-4));
  await openPage('/home-zones', ada);
  await expect.element(page.getByText(WENT)).toBeVisible();
  expect(localStorage.getItem('hint:homeZones')).toBeNull();
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

test.each([5_000, 50_000])(
  'no home zone is drawn around a position that is off by up to %i m',
  async (metres) => {
    const { ada } = stubAda();
    const position = slowPosition(metres);
    await openPage('/home-zones', ada);
    await page.getByRole('button', { name: 'Add This Place' }).click();
    await position.asked();
    position.find();
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(
        'Your device only knows roughly where it is, so the zone could end up in the wrong place.',
      );
    expect(localStorage.getItem('homeZones')).toBeNull();
  },
);

test('a device without positions says so', async () => {
  const { ada } = stubAda();
  const location = vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue(undefined as never);
  onTestFinished(() => location.mockRestore());
  await openPage('/home-zones', ada);
  await page.getByRole('button', { name: 'Add This Place' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('Geolocation is not supported by your browser.');
});

test('a failed position fix is repeated at once, not a minute later', async () => {
  const { ada, server } = stubAda({ id: '00000000-0000-4000-8000-00000000f1f0' });
  const told = server.on(updateLocation, { status: 200 });
  watched(navigator.permissions, 'query').mockResolvedValue({ state: 'granted' });
  const tooSlow = { code: 3, PERMISSION_DENIED: 1 } as GeolocationPositionError;
  const looked = watched(navigator.geolocation, 'getCurrentPosition');
  looked.mockImplementation(((_found: PositionCallback, failed: PositionErrorCallback) =>
    failed(tooSlow)) as () => unknown);
  await openPage('/settings', ada);
  await expect(tellLocation()).rejects.toThrow('failed');
  looked.mockImplementation(((found: PositionCallback) =>
    found({ coords: { ...ELSEWHERE, accuracy: 20 } } as GeolocationPosition)) as () => unknown);
  await expect(tellLocation()).resolves.toBe(true);
  expect(told).toHaveLength(1);
});
