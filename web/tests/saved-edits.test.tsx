import { listMessages } from '@herenow/contract/chats';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { emit } from '../src/lib/window-events.ts';
import { edit, field, openOwnMessages } from './own-messages.ts';

const editing = page.getByText('Editing your message');
const changed = { content: 'At eight', editedAt: new Date().toISOString() };

/** Waits until the chat has loaded what reopens an edit. */
const loaded = () => expect.poll(() => document.querySelector('[data-parts]')).not.toBeNull();

test('an edit whose answer was lost with its page is not open again', async () => {
  const { first } = await openOwnMessages((server, one, other) => {
    localStorage.setItem(
      'drafts',
      JSON.stringify({ [one.chatId]: 'Or', [one.chatId + one.id]: 'At eight ' }),
    );
    server.on(listMessages, { body: [{ ...one, ...changed }, other] });
  });
  await loaded();
  await expect.element(page.getByRole('log')).toMatchTextContent('At eight');
  expect(editing.query()).toBeNull();
  await expect.element(field).toHaveValue('Or');
  expect(localStorage.getItem('drafts')).not.toContain(first.id);
});

test('an edit that arrives only after its page was reloaded is closed then', async () => {
  const { first } = await openOwnMessages((_server, one) =>
    localStorage.setItem('drafts', JSON.stringify({ [one.chatId + one.id]: 'At eight' })),
  );
  await expect.element(editing).toBeVisible();
  await expect.element(field).toHaveValue('At eight');
  emit('edit-message', { ...first, ...changed });
  await expect.element(editing).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('');
});

test('an edit of a message that changes on another device stays open', async () => {
  const { first } = await openOwnMessages();
  await edit(first);
  await field.fill('At eight, by the river');
  emit('edit-message', { ...first, ...changed });
  await expect.element(page.getByRole('log')).toMatchTextContent('At eight');
  await expect.element(editing).toBeVisible();
  await expect.element(field).toHaveValue('At eight, by the river');
});
