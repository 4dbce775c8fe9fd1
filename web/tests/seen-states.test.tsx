import { listChats, listMessages } from '@herenow/contract/chats';
import type { Message } from '@herenow/contract/entities';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { chatWith, messageOf, ownRecord } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubServer } from './stubbed-server.ts';

/** Opens a chat with one message, which the user has not seen before. */
async function openUnseen(more: Partial<Message> = {}) {
  const ada = ownRecord();
  const server = stubServer(ada);
  const channel = stubChannel(server);
  const chat = chatWith('Bela');
  const message = { ...messageOf(chat, 'Hello'), ...more };
  server.on(listChats, { body: [{ ...chat, unreadCount: 1 }] });
  server.on(listMessages, { body: [message] });
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(page.getByRole('log')).toBeVisible();
  return { channel, message, told: () => channel.sent('/app/chat.seen') };
}

test('that a message was seen is told again when the connection was lost before it arrived', async () => {
  const { channel, message, told } = await openUnseen();
  await expect.poll(told).toMatchObject([{ id: message.id }]);
  await channel.lose();
  await expect.poll(told, { timeout: 10_000 }).toMatchObject([{ id: message.id }, { id: message.id }]);
});

test('a message that was deleted before it was seen does not stay unread', async () => {
  const { message, told } = await openUnseen({ deleted: true, content: '' });
  await expect.poll(told).toMatchObject([{ id: message.id }]);
});
