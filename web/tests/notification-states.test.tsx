import { getUser, updateUser } from '@herenow/contract/profile';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { words } from '../src/features/settings/words.ts';
import { session } from '../src/lib/session.ts';
import { emit } from '../src/lib/window-events.ts';
import { openPage } from './opened-page.tsx';
import { ownRecord } from './people.ts';
import { stubAda, stubServer } from './stubbed-server.ts';
import { storageElsewhere } from './two-tabs.ts';

test('sound and vibration chosen in another tab are shown, and kept by a change here', async () => {
  const { ada } = stubAda();
  await openPage('/notifications', ada);
  const sound = page.getByRole('switch', { name: 'Sound' });
  await expect.element(sound).not.toBeChecked();
  storageElsewhere().setItem('signals', JSON.stringify({ sound: true, vibration: false }));
  await expect.element(sound).toBeChecked();
  await page.getByRole('switch', { name: 'Vibration' }).click();
  expect(JSON.parse(localStorage.getItem('signals')!)).toEqual({ sound: true, vibration: true });
});

test('a toggle that was not saved says so even if a later one was', async () => {
  const { ada, server } = stubAda();
  await openPage('/notifications', ada);
  const [first, second] = ['New messages', 'Pins and matches'].map((name) =>
    page.getByRole('switch', { name }).first(),
  );
  const release = server.hold(updateUser, { status: 500 });
  await first!.click();
  await second!.click();
  server.on(updateUser, {
    body: { ...ada, notificationSettings: { ...ada.notificationSettings, pushNotificationPin: false } },
  });
  release();
  await expect.element(second!).not.toBeChecked();
  await expect.element(first!).toBeChecked();
  await expect.element(page.getByText('We couldn’t save this. Please try again.')).toBeVisible();
});

test('a toggle that was not saved says so where it is, and nothing above it moves', async () => {
  const { ada, server } = stubAda();
  server.on(updateUser, { status: 500 });
  await openPage('/notifications', ada);
  await page.viewport(320, 568);
  const toggle = page.getByRole('switch', { name: 'News and updates' });
  await expect.element(toggle).toBeVisible();
  const place = () => toggle.element().getBoundingClientRect();
  toggle.element().scrollIntoView({ block: 'center' });
  const before = place();
  await toggle.click();
  const failure = page.getByText('We couldn’t save this. Please try again.');
  await expect.element(failure).toBeInViewport();
  expect(place().top).toBe(before.top);
  expect(failure.element().getBoundingClientRect().top).toBeGreaterThan(before.bottom);
});

test('a record read before a toggle was saved does not flip it back @slow', async () => {
  const ada = ownRecord();
  const saved = {
    ...ada,
    notificationSettings: { ...ada.notificationSettings, pushNotificationMessages: false },
  };
  const server = stubServer(ada);
  const opening = server.on(getUser, { body: ada });
  // This module loads with the later screens, once the page is quiet.
  await import('../src/app/own-record.ts');
  await openPage('/notifications', ada);
  await expect.poll(() => opening.length).toBeGreaterThan(0);
  const messages = page.getByRole('switch', { name: 'New messages' }).first();
  await expect.element(messages).toBeChecked();
  const release = server.hold(getUser, { body: ada });
  emit('connected');
  server.on(updateUser, { body: saved });
  await messages.click();
  await expect.poll(() => session.get().user?.notificationSettings.pushNotificationMessages).toBe(false);
  const asked = server.on(getUser, { body: saved });
  release();
  await expect.poll(() => asked.length).toBe(1);
  await expect.element(messages).not.toBeChecked();
  expect(session.get().user?.notificationSettings.pushNotificationMessages).toBe(false);
});

test('a permission that is changed beside the page shows', async () => {
  const browser = { permission: 'denied' };
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', browser);
  const status = Object.assign(new EventTarget(), { name: 'notifications' }) as PermissionStatus;
  vi.spyOn(navigator.permissions, 'query').mockResolvedValue(status);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const { ada } = stubAda();
  await openPage('/notifications', ada);
  const blocked = page.getByText(words.notifications.blocked);
  await expect.element(blocked).toBeVisible();
  browser.permission = 'granted';
  status.dispatchEvent(new Event('change'));
  await expect.element(blocked).not.toBeInTheDocument();
});

test('the theme that another tab has chosen is marked, even after this page was in the cache of the browser', async () => {
  const { ada } = stubAda();
  await openPage('/settings', ada);
  const chosen = (name: string) => expect.element(page.getByRole('radio', { name, exact: true }));
  await chosen('System').toBeChecked();
  storageElsewhere().setItem('theme', 'dark');
  await chosen('Dark').toBeChecked();
  // A page in the cache hears of no change.
  localStorage.setItem('theme', 'light');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await chosen('Light').toBeChecked();
});
