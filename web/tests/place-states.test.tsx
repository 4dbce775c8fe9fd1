import { listChats } from '@herenow/contract/chats';
import type { OwnUser } from '@herenow/contract/entities';
import { listFeed } from '@herenow/contract/feed';
import { goOnline } from '@herenow/contract/presence';
import { getUser, updateLocation } from '@herenow/contract/profile';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { tellLocation } from '../src/features/places/location.ts';
import { navigate } from '../src/lib/navigation.tsx';
import { session } from '../src/lib/session.ts';
import { address, openPage, signInAs } from './opened-page.tsx';
import { otherRecord } from './people.ts';
import { stubAda } from './stubbed-server.ts';
import { storageElsewhere } from './two-tabs.ts';
import { watched } from './watched.ts';

const WENT = /^Your home zones were removed from this device/;
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

test('whoever goes visible after the last home zone was removed is asked once, since somebody else may have done it', async () => {
  const { ada, server } = stubAda();
  server.on(listChats, { body: [] });
  const went = server.on(goOnline, { body: { ...ada, online: true, status: 'online' } });
  keepZone(ada);
  localStorage.setItem('hint:homeZones', ada.id.slice(-4));
  await openPage('/home-zones', ada);
  await page.getByRole('button', { name: 'Remove Home' }).click();
  await expect.element(page.getByText('You have no home zones.')).toBeVisible();
  navigate('/chats');
  await page.getByRole('button', { name: /^You are offline/ }).click();
  await page.getByRole('button', { name: 'Go Visible Now' }).click();
  await expect.element(page.getByText(WENT)).toBeVisible();
  expect(went).toHaveLength(0);
  await page.getByRole('button', { name: 'Go Visible Anyway' }).click();
  await expect.poll(address).toBe('/payment-success');
});

test('going visible marks anew that this device has home zones', async () => {
  const { ada, server } = stubAda();
  server.on(listChats, { body: [] });
  server.on(goOnline, { body: { ...ada, online: true, status: 'online' } });
  slowPosition();
  await openPage('/chats', ada);
  keepZone(ada);
  await page.getByRole('button', { name: /^You are offline/ }).click();
  await page.getByRole('button', { name: 'Go Visible Now' }).click();
  await expect.poll(() => localStorage.getItem('hint:homeZones')).toBe(ada.id.slice(-4));
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('the page of home zones says that the sign-out deleted them', async () => {
  const { ada } = stubAda();
  localStorage.setItem('hint:homeZones', ada.id.slice(-4));
  await openPage('/home-zones', ada);
  await expect.element(page.getByText(WENT)).toBeVisible();
  expect(localStorage.getItem('hint:homeZones')).toBeNull();
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
