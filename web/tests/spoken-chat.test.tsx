import { listMessages } from '@herenow/contract/chats';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../src/lib/query-client.ts';
import { openPage } from './opened-page.tsx';
import { messageOf } from './people.ts';
import { stubChat } from './stubbed-server.ts';

test('behind a dialog a screen reader finds no message', async () => {
  const { ada, server, chat } = stubChat();
  server.on(listMessages, { body: [messageOf(chat, 'Shall we meet?')] });
  await openPage(`/chat/${chat.id}`, ada);
  const log = page.getByRole('log');
  await expect.element(log.getByText('Shall we meet?')).toBeVisible();
  // What comes once a dialog is open is not hidden by it.
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.element(log).not.toHaveAttribute('aria-live');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Block User' }).click();
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  await expect.element(page.getByRole('listitem')).not.toBeInTheDocument();
});
