import { listBlockedUsers } from '@herenow/contract/safety';
import type { BlockedUser } from '@herenow/contract/entities';
import type { PublicPerson } from '@herenow/testing/public-person';
import { sent, unanswered } from './answers.ts';
import { neighboursInChat } from './meetings.ts';
import { expect, PHONE, REFUSED, test } from './fixtures.ts';
import { enter } from './signed-in.ts';

test.use({ ...PHONE, expectedErrors: REFUSED });

let ada: PublicPerson;
let bela: PublicPerson;
let chatId: string;
test.beforeEach(async ({ baseURL }) => {
  ({ ada, bela, chatId } = await neighboursInChat(baseURL));
});

test('blocking asks for confirmation, shows a failure, and removes the chat', async ({ page }) => {
  await enter(page, ada, `/chat/${chatId}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Block User' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Block Bela?' });
  await unanswered(page, '**/api/user/block');
  await dialog.getByRole('button', { name: 'Block User' }).click();
  await expect(dialog.getByText('Failed to block user. Please try again.')).toBeVisible();
  await page.unroute('**/api/user/block');
  // The event of the block may arrive before the response.
  await page.route('**/api/user/block', async (route) => {
    const response = await route.fetch();
    await expect(dialog).toHaveCount(0);
    await route.fulfill({ response });
  });
  await dialog.getByRole('button', { name: 'Block User' }).click();
  await expect(page).toHaveURL(/\/chats$/);
  await expect(page.getByText('No Pins Yet')).toBeVisible();
  const blocked = (await ada.call(listBlockedUsers, { params: { id: ada.id } })).json as BlockedUser[];
  expect(blocked.map(({ id }) => id)).toEqual([bela.id]);
});

test('reporting from a chat asks for a reason, too @slow', async ({ page }) => {
  await enter(page, ada, `/chat/${chatId}`);
  const reports = sent(page, '/api/user/report');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report User' });
  await dialog.getByRole('button', { name: 'Send Report' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please select a reason for reporting');
  await dialog.getByRole('radio', { name: 'Other' }).check();
  await dialog.getByRole('button', { name: 'Send Report' }).click();
  await expect(page.getByText(/^User reported successfully\. Thank you/)).toBeVisible();
  const about = { reportedUserId: bela.id, reason: 'Other', fromChat: true };
  expect(reports).toEqual([{ reporterUserId: ada.id, ...about, alsoBlock: false }]);
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`/chat/${chatId}`);

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report User' }).click();
  await dialog.getByRole('radio', { name: 'Other' }).check();
  await dialog.getByRole('checkbox', { name: /^Also block / }).check();
  await dialog.getByRole('button', { name: 'Send Report' }).click();
  await expect(page).toHaveURL(/\/chats$/);
  expect(reports.at(-1)).toEqual({ reporterUserId: ada.id, ...about, alsoBlock: true });
  const blocked = (await ada.call(listBlockedUsers, { params: { id: ada.id } })).json as BlockedUser[];
  expect(blocked.map(({ id }) => id)).toEqual([bela.id]);
});
