import { hold } from './answers.ts';
import { expect, PHONE, test } from './fixtures.ts';
import { neighbours, neighboursInChat, pin, sayTo } from './meetings.ts';
import { enter, enterConnected } from './signed-in.ts';

test.use(PHONE);

test('each change of the list of chats is announced', async ({ page, baseURL }) => {
  const { ada, bela, chatId } = await neighboursInChat(baseURL);
  await enterConnected(page, ada, '/chats');
  const told = page.getByRole('main').getByRole('status').locator('span');
  await expect(told).toHaveText('');
  await sayTo(chatId, bela, ada, 'Hello');
  await expect(told).toHaveText('New message from Bela');
  const first = await told.elementHandle();
  await sayTo(chatId, bela, ada, 'Are you there?');
  await expect.poll(() => first!.evaluate(({ isConnected }) => isConnected)).toBe(false);
  await expect(told).toHaveText('New message from Bela');
});

test('a new request in the list of chats is announced', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL);
  await enterConnected(page, ada, '/chats');
  await expect(page.getByText('No Pins Yet')).toBeVisible();
  await pin(bela, ada);
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Bela pinned you.');
});

test('the text of a message is not read again when the parts of its chat load', async ({ page, baseURL }) => {
  const { ada, bela, chatId } = await neighboursInChat(baseURL);
  await sayTo(chatId, bela, ada, 'Hello');
  await sayTo(chatId, bela, ada, 'See https://example.org');
  const release = await hold(page, /\/assets\/conversation-parts-[^/]+\.js$/);
  await enter(page, ada, `/chat/${chatId}`);
  const text = page.getByRole('log').getByText('Hello', { exact: true });
  const node = await text.evaluateHandle((element) => element.firstChild!);
  release();
  await expect(page.getByRole('log').getByRole('button', { name: 'https://example.org' })).toBeVisible();
  expect(await node.evaluate(({ isConnected }) => isConnected)).toBe(true);
});

test('the user’s own message is read once, when it is sent', async ({ page, baseURL }) => {
  const { ada, chatId } = await neighboursInChat(baseURL);
  await enter(page, ada, `/chat/${chatId}`);
  const release = await hold(page, '**/api/chat/send-message');
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
  await page.keyboard.press('Enter');
  const log = page.getByRole('log');
  const spoken = () =>
    log
      .getByText('Hello', { exact: true })
      .evaluate((element) => element.closest('[aria-live=off]') === null);
  await expect(log.getByText('Sending')).toBeVisible();
  expect(await spoken()).toBe(false);
  release();
  await expect(log.getByText('Sent', { exact: true })).toBeAttached();
  expect(await spoken()).toBe(true);
});

test('a pin is announced once, by its toast, and so is that it can be undone', async ({ page, baseURL }) => {
  const { ada } = await neighbours(baseURL);
  await enter(page, ada, '/feed');
  await page.getByRole('button', { name: 'Pin Bela' }).click();
  const undo = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Undo' }) });
  await expect(undo).toMatchAriaSnapshot('- status:\n  - button "Undo"');
  await expect(page.getByText('Pinned Bela by mistake?')).toBeVisible();
});

test('a slider announces its value once, and there is one button to add a photo', async ({
  page,
  baseURL,
}) => {
  const { ada } = await neighbours(baseURL);
  await enter(page, ada, '/distance-setup');
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /km/);
  await expect(page.locator('output')).toHaveAttribute('aria-live', 'off');
  await page.goto('/my-profile');
  await expect(page.getByRole('button', { name: 'Add Photo' })).toHaveCount(1);
  // There is a button for the camera where there is a finger.
  await expect(page.getByRole('button', { name: 'Take a Photo' })).toHaveCount(0);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('a screen reader finds the actions of every message', async ({ page, baseURL }) => {
    const { ada, bela, chatId } = await neighboursInChat(baseURL);
    for (const text of ['Hello', 'Are you near?', 'I am']) await sayTo(chatId, bela, ada, text);
    await enter(page, ada, `/chat/${chatId}`);
    const actions = page.getByRole('log').getByRole('button', { name: 'Message actions' });
    await expect(actions).toHaveCount(3);
    await actions.first().press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Reply' })).toBeVisible();
  });
});
