import { listMessages } from '@herenow/contract/chats';
import { listFeed } from '@herenow/contract/feed';
import { getExport } from '@herenow/contract/rights';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { messageOf, VISIBLE } from './people.ts';
import { stubAda, stubChat } from './stubbed-server.ts';

test('what is below the button for a copy of one’s data does not move when that comes', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [] });
  const release = server.hold(getExport, { body: null });
  await openPage('/your-data', ada);
  const below = page.getByRole('heading', { name: 'Leave for good' });
  await expect.element(below).toBeVisible();
  await document.fonts.ready;
  const before = below.element().getBoundingClientRect().top;
  release();
  await expect.element(page.getByRole('button', { name: 'Make a Copy' })).toBeVisible();
  expect(below.element().getBoundingClientRect().top).toBe(before);
});

test('the hint at the menu of a message moves no message, and makes way for a search', async () => {
  const { ada, server, chat } = stubChat(VISIBLE);
  server.on(listMessages, { body: Array.from({ length: 20 }, (_, at) => messageOf(chat, `Message ${at}`)) });
  localStorage.removeItem('hint:first-chat');
  await openPage(`/chat/${chat.id}`, ada);
  const hint = page.getByText(/a message to reply or react/);
  await expect.element(hint).toBeVisible();
  const last = page.getByText('Message 19', { exact: true });
  await expect.element(last).toBeInViewport({ ratio: 1 });
  const before = last.element().getBoundingClientRect().top;
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Search' }).click();
  await expect.element(hint).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Close search' }).click();
  await expect.element(hint).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect.element(hint).not.toBeInTheDocument();
  expect(last.element().getBoundingClientRect().top).toBe(before);
});
