import { listChats, listMessages } from '@herenow/contract/chats';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { emit } from '../src/lib/window-events.ts';
import { openOwnMessages } from './own-messages.ts';
import { openPage } from './opened-page.tsx';
import { chatWith, messageOf, VISIBLE } from './people.ts';
import { stubAda, stubChat } from './stubbed-server.ts';

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

test('in a paused chat, the menu of a message offers only what can be done, and nothing hints at more', async () => {
  const { ada, server } = stubAda(VISIBLE);
  const chat = chatWith('Bela');
  const changedAt = new Date().toISOString();
  const reactions = [{ userId: ada.id, reaction: '❤️' as const, changedAt }];
  server.on(listMessages, { body: [{ ...messageOf(chat, 'Back in a minute'), reactions }] });
  server.on(listChats, { body: [{ ...chat, otherUserOnline: false, otherUserOnlineUntil: null }] });
  localStorage.removeItem('hint:first-chat');
  await openPage(`/chat/${chat.id}`, ada);
  await page.getByRole('button', { name: 'Message actions' }).click();
  const menu = page.getByRole('menu', { name: 'Message actions' });
  const item = (name: string | RegExp) => menu.getByRole('menuitem', { name });
  await expect.element(item('Copy Text')).toBeVisible();
  await expect.element(item('Reply')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(item(/^React with/)).not.toBeInTheDocument();
  const reaction = page.getByRole('button', { name: 'Remove ❤️', includeHidden: true });
  await expect.element(reaction).toBeDisabled();
  const hint = page.getByText(/a message to reply or react/);
  await expect.element(hint).not.toBeInTheDocument();
  // The other person is back.
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const bela = chat.participants.find(({ userId }) => userId !== ada.id)!.userId;
  server.on(listChats, { body: [{ ...chat, otherUserOnlineUntil: until }] });
  emit('presence', { userId: bela, online: true, onlineUntil: until });
  await expect.element(item(/^React with/).first()).toBeVisible();
  await expect.element(item('Reply')).not.toHaveAttribute('aria-disabled');
  await expect.element(reaction).toBeEnabled();
  await expect.element(hint).toBeVisible();
});

test.each([
  [500, true],
  [490, false],
])(
  'a press of %i ms opens the menu: %s, also if a busy page starts its timer too late',
  async (ms, opens) => {
    const { first } = await openOwnMessages();
    const message = page.getByRole('log').getByText(first.content);
    await expect.element(message).toBeVisible();
    const down = new PointerEvent('pointerdown', { bubbles: true });
    const up = new PointerEvent('pointerup', { bubbles: true });
    Object.defineProperty(up, 'timeStamp', { value: down.timeStamp + ms });
    for (const event of [down, up]) message.element().dispatchEvent(event);
    await new Promise(requestAnimationFrame);
    if (opens) await expect.element(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
    else expect(page.getByRole('menu').query()).toBeNull();
  },
);
