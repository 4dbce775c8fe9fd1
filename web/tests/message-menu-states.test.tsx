import { listMessages } from '@herenow/contract/chats';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { messageOf, VISIBLE } from './people.ts';
import { stubChat } from './stubbed-server.ts';

/** Opens a chat with one short message of Bela. */
async function openChat() {
  const { ada, server, chat } = stubChat(VISIBLE);
  server.on(listMessages, { body: [messageOf(chat, 'Hi')] });
  await openPage(`/chat/${chat.id}`, ada);
  return page.getByRole('log').getByText('Hi', { exact: true });
}

test('the hint about the menu of a message is gone once that has been used', async () => {
  const message = await openChat();
  const hint = page.getByText(/a message to reply or react/);
  await expect.element(hint).toBeVisible();
  await message.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Copy Text' }).click();
  await expect.element(hint).not.toBeInTheDocument();
});

test('a reply to a short message shows the whole name', async () => {
  const message = await openChat();
  await message.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Reply' }).click();
  const name = page.getByText('Reply to Bela:');
  await expect.element(name).toBeVisible();
  const { scrollWidth, clientWidth } = name.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

test('opened by a key, the menu of a message starts at its first item', async () => {
  await openChat();
  const more = page.getByRole('button', { name: 'Message actions' });
  await expect.element(more).toBeInTheDocument();
  await userEvent.tab();
  (more.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem').first()).toHaveFocus();
});
