import { getUser } from '@herenow/contract/profile';
import { blockUser, reportUser } from '@herenow/contract/safety';
import { hold } from './answers.ts';
import { expect, SERVICE_WORKERS, test } from './fixtures.ts';
import { meet, neighbours, neighboursInChat, sayTo } from './meetings.ts';
import { enter, enterConnected } from './signed-in.ts';

test.use({ serviceWorkers: SERVICE_WORKERS });

test('a message that reads as a threat needs a confirmation, and is reported to nobody @slow', async ({
  page,
  baseURL,
}) => {
  const { ada, chatId } = await neighboursInChat(baseURL);
  const loaded = await hold(page, /second-look/);
  // A message waits up to two seconds for the question's code; a slow machine may need longer.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    window.setTimeout = ((call: () => void, ms: number) =>
      setTimeout(call, ms === 2000 ? 60_000 : ms)) as typeof setTimeout;
  });
  await enter(page, ada, `/chat/${chatId}`);
  const field = page.getByLabel('Message', { exact: true });
  const told: string[] = [];
  page.on('request', (request) => {
    if (request.postData()?.includes('where you live')) told.push(new URL(request.url()).pathname);
  });
  await field.fill('I know where you live');
  await page.keyboard.press('Enter');
  // A message sent before the question's code has loaded waits for it.
  loaded();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(question).toContainText('threat');
  await question.getByRole('button', { name: 'Edit' }).click();
  await expect(question).toHaveCount(0);
  await expect(field).toHaveValue('I know where you live');
  expect(told).toEqual([]);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await question.getByRole('button', { name: 'Send Anyway' }).click();
  await expect(field).toHaveValue('');
  await expect.poll(() => told).toEqual(['/api/chat/send-message']);

  await field.fill('Hello there');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log').getByText('Hello there')).toBeVisible();
  await expect(question).toHaveCount(0);
});

test('leaving quickly goes offline, and Back does not return to the app', async ({ page, baseURL }) => {
  const { ada } = await neighbours(baseURL);
  await page.route('https://www.wikipedia.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Encyclopedia</title>' }),
  );
  await enter(page, ada, '/settings');
  const online = async () => (await ada.call(getUser, { params: { id: ada.id } })).json.online;
  expect(await online()).toBe(true);
  const offline = page.waitForRequest('**/api/user/go-offline');
  await page.getByRole('button', { name: 'Leave Quickly' }).click();
  expect((await offline).method()).toBe('POST');
  await expect(page).toHaveTitle('Encyclopedia');
  await page.goBack({ timeout: 5000 }).catch(() => null);
  expect(page.url()).not.toContain('/settings');
  await expect.poll(online).toBe(false);
});

test('leaving quickly keeps no page ahead in the history, and only the first one behind @slow', async ({
  page,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  await page.route('https://www.wikipedia.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Encyclopedia</title>' }),
  );
  await enter(page, ada, '/feed');
  const tabs = page.getByRole('navigation');
  await tabs.getByRole('link', { name: 'Pinned' }).click();
  await expect(page).toHaveURL(/\/chats$/);
  await tabs.getByRole('link', { name: 'Profile' }).click();
  // A layer over a page has a history entry of its own, which is ahead once the layer is closed.
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Leave Quickly' }).click();
  await expect(page).toHaveTitle('Encyclopedia');
  await page.goForward({ timeout: 5000 }).catch(() => null);
  await expect(page).toHaveTitle('Encyclopedia');
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL(/\/feed$/);
});

test('one message is reported from its menu', async ({ page, baseURL }) => {
  const { ada, bela, chatId } = await neighboursInChat(baseURL);
  const messageId = await sayTo(chatId, bela, ada, 'Send me your address');
  await enter(page, ada, `/chat/${chatId}`);
  const message = page.locator(`[data-message="${messageId}"]`);
  await message.hover();
  await message.getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: 'Report This Message' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report User' });
  await expect(dialog).toContainText('This message and those around it go with your report');
  await dialog.getByRole('radio', { name: 'Inappropriate messages' }).check();
  await dialog.getByLabel('Also block Bela').check();
  const sent = page.waitForRequest('**/api/user/report');
  await dialog.getByRole('button', { name: 'Send Report' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ messageId, reportedUserId: bela.id, fromChat: true });
  await expect(page).toHaveURL(/\/chats$/);
});

test('a person who blocked first can be reported from the list of former chats @slow', async ({
  page,
  baseURL,
}) => {
  const { ada, bela } = await neighbours(baseURL);
  await meet(ada, bela);
  await bela.call(blockUser, { body: { userId: bela.id, userToBlockId: ada.id } });
  await enter(page, ada, '/blocked-users');
  await expect(page.getByRole('heading', { name: 'No longer in your chats' })).toBeVisible();
  await page.getByRole('button', { name: 'Report Bela' }).click();
  const sheet = page.getByRole('dialog', { name: 'Report User' });
  await sheet.getByLabel('Harassment or bullying').check();
  await expect(sheet.getByLabel('Also block Bela')).toHaveCount(0);
  const sent = page.waitForRequest(`**${reportUser.path}`);
  await sheet.getByRole('button', { name: 'Send Report' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ reportedUserId: bela.id, alsoBlock: false });
  await expect(page.getByText(/^User reported successfully/)).toBeVisible();
  await expect(sheet).toHaveCount(0);
});

test('a person blocked with a report leaves the feed, and is back once unblocked', async ({
  page,
  baseURL,
  expectConsoleErrors,
}) => {
  // The event of the block may reach the profile, which refetches, just before it is left.
  expectConsoleErrors(/api\/user\/.*404/);
  const { ada } = await neighbours(baseURL);
  const changed = () => page.waitForResponse('**/api/feed/changes');
  const connected = changed();
  await enterConnected(page, ada, '/feed');
  await connected;
  await page.getByRole('link', { name: /^Bela/ }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report User' }).click();
  const sheet = page.getByRole('dialog', { name: 'Report User' });
  await sheet.getByLabel('Spam or fake account').check();
  await sheet.getByLabel('Also block Bela').check();
  const told = changed();
  await sheet.getByRole('button', { name: 'Send Report' }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await told;
  await expect(page.getByText('No one is visible right now')).toBeVisible();

  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await page.getByRole('link', { name: 'Blocked Users' }).click();
  await page.getByRole('button', { name: 'Unblock Bela' }).click();
  await expect(page.getByText('Nobody is blocked')).toBeVisible();
  await page.getByRole('link', { name: 'Explore' }).click();
  await expect(page.getByRole('button', { name: 'Pin Bela' })).toBeVisible();
});

test('with text of twice the size a blocked person’s name fits beside the buttons @slow', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { ada, bela } = await neighbours(baseURL);
  await ada.call(blockUser, { body: { userId: ada.id, userToBlockId: bela.id } });
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')),
  );
  await enter(page, ada, '/blocked-users');
  const row = page.getByRole('main').getByRole('listitem');
  await expect(row.getByRole('button', { name: 'Unblock Bela' })).toBeVisible();
  const name = (await row.getByText(/^Bela, \d\d$/).boundingBox())!;
  expect(name.height).toBeLessThan(60);
  const ends = await row.evaluate((one) => one.scrollWidth - one.clientWidth);
  expect(ends).toBe(0);
});
