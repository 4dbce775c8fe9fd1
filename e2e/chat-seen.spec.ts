import type { Page } from '@playwright/test';
import { listMessages } from '@herenow/contract/chats';
import type { Message } from '@herenow/contract/entities';
import type { PublicPerson } from '@herenow/testing/public-person';
import { neighboursInChat, sayTo } from './meetings.ts';
import { expect, PHONE, SERVICE_WORKERS, test } from './fixtures.ts';
import { enter } from './signed-in.ts';
import { say } from './journey-steps.ts';

test.use(PHONE);

let ada: PublicPerson;
let bela: PublicPerson;
let chatId: string;
test.beforeEach(async ({ baseURL }) => {
  ({ ada, bela, chatId } = await neighboursInChat(baseURL));
});

const log = (page: Page) => page.getByRole('log');

test('a message is seen once it is on the screen, not while the user reads further up @slow', async ({
  page,
}) => {
  for (let at = 1; at <= 16; at += 1)
    await sayTo(chatId, bela, ada, `No. ${at}${'\nand more of it'.repeat(4)}`);
  const row = page.getByRole('main').getByRole('link', { name: /^Bela/ });
  const statuses = async () => {
    const { json } = await bela.call(listMessages, { params: { chatId } });
    return (json as Message[]).slice(-2).map(({ status }) => status);
  };
  await enter(page, ada, '/chats');
  await expect(row).toContainText('16 unread');
  await row.click();
  await expect(log(page).getByText(/^No\. 16/)).toBeInViewport();
  // Opening a chat at its end marks all its messages as seen.
  await expect.poll(statuses).toEqual(['seen', 'seen']);
  await log(page).evaluate((element) => element.scrollTo(0, 0));
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  await sayTo(chatId, bela, ada, 'Are you coming?');
  await expect(page.getByRole('button', { name: 'New message' })).toBeVisible();
  await page.getByRole('button', { name: 'Go back to all chats' }).click();
  await expect(row).toContainText('1 unread');
  expect(await statuses()).toEqual(['seen', 'sent']);
  await row.click();
  await expect(log(page).getByText('Are you coming?')).toBeInViewport();
  await expect.poll(statuses).toEqual(['seen', 'seen']);
});

test('messages of the other person are marked as seen while they are on the screen', async ({
  page,
  browser,
  baseURL,
}) => {
  await enter(page, ada, `/chat/${chatId}`);
  await say(page, 'Are you there?');
  await expect(log(page).getByText('Sent', { exact: true })).toBeAttached();
  await using context = await browser.newContext({ baseURL: baseURL!, serviceWorkers: SERVICE_WORKERS });
  const other = await context.newPage();
  await enter(other, bela, `/chat/${chatId}`);
  await expect(log(other)).toContainText('Are you there?');
  await expect(log(page).getByText('Seen', { exact: true })).toBeAttached();
  await other.getByRole('textbox', { name: 'Message' }).pressSequentially('Yes');
  await expect(page.getByText('Bela is typing')).toBeVisible();
});
