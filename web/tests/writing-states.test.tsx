import { editMessage, listChats, listMessages, sendMessage } from '@herenow/contract/chats';
import type { Message } from '@herenow/contract/entities';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { takeEditsBack } from '../src/features/chats/edits.ts';
import { navigate } from '../src/lib/navigation.tsx';
import { emit } from '../src/lib/window-events.ts';
import { address, openPage } from './opened-page.tsx';
import { chatWith, messageOf, VISIBLE } from './people.ts';
import { edit, field, openOwnMessages } from './own-messages.ts';
import { stubAda, stubChat } from './stubbed-server.ts';

test('all text written for a chat that is gone stays with it', async () => {
  const { ada, server, chat } = stubChat(VISIBLE);
  server.on(listMessages, { body: [] });
  const release = server.hold(sendMessage, { status: 400, text: 'Chat not found' });
  await openPage(`/chat/${chat.id}`, ada);
  for (const text of ['one', 'two']) {
    await field.fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.element(field).toHaveValue('');
  }
  await field.fill('three');
  release();
  await expect.poll(address).toBe('/chats');
  await expect
    .poll(() => JSON.parse(localStorage.getItem('drafts') ?? '{}'))
    .toEqual({ [chat.id]: 'three\none\ntwo' });
});

test('text written while an edit is being saved is the next message, and a failed edit comes back', async () => {
  const { server, first } = await openOwnMessages();
  const release = server.hold(editMessage, { status: 503 });
  await edit(first);
  await field.fill('At eight');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(field).toHaveValue('');
  await field.fill('And bring Cleo');
  release();
  await expect.element(page.getByText('Not saved', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Editing your message')).toBeVisible();
  await expect.element(field).toHaveValue('At eight');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(field).toHaveValue('And bring Cleo');
});

test.each([
  ['a second Enter', false],
  ['a held Enter', true],
])('the draft that comes back after an edit is not sent by %s', async (_, repeat) => {
  const { server, first } = await openOwnMessages();
  server.on(editMessage, { body: { ...first, content: 'At eight' } });
  const sent = server.on(sendMessage, { body: first });
  const press = (init: KeyboardEventInit = {}) =>
    field
      .element()
      .dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }),
      );
  await field.fill('half a thought');
  await edit(first);
  await field.fill('At eight');
  press();
  await expect.poll(() => (field.element() as HTMLTextAreaElement).value).toBe('half a thought');
  press({ repeat });
  await expect.element(page.getByRole('log')).toMatchTextContent('At eight');
  await userEvent.keyboard('!');
  press({ repeat: true });
  // Text that was continued is sent at once.
  press();
  await expect.poll(() => sent).toMatchObject([{ body: { content: 'half a thought!' } }]);
});

test('an edit that is saved late does not change what was begun since', async () => {
  const { server, first, second } = await openOwnMessages();
  const release = server.hold(editMessage, { body: { ...first, content: 'At eight' } });
  await edit(first);
  await field.fill('At eight');
  await page.getByRole('button', { name: 'Send' }).click();
  const { id, chatId, senderId, recipientId } = first;
  await expect
    .poll(() => release.asked.map(({ body }) => body))
    .toEqual([{ id, content: 'At eight', chatId, senderId, recipientId }]);
  await edit(second);
  release();
  await expect.element(page.getByRole('log')).toMatchTextContent('At eight');
  await expect.element(page.getByText('Editing your message')).toBeVisible();
  await expect.element(field).toHaveValue('Or at nien');

  // Nor what was changed in the same message.
  const again = server.hold(editMessage, { body: { ...second, content: 'Or at nine' } });
  await field.fill('Or at nine');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => again.asked).toHaveLength(1);
  await edit(second, 'Or at nine');
  await field.fill('Or at ten');
  again();
  await expect.element(page.getByRole('log')).toMatchTextContent('Or at nine');
  await page.getByRole('button', { name: 'Go back to all chats' }).click();
  await page.getByRole('link', { name: /^Bela/ }).click();
  await expect.element(field).toHaveValue('Or at ten');
});

test.each([
  ['one has left the chat', 503],
  ['the chat is gone', 400],
  ['its address is back before its page', 503],
])('the words of an edit that fails after %s are the draft of the chat', async (after, status) => {
  const { server, first } = await openOwnMessages();
  const release = server.hold(editMessage, { status, text: status === 400 ? 'Chat not found' : 'Later' });
  await edit(first);
  await field.fill('At eight');
  await page.getByRole('button', { name: 'Send' }).click();
  await field.fill('And bring Cleo');
  if (after === 'one has left the chat') {
    await page.getByRole('button', { name: 'Go back to all chats' }).click();
    await expect.poll(address).toBe('/chats');
  }
  if (after === 'its address is back before its page')
    onTestFinished(takeEditsBack(crypto.randomUUID(), () => true));
  release();
  await expect
    .poll(() => JSON.parse(localStorage.getItem('drafts') ?? '{}'))
    .toEqual({ [first.chatId]: 'And bring Cleo\nAt eight' });
});

test('messages waiting in another tab are kept when this one sends, and disappear once sent', async () => {
  const { server, first } = await openOwnMessages();
  server.hold(sendMessage, 'no answer');
  const waiting = () => JSON.parse(localStorage.getItem('unsent') ?? '[]') as { content: string }[];
  const send = async (text: string) => {
    await field.fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
  };
  await send('one');
  await expect.poll(waiting).toMatchObject([{ content: 'one' }]);
  const elsewhere = { ...waiting()[0]!, id: crypto.randomUUID(), chatId: first.chatId, content: 'elsewhere' };
  localStorage.setItem('unsent', JSON.stringify([...waiting(), elsewhere]));
  await send('two');
  await expect.poll(() => waiting().map(({ content }) => content)).toEqual(['one', 'elsewhere', 'two']);
  const log = page.getByRole('log');
  await expect.element(log.getByText('elsewhere')).toBeVisible();
  localStorage.setItem('unsent', JSON.stringify(waiting().filter(({ content }) => content !== 'elsewhere')));
  window.dispatchEvent(new StorageEvent('storage', { key: 'unsent' }));
  await expect.element(log.getByText('elsewhere')).not.toBeInTheDocument();
  await expect.element(log.getByText('two')).toBeVisible();
});

test('messages of a closed tab are sent by one that is visible', async () => {
  const { ada, server } = stubAda();
  const chat = chatWith('Dana');
  const said = messageOf(chat, 'said');
  const { chatId, recipientId, recipientUsername } = said;
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [said] });
  server.on(sendMessage, ({ body }) => ({ body: { ...said, ...(body as Message) } }));
  const leave = (content: string) => {
    const entry = { id: crypto.randomUUID(), chatId, recipientId, recipientUsername, content };
    localStorage.setItem('unsent', JSON.stringify([{ ...entry, created: Date.now(), state: 'sending' }]));
  };
  const isSent = () => expect.poll(() => localStorage.getItem('unsent')).toBeNull();
  leave('before this one opened');
  await openPage(`/chat/${chat.id}`, ada);
  await isSent();
  leave('while it was hidden');
  window.dispatchEvent(new StorageEvent('storage', { key: 'unsent' }));
  emit('appVisible');
  await isSent();
  const log = page.getByRole('log');
  for (const text of ['before this one opened', 'while it was hidden'])
    await expect.element(log.getByText(text)).toBeVisible();
  await expect.element(log.getByText('Sending')).not.toBeInTheDocument();
});

test('the text of an edit stays while the other person is away', async () => {
  const { first } = await openOwnMessages();
  const bela = chatWith('Bela').participants.find(({ userId }) => userId !== first.senderId)!.userId;
  const away = (online: boolean) => emit('presence', { userId: bela, online, onlineUntil: null });
  await field.fill('A draft');
  await edit(first);
  await field.fill('At eight, by the river');
  away(false);
  await expect.element(field).not.toBeInTheDocument();
  away(true);
  await expect.element(field).toHaveValue('At eight, by the river');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(field).toHaveValue('A draft');
});

test('the focus moves from the removed field to the reason why it is gone, which is announced', async () => {
  const { server, first } = await openOwnMessages();
  const chat = chatWith('Bela');
  const bela = chat.participants.find(({ userId }) => userId !== first.senderId)!.userId;
  await field.fill('A draft');
  const regions = [...document.querySelectorAll('[role=status]')];
  // A list requested meanwhile says the same.
  server.on(listChats, { body: [{ ...chat, otherUserOnline: false, otherUserOnlineUntil: null }] });
  emit('presence', { userId: bela, online: false, onlineUntil: null });
  await expect.element(field).not.toBeInTheDocument();
  expect(document.activeElement?.textContent).toMatch(/^Bela/);
  // Screen readers announce what a region gets that was there before.
  expect(regions.map(({ textContent }) => textContent)).toContainEqual(
    expect.stringMatching(/^Bela is offline/),
  );
});

test('text typed while a message waits for its confirmation is the next message', async () => {
  await openOwnMessages();
  await field.fill('Hello');
  const element = field.element() as HTMLTextAreaElement;
  (page.getByRole('button', { name: 'Send' }).element() as HTMLElement).click();
  // The user goes on typing at the same moment, as on a slow network.
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!;
  set!.call(element, 'Hello and more');
  element.dispatchEvent(new Event('input', { bubbles: true }));
  await expect.element(field).toHaveValue('and more');
  const drafts = Object.values(JSON.parse(localStorage.getItem('drafts') ?? '{}') as object);
  expect(drafts).toEqual(['and more']);
});

/** Changes the draft like another tab of the same chat; with an empty text, as if that tab had sent it. */
function writeElsewhere(chatId: string, text: string): void {
  localStorage.setItem('drafts', JSON.stringify(text === '' ? {} : { [chatId]: text }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'drafts' }));
}

test('two tabs of a chat show one draft, so that neither loses or repeats the other’s text', async () => {
  const { first } = await openOwnMessages();
  await field.fill('Shall we');
  writeElsewhere(first.chatId, 'Shall we meet');
  await expect.element(field).toHaveValue('Shall we meet');
  await edit(first);
  writeElsewhere(first.chatId, 'Shall we meet at nine');
  await field.fill('At eight');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(field).toHaveValue('Shall we meet at nine');
  writeElsewhere(first.chatId, '');
  await expect.element(field).toHaveValue('');
});

test('a chat restored from the cache shows the draft written meanwhile', async () => {
  const { first } = await openOwnMessages();
  await field.fill('Shall we');
  localStorage.setItem('drafts', JSON.stringify({ [first.chatId]: 'Shall we meet' }));
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await expect.element(field).toHaveValue('Shall we meet');
});

test('the text of an edit is kept in a chat that was left, until the edit is cancelled or saved', async () => {
  const { server, first, second } = await openOwnMessages();
  const chat = location.pathname;
  const comeBack = async () => {
    navigate('/chats');
    await expect.element(field).not.toBeInTheDocument();
    navigate(chat);
    await expect.element(page.getByRole('log').getByText('Or at nien')).toBeVisible();
  };
  const editing = page.getByText('Editing your message');
  await field.fill('A draft');
  await edit(first);
  await field.fill('At eight');
  const saved = { ...first, content: 'At eight', editedAt: new Date().toISOString() };
  server.on(editMessage, { body: saved });
  server.on(listMessages, { body: [saved, second] });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByRole('log')).toMatchTextContent('At eight');
  await comeBack();
  await expect.element(editing).not.toBeInTheDocument();
  await expect.element(field).toHaveValue('A draft');

  await edit(saved);
  await field.fill('At eight, by the river');
  await comeBack();
  await expect.element(editing).toBeVisible();
  await expect.element(field).toHaveValue('At eight, by the river');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(field).toHaveValue('A draft');
  await comeBack();
  await expect.element(editing).not.toBeInTheDocument();
});
