/** Where a user who goes visible is seen, if the browser has to be asked first or no place is known. */
import { listChats } from '@herenow/contract/chats';
import type { OwnUser, Point } from '@herenow/contract/entities';
import { listFeed } from '@herenow/contract/feed';
import { goOnline } from '@herenow/contract/presence';
import { getUser, updateLocation } from '@herenow/contract/profile';
import { placeUnknown } from '@herenow/contract/refusals';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { address, openPage } from './opened-page.tsx';
import { stubAda } from './stubbed-server.ts';
import { watched } from './watched.ts';

/** Opens the sheet as a user whose browser has to ask before it tells where it is, and presses its button. */
async function goVisibleFrom(
  look: (found: PositionCallback, failed: PositionErrorCallback) => void,
  { status = 200, ...me }: Partial<Pick<OwnUser, 'location'>> & { status?: number } = {},
) {
  const { ada, server } = stubAda(me);
  server.on(listFeed, { body: [] });
  server.on(listChats, { body: [] });
  const calls: string[] = [];
  server.on(updateLocation, ({ body }) => {
    calls.push(`at ${(body as Point).coordinates.join()}`);
    return { status };
  });
  server.on(goOnline, () => {
    calls.push('visible');
    return { body: { ...ada, online: true, status: 'online' as const } };
  });
  watched(navigator.permissions, 'query').mockResolvedValue({ state: 'prompt' });
  watched(navigator.geolocation, 'getCurrentPosition').mockImplementation(look as () => unknown);
  await openPage('/chats', ada);
  await page.getByRole('button', { name: /^You are offline/ }).click();
  await page.getByRole('button', { name: 'Go Visible Now' }).click();
  return calls;
}

const found = (succeed: PositionCallback) =>
  succeed({ coords: { longitude: 13.4, latitude: 52.5, accuracy: 20 } } as GeolocationPosition);

const refused = (_: PositionCallback, fail: PositionErrorCallback) =>
  fail({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError);

test('whoever goes visible is asked where they are, and shown there', async () => {
  const calls = await goVisibleFrom(found);
  await expect.poll(() => calls).toEqual(['at 13.4,52.5', 'visible']);
});

test.each<{ who: string; look: Parameters<typeof goVisibleFrom>[0]; status?: number }>([
  {
    who: 'refuses to tell where they are',
    look: refused,
  },
  { who: 'answers nothing, which some browsers never report', look: () => {} },
  { who: 'cannot tell the server where they are', look: found, status: 429 },
])('whoever $who hears where they would be seen, before they are', async ({ look, status = 200 }) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const calls = await goVisibleFrom(look, { status });
  await expect.poll(() => navigator.geolocation.getCurrentPosition).toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20_000);
  const sheet = page.getByRole('dialog', { name: 'Go Visible' });
  await expect.element(sheet.getByText(/^We couldn’t find your location. Go visible anyway\?/)).toBeVisible();
  expect(calls).not.toContain('visible');
  await sheet.getByRole('button', { name: 'Go Visible Anyway' }).click();
  await expect.poll(() => calls).toContain('visible');
});

test('whoever is known to be nowhere and refuses to tell where is offered no place, but another try', async () => {
  const calls = await goVisibleFrom(refused, { location: null });
  const sheet = page.getByRole('dialog', { name: 'Go Visible' });
  await expect.element(sheet.getByText(/^We couldn’t find your location, and without/)).toBeVisible();
  expect(sheet.element().textContent).not.toContain('People near your last location');
  expect(calls).toEqual([]);
  watched(navigator.geolocation, 'getCurrentPosition').mockImplementation(found as () => unknown);
  await sheet.getByRole('button', { name: 'Try Again' }).click();
  await expect.poll(() => calls).toEqual(['at 13.4,52.5', 'visible']);
});

test('whose place the server has forgotten hears so, and is found with the next try', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [] });
  server.on(listChats, { body: [] });
  const told = server.on(updateLocation, { status: 200 });
  watched(navigator.permissions, 'query').mockResolvedValue({ state: 'granted' });
  watched(navigator.geolocation, 'getCurrentPosition').mockImplementation(found as () => unknown);
  await openPage('/chats', ada);
  server.on(getUser, { body: { ...ada, location: null } });
  server.on(goOnline, { ...placeUnknown, headers: { 'refusal-code': placeUnknown.code } });
  await page.getByRole('button', { name: /^You are offline/ }).click();
  await page.getByRole('button', { name: 'Go Visible Now' }).click();
  const again = page.getByRole('button', { name: 'Try Again' });
  await expect.element(again).toBeVisible();
  told.length = 0;
  server.onTap(goOnline, { body: { ...ada, online: true, status: 'online' } });
  await again.click();
  await expect.poll(address).toBe('/payment-success');
  expect(told).toHaveLength(1);
});
