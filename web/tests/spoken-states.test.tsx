import { listMessages } from '@herenow/contract/chats';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { messageOf } from './people.ts';
import { stubAda, stubChat } from './stubbed-server.ts';

const dialog = page.getByRole('alertdialog');

test('behind a dialog a screen reader finds no button of the page', async () => {
  const { ada } = stubAda();
  await openPage('/settings', ada);
  await expect.element(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expect.element(dialog).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sign Out' })).not.toBeInTheDocument();
});

test('behind a dialog a screen reader finds no message', async () => {
  const { ada, server, chat } = stubChat();
  server.on(listMessages, { body: [messageOf(chat, 'Shall we meet?')] });
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(page.getByRole('log')).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Block User' }).click();
  await expect.element(dialog).toBeVisible();
  await expect.element(page.getByRole('listitem')).not.toBeInTheDocument();
});
