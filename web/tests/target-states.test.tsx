import { listMessages } from '@herenow/contract/chats';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { messageOf, VISIBLE } from './people.ts';
import { stubChat } from './stubbed-server.ts';

const FINGER_PX = 44;

/** Returns how many pixels from the middle of an element a press in this direction still hits it. */
function reachOf(target: Element, [dx, dy]: readonly [number, number]): number {
  const { left, top, width, height } = target.getBoundingClientRect();
  const isHit = (px: number) =>
    target.contains(document.elementFromPoint(left + width / 2 + dx * px, top + height / 2 + dy * px));
  let px = 0.5;
  while (isHit(px)) px += 1;
  return px - 0.5;
}

/** Returns the width and the height in which a press hits an element. */
const sizeOf = (target: Element) => [
  reachOf(target, [-1, 0]) + reachOf(target, [1, 0]),
  reachOf(target, [0, -1]) + reachOf(target, [0, 1]),
];

test('reactions and the actions of a message are as large as a finger', async () => {
  const { ada, server, chat } = stubChat(VISIBLE);
  const changedAt = new Date().toISOString();
  const message = messageOf(chat, 'By the fountain');
  const reactions = [
    { userId: ada.id, reaction: '❤️' as const, changedAt },
    { userId: message.senderId, reaction: '😂' as const, changedAt },
  ];
  server.on(listMessages, { body: [{ ...message, reactions }] });
  await openPage(`/chat/${chat.id}`, ada);
  const row = page.getByRole('log').getByRole('listitem');
  await expect.element(row.getByRole('button', { name: 'Remove ❤️' })).toBeVisible();
  const buttons = row.getByRole('button').elements();
  expect(buttons).toHaveLength(3);
  // What comes in is smaller until it has come.
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  for (const button of buttons)
    expect(Math.min(...sizeOf(button)), button.ariaLabel!).toBeGreaterThanOrEqual(FINGER_PX);
});

test('with letters so large that a phone counts as low, the menu of a message fits in its width', async () => {
  const { ada, server, chat } = stubChat(VISIBLE);
  server.on(listMessages, { body: [messageOf(chat, 'By the fountain')] });
  await openPage(`/chat/${chat.id}`, ada);
  // As many letters wide and high as a phone at twice the text size.
  await page.viewport(300, 470);
  await page.getByRole('log').getByText('By the fountain').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Message actions' });
  await expect.element(menu.getByRole('menuitem', { name: 'Reply' })).toBeVisible();
  const { left, right } = menu.element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(300);
});
