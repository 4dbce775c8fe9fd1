import { listMessages, sendMessage } from '@herenow/contract/chats';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { edit, field, openOwnMessages } from './own-messages.ts';
import { messageOf, VISIBLE } from './people.ts';
import { stubChannel, type StubbedChannel } from './stubbed-channel.ts';
import { stubChat } from './stubbed-server.ts';

test('a reply ends when its message is deleted, and shows edits of it', async () => {
  const { ada, server, chat } = stubChat(VISIBLE);
  const channel = stubChannel(server);
  const theirs = messageOf(chat, 'At eigth');
  server.on(listMessages, { body: [theirs] });
  await openPage(`/chat/${chat.id}`, ada);
  await page.getByRole('log').getByText(theirs.content).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Reply' }).click();
  await expect.element(page.getByText('Reply to Bela: At eigth')).toBeVisible();
  const edited = { ...theirs, content: 'At eight', editedAt: new Date().toISOString() };
  await channel.bring('messages-edit', edited);
  await expect.element(page.getByText('Reply to Bela: At eight')).toBeVisible();
  await field.fill('I come');
  await channel.bring('messages-delete', { ...edited, content: '', deleted: true });
  await expect.element(page.getByText(/^Reply to Bela/)).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('I come');
  const sent = server.on(sendMessage, { status: 503 });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => sent).not.toHaveLength(0);
  expect(sent[0]!.body).not.toHaveProperty('replyTo');
});

test('an edit ends when its message is deleted on another device, and its text stays as a draft', async () => {
  const channel = Promise.withResolvers<StubbedChannel>();
  const { server, first } = await openOwnMessages((stubbed) => channel.resolve(stubChannel(stubbed)));
  const { bring } = await channel.promise;
  await edit(first);
  await field.fill('At eight, by the river');
  await bring('messages-delete', { ...first, content: '', deleted: true });
  await expect.element(page.getByText('Editing your message')).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('At eight, by the river');
  const sent = server.on(sendMessage, { status: 503 });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => sent).not.toHaveLength(0);
});
