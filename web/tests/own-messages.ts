import { listMessages } from '@herenow/contract/chats';
import type { Message } from '@herenow/contract/entities';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { messageOf, VISIBLE } from './people.ts';
import { stubChat, type StubbedServer } from './stubbed-server.ts';

/** The field of the composer. */
export const field = page.getByRole('textbox', { name: 'Message' });

/** Starts to edit a message from its menu; `text` is what it becomes, if that is being saved. */
export const edit = async ({ content }: { content: string }, text = content) => {
  await page.getByRole('log').getByText(content).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect.element(field).toHaveValue(text);
};

/** Opens a chat with two messages of the user; `prepare` changes the server or the device before. */
export async function openOwnMessages(
  prepare?: (server: StubbedServer, first: Message, second: Message) => void,
) {
  const { ada, server, chat } = stubChat(VISIBLE);
  const mine = (content: string) => ({ ...messageOf(chat, content), senderId: ada.id });
  const [first, second] = [mine('At eigth'), mine('Or at nien')] as const;
  server.on(listMessages, { body: [first, second] });
  prepare?.(server, first, second);
  await openPage(`/chat/${chat.id}`, ada);
  return { server, first, second };
}
