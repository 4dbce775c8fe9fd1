import { listMessages, sendMessage } from '@herenow/contract/chats';
import { listFeed } from '@herenow/contract/feed';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { messageOf, neighbour, VISIBLE } from './people.ts';
import { stubAda, stubChat } from './stubbed-server.ts';

test('a chat opens and sends although what waited to be sent cannot be read', async () => {
  const { ada, server, chat } = stubChat(VISIBLE);
  const said = messageOf(chat, 'At eight?');
  server.on(listMessages, { body: [said] });
  const sent = server.on(sendMessage, { body: { ...said, content: 'Yes', id: crypto.randomUUID() } });
  localStorage.setItem('unsent', '[null, {"id": 1}, 7]');
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(page.getByRole('log').getByText('At eight?')).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).fill('Yes');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => sent).toMatchObject([{ body: { content: 'Yes' } }]);
});

test('a chat opens although its draft is no text', async () => {
  const { ada, server, chat } = stubChat(VISIBLE);
  server.on(listMessages, { body: [messageOf(chat, 'At eight?')] });
  localStorage.setItem('drafts', JSON.stringify({ [chat.id]: 7 }));
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(page.getByRole('log').getByText('At eight?')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
});

test('a stored record that cannot be read is fetched', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [neighbour('Bela')] });
  localStorage.setItem('user', JSON.stringify({ id: ada.id, registrationStep: 6 }));
  await openPage('/feed', ada, { known: false });
  await expect.element(page.getByText(/^Bela/).first()).toBeVisible();
});
