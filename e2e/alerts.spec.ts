import { createECDH, randomBytes } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { enter, someone } from './signed-in.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** Returns what a browser would get from a push service, which a test does not have. */
function subscription() {
  const ecdh = createECDH('prime256v1');
  const keys = { p256dh: ecdh.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  return { endpoint: `https://push.example.org/${randomBytes(8).toString('hex')}`, keys };
}

test('a user in an empty feed sets an alert, and only then does the browser ask for permission', async ({
  page,
  baseURL,
}) => {
  const ada = await someone('Ada', { baseURL });
  await page.addInitScript((made) => {
    let permission: NotificationPermission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    // The choice survives reloads.
    Notification.requestPermission = async () =>
      (permission = (sessionStorage.getItem('answer') ?? 'default') as NotificationPermission);
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () => made as unknown as PushSubscription;
    sessionStorage.setItem('push:later', 'yes');
  }, subscription());
  const answer = (permission: string) =>
    page.evaluate((text) => sessionStorage.setItem('answer', text), permission);
  await enter(page, ada, '/feed');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const tell = page.getByRole('switch', { name: 'Tell me when people nearby become visible' });
  await expect(tell).not.toBeChecked();
  await expect(page.getByText('By notification, for the next 3 hours. It doesn’t say who.')).toBeVisible();

  await tell.click();
  await expect(page.getByText('We can only tell you if you allow notifications.')).toBeVisible();
  await expect(tell).not.toBeChecked();
  await answer('denied');
  await tell.click();
  await expect(page.getByText(/^Notifications are switched off for this site/)).toBeVisible();
  await expect(tell).not.toBeChecked();
  await answer('granted');
  await tell.click();
  await expect(tell).toBeChecked();
  await expect(page.getByText(/^Until .+, within about 50 km of where you switched it on$/)).toBeVisible();
  await expect(page.getByText(/^Notifications are switched off/)).toHaveCount(0);

  // The alert shows as on everywhere, and can be switched off everywhere.
  await page.goto('/notifications');
  await expect(tell).toBeChecked();
  await tell.click();
  await expect(tell).toHaveCount(0);
  await page.goto('/feed');
  await expect(tell).toBeEnabled();
  await expect(tell).not.toBeChecked();
});
