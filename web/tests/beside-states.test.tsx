import { listMessages } from '@herenow/contract/chats';
import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { showToast } from '../src/ui/toast.tsx';
import { openPage } from './opened-page.tsx';
import { messageOf, VISIBLE } from './people.ts';
import { stubChat } from './stubbed-server.ts';

/** Opens a chat beside the list of all chats. */
async function openBeside(width: number) {
  const { ada, server, chat } = stubChat(VISIBLE);
  server.on(listMessages, { body: [messageOf(chat, 'Hi')] });
  await openPage(`/chat/${chat.id}`, ada);
  await page.viewport(width, 768);
  await expect.element(page.getByRole('complementary', { name: 'Pinned' })).toBeVisible();
  await expect.element(page.getByRole('log').getByText('Hi', { exact: true })).toBeVisible();
}

const boxOf = (part: Locator) => part.element().getBoundingClientRect();

test('on a tablet held sideways the open chat has more room than the list beside it', async () => {
  await openBeside(1024);
  const list = boxOf(page.getByRole('complementary', { name: 'Pinned' }));
  expect(boxOf(page.getByRole('log')).width).toBeGreaterThan(list.width);
});

test('a toast leaves the head of a chat beside the list free', async () => {
  await openBeside(1280);
  showToast('Bela wrote');
  await expect.element(page.getByText('Bela wrote')).toBeVisible();
  const toast = page.getByRole('region', { name: 'Notifications' });
  const more = boxOf(page.getByRole('button', { name: 'More' }));
  await expect.poll(() => boxOf(toast).top).toBeGreaterThanOrEqual(more.bottom);
});
