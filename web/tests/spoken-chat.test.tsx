import { listMessages } from '@herenow/contract/chats';
import { getUser } from '@herenow/contract/profile';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../src/lib/query-client.ts';
import { openPage } from './opened-page.tsx';
import { messageOf, profileOf } from './people.ts';
import { stubChat } from './stubbed-server.ts';

const log = page.getByRole('log');

/** Opens a dialog over the chat once all is there: what comes later is not hidden by it. */
async function askToBlock() {
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Block User' }).click();
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
}

test('behind a dialog a screen reader finds no message', async () => {
  const { ada, server, chat } = stubChat();
  server.on(listMessages, { body: [messageOf(chat, 'Shall we meet?')] });
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(log.getByText('Shall we meet?')).toBeVisible();
  await askToBlock();
  await expect.element(page.getByRole('listitem')).not.toBeInTheDocument();
});

test('behind a dialog it finds no message further up, and all of them afterwards', async () => {
  const { ada, server, chat } = stubChat();
  server.on(listMessages, { body: Array.from({ length: 40 }, () => messageOf(chat, 'Shall we meet?')) });
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(log.getByText('Shall we meet?').last()).toBeVisible();
  await expect
    .poll(() => {
      log.element().scrollTo(0, 400);
      return log.element().getAttribute('aria-live');
    })
    .toBe('off');
  await askToBlock();
  await expect.element(page.getByRole('listitem').first()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('listitem').first()).toBeVisible();
});

test('behind a dialog it finds nothing of how a chat begins', async () => {
  const { ada, server, chat } = stubChat();
  server.on(listMessages, { body: [] });
  server.on(getUser, ({ path }) => ({ body: path.endsWith(ada.id) ? ada : profileOf('Bela') }));
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(log.getByRole('listitem')).toBeVisible();
  await askToBlock();
  await expect.element(page.getByRole('listitem')).not.toBeInTheDocument();
});
