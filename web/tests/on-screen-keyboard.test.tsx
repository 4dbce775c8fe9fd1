import { listMessages } from '@herenow/contract/chats';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { messageOf, VISIBLE } from './people.ts';
import { stubChat } from './stubbed-server.ts';

test('the key of a phone that breaks a line does not promise to send', async () => {
  const { ada, server, chat } = stubChat(VISIBLE);
  server.on(listMessages, { body: [] });
  await openPage(`/chat/${chat.id}`, ada);
  const field = page.getByRole('textbox', { name: 'Message' });
  await expect.element(field).not.toHaveAttribute('enterkeyhint');
});

test('above a phone’s keyboard a chat shows its header and field, even if the browser has moved the page up', async () => {
  const { ada, server, chat } = stubChat(VISIBLE);
  server.on(listMessages, { body: [messageOf(chat, 'Hello')] });
  await openPage(`/chat/${chat.id}`, ada);
  const field = page.getByRole('textbox', { name: 'Message' });
  await expect.element(field).toBeVisible();
  // As in Safari: the keyboard covers the window, which keeps its height, and the page is scrolled.
  const room = document.body.appendChild(document.createElement('div'));
  room.style.height = '500px';
  onTestFinished(() => room.remove());
  window.scrollTo(0, 300);
  await expect.poll(() => window.scrollY).toBe(300);
  const viewport = window.visualViewport!;
  Object.defineProperty(viewport, 'height', { configurable: true, value: 500 });
  onTestFinished(() => void Reflect.deleteProperty(viewport, 'height'));
  viewport.dispatchEvent(new Event('resize'));
  await expect.poll(() => window.scrollY).toBe(0);
  const bottom = () => field.element().getBoundingClientRect().bottom;
  await expect.poll(bottom).toBeLessThanOrEqual(500);
  expect(
    page.getByRole('button', { name: 'More' }).element().getBoundingClientRect().top,
  ).toBeGreaterThanOrEqual(0);
});
