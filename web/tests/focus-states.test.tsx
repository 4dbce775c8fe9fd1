import { listChats, listMessages } from '@herenow/contract/chats';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { chatWith, messageOf, ownRecord } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubServer } from './stubbed-server.ts';

test('focus that was set before the page was quiet moves on, too', async () => {
  const ada = ownRecord({ online: true, status: 'incognito' });
  const chat = chatWith('Bela');
  const server = stubServer(ada);
  const channel = stubChannel(server);
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [messageOf(chat, 'Hello')] });
  await openPage(`/chat/${chat.id}`, ada);
  const field = page.getByRole('textbox', { name: 'Message' });
  await expect.element(field).toBeVisible();
  (field.element() as HTMLElement).focus();
  await import('../src/app/kept-focus.ts');
  server.on(listChats, { body: [] });
  await channel.bring('chats-gone', { chatId: chat.id });
  await expect.element(page.getByText('Chat not found')).toBeVisible();
  await expect.element(page.getByRole('main')).toHaveFocus();
});
