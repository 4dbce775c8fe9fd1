import { editMessage, listChats, listMessages, sendMessage } from '@herenow/contract/chats';
import { listFeed } from '@herenow/contract/feed';
import { rejectPin } from '@herenow/contract/pins';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { emit } from '../src/lib/window-events.ts';
import { address, openPage } from './opened-page.tsx';
import { chatWith, messageOf, ownRecord } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubServer } from './stubbed-server.ts';

const tryAgain = () => page.getByRole('button', { name: 'Try Again' }).click();

test('chats that are on their way, that fail, and of which there are none each say so', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  server.on(listFeed, { body: [] });
  const release = server.hold(listChats, 'no answer');
  await openPage('/chats', ada);
  await expect.element(page.getByRole('status', { name: 'Loading your pins' })).toBeVisible();
  release();
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent('Error Loading Chats');
  await expect.element(alert).toMatchTextContent('Failed to fetch chats');
  server.onTap(listChats, { body: [] });
  await tryAgain();
  await expect.element(page.getByText('No Pins Yet')).toBeVisible();
  await expect.element(page.getByText('Start pinning people to begin chatting!')).toBeVisible();
  await page.getByRole('button', { name: 'Start Browsing' }).click();
  await expect.poll(address).toBe('/feed');
});

test('chats of nobody say so', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  server.on(listChats, { status: 404, text: 'User not found' });
  await openPage('/chats', ada);
  await expect.element(page.getByRole('alert')).toMatchTextContent('User not found');
});

test('messages that are on their way or fail say so', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  const chat = chatWith('Bela');
  server.on(listChats, { body: [chat] });
  const release = server.hold(listMessages, 'no answer');
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Bela');
  expect(page.getByRole('navigation', { name: 'Main' }).query()).toBeNull();
  release();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Failed to fetch messages');
  server.onTap(listMessages, { body: [] });
  await tryAgain();
  await expect.element(page.getByRole('log')).toMatchTextContent('This is the beginning');
});

test('older messages that come while the channel comes up stay', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  const chat = chatWith('Bela');
  server.on(listChats, { body: [chat] });
  const all = Array.from({ length: 120 }, (_, at) => ({
    ...messageOf(chat, `Message ${at}`),
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    sentAt: new Date(Date.UTC(2035, 3, 12, 12, at)).toISOString(),
  }));
  const latest = all.slice(60);
  server.on(listMessages, { body: latest });
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(page.getByText('Message 119', { exact: true })).toBeVisible();
  const release = server.hold(listMessages, { body: latest });
  emit('connected');
  await expect.poll(() => page.getByRole('log').element().scrollTop).toBeGreaterThan(300);
  server.on(listMessages, { body: all.slice(0, 60) });
  page.getByRole('log').element().scrollTo(0, 0);
  await expect.element(page.getByText('Message 59', { exact: true })).toBeInTheDocument();
  const again = server.on(listMessages, { body: all });
  release();
  await expect.poll(() => again.length).toBe(1);
  await expect.element(page.getByText('Message 59', { exact: true })).toBeInTheDocument();
});

test('messages that were on their way when the channel came up are asked for again', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  const chat = chatWith('Bela');
  server.on(listChats, { body: [chat] });
  const release = server.hold(listMessages, { body: [] });
  const channel = stubChannel(server);
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  server.on(listMessages, { body: [messageOf(chat, 'Said in between')] });
  await channel.ready;
  await expect.element(page.getByRole('log')).toMatchTextContent('Said in between');
  release();
  await expect.element(page.getByRole('log')).toMatchTextContent('Said in between');
});

test('a chat whose row fails can be tried again', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  const chat = chatWith('Bela');
  server.on(listMessages, { body: [] });
  server.on(listChats, { status: 500 });
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(page.getByRole('alert')).toMatchTextContent('Error Loading Chats');
  server.onTap(listChats, { body: [chat] });
  await tryAgain();
  await expect.element(page.getByRole('log')).toBeVisible();
});

test('what was open in a chat one has left is not open in the next', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  const [bela, chidi] = [chatWith('Bela'), chatWith('Chidi')];
  server.on(listChats, { body: [bela, chidi] });
  server.on(listMessages, { body: [messageOf(bela, 'Look: https://example.org/')] });
  await openPage(`/chat/${bela.id}`, ada);
  const search = page.getByRole('searchbox', { name: 'Search in this chat' });
  const more = page.getByRole('button', { name: 'More' });
  const leave = async () => {
    history.back();
    await expect.poll(address).toBe('/chats');
  };
  await page.getByRole('button', { name: 'Go back to all chats' }).click();
  const open = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) }).click();

  await open('Bela');
  await more.click();
  await page.getByRole('menuitem', { name: 'Search' }).click();
  await expect.element(search).toHaveFocus();
  await leave();
  await open('Bela');
  await page.getByRole('button', { name: 'https://example.org/' }).click();
  expect(search.query()).toBeNull();
  const question = page.getByRole('alertdialog', { name: 'Open this link?' });
  await expect.element(question).toBeVisible();
  await leave();
  await open('Chidi');
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Chidi');
  await expect.element(page.getByRole('button', { name: 'https://example.org/' })).toBeVisible();
  expect(question.query()).toBeNull();
});

test('a chat that is not there leads back to all chats', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  server.on(listChats, { body: [] });
  await openPage('/chat/nowhere', ada);
  await expect.element(page.getByRole('heading', { name: 'Chat not found' })).toBeVisible();
  await page.getByRole('button', { name: 'Go back to all chats' }).click();
  await expect.poll(address).toBe('/chats');
});

test('a rejection is not lost with the page that is left', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  const bela = chatWith('Bela');
  server.on(listChats, {
    body: [{ ...bela, pinStatus: 'pending', initiatedBy: bela.participants[1].userId }],
  });
  const rejected = server.on(rejectPin, 'no answer');
  await openPage('/chats', ada);
  await page.getByRole('button', { name: 'Reject Bela' }).click();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(rejected).toEqual([]);
  window.dispatchEvent(new Event('beforeunload'));
  await expect.poll(() => rejected).toMatchObject([{ outlivesPage: true }]);
});

test('a request shows at once with what its news tells, and whole with the list', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  const channel = stubChannel(server);
  server.on(listChats, { body: [] });
  await openPage('/chats', ada);
  await expect.element(page.getByText('No Pins Yet')).toBeVisible();
  const bela = chatWith('Bela');
  const senderId = bela.participants[1].userId;
  const request = { ...bela, pinStatus: 'pending' as const, initiatedBy: senderId };
  const release = server.hold(listChats, { body: [request] });
  await channel.bring('notifications', {
    type: 'PIN_REQUEST',
    content: 'Bela pinned you',
    chatId: bela.id,
    senderPhotoUrl: null,
    senderId,
    senderUsername: 'Bela',
  });
  const section = page.getByRole('main');
  await expect.element(section.getByRole('link', { name: 'Profile of Bela, 25' })).toBeVisible();
  await expect.element(section.getByText('5 km')).toBeVisible();
  await expect.element(section.getByText('2:00')).toBeVisible();
  await expect.element(section.getByRole('button', { name: 'Accept Bela' })).toBeVisible();
  release();
  const age = new Date().getFullYear() - 1996;
  await expect.element(section.getByRole('link', { name: `Profile of Bela, ${age}` })).toBeVisible();
  await expect.element(section.getByText('2 km')).toBeVisible();
  await expect.element(section.getByText('5 km')).not.toBeInTheDocument();
});

test('what was written for a chat that is gone stays with it, all of it', async () => {
  const onlineUntil = new Date(Date.now() + 3_600_000).toISOString();
  const ada = ownRecord({ online: true, status: 'online', onlineUntil });
  const server = stubServer(ada);
  const chat = chatWith('Bela');
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [] });
  const release = server.hold(sendMessage, { status: 400, text: 'Chat not found' });
  await openPage(`/chat/${chat.id}`, ada);
  const field = page.getByRole('textbox', { name: 'Message' });
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

const field = page.getByRole('textbox', { name: 'Message' });

const edit = async ({ content }: { content: string }) => {
  await page.getByRole('log').getByText(content).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect.element(field).toHaveValue(content);
};

/** A chat with two messages of one's own. */
async function openOwnMessages() {
  const onlineUntil = new Date(Date.now() + 3_600_000).toISOString();
  const ada = ownRecord({ online: true, status: 'online', onlineUntil });
  const server = stubServer(ada);
  const chat = chatWith('Bela');
  const mine = (content: string) => ({ ...messageOf(chat, content), senderId: ada.id });
  const [first, second] = [mine('At eigth'), mine('Or at nien')] as const;
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [first, second] });
  await openPage(`/chat/${chat.id}`, ada);
  return { server, first, second };
}

test('what is written while an edit is on its way is the next message, and an edit that fails comes back', async () => {
  const { server, first } = await openOwnMessages();
  const release = server.hold(editMessage, { status: 503 });
  await edit(first);
  await field.fill('At eight');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(field).toHaveValue('');
  await field.fill('And bring Cleo');
  release();
  await expect.element(page.getByText('Editing your message')).toBeVisible();
  await expect.element(field).toHaveValue('At eight');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(field).toHaveValue('And bring Cleo');
});

test('an edit that is saved late leaves alone what has been begun since', async () => {
  const { server, first, second } = await openOwnMessages();
  const release = server.hold(editMessage, { body: { ...first, content: 'At eight' } });
  await edit(first);
  await field.fill('At eight');
  await page.getByRole('button', { name: 'Send' }).click();
  await edit(second);
  release();
  await expect.element(page.getByRole('log')).toMatchTextContent('At eight');
  await expect.element(page.getByText('Editing your message')).toBeVisible();
  await expect.element(field).toHaveValue('Or at nien');
});

test.each([
  ['one has left the chat', 503],
  ['the chat is gone', 400],
])('the words of an edit that fails after %s are the draft of the chat', async (_, status) => {
  const { server, first } = await openOwnMessages();
  const release = server.hold(editMessage, { status, text: status === 400 ? 'Chat not found' : 'Later' });
  await edit(first);
  await field.fill('At eight');
  await page.getByRole('button', { name: 'Send' }).click();
  await field.fill('And bring Cleo');
  if (status !== 400) {
    await page.getByRole('button', { name: 'Go back to all chats' }).click();
    await expect.poll(address).toBe('/chats');
  }
  release();
  await expect
    .poll(() => JSON.parse(localStorage.getItem('drafts') ?? '{}'))
    .toEqual({ [first.chatId]: 'And bring Cleo\nAt eight' });
});

test('what waits in another tab is kept when this one sends, and shown no longer once it has gone', async () => {
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

test('what a tab that is closed was sending is sent by one that is looked at', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  const chat = chatWith('Dana');
  const said = messageOf(chat, 'said');
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [said] });
  await openPage(`/chat/${chat.id}`, ada);
  const log = page.getByRole('log');
  await expect.element(log.getByText('said')).toBeVisible();
  const left = {
    id: crypto.randomUUID(),
    chatId: said.chatId,
    recipientId: said.recipientId,
    recipientUsername: said.recipientUsername,
    content: 'left behind',
    created: Date.now(),
    state: 'sending',
  };
  localStorage.setItem('unsent', JSON.stringify([left]));
  window.dispatchEvent(new StorageEvent('storage', { key: 'unsent' }));
  server.on(sendMessage, { body: { ...said, id: left.id, senderId: ada.id, content: left.content } });
  emit('appVisible');
  await expect.element(log.getByText('left behind')).toBeVisible();
  await expect.element(log.getByText('Sending')).not.toBeInTheDocument();
  expect(localStorage.getItem('unsent')).toBeNull();
});

test('the words of an edit stay while the other person is away', async () => {
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

test('what is written on while a message waits for its second look is the next one', async () => {
  await openOwnMessages();
  await field.fill('Hello');
  const element = field.element() as HTMLTextAreaElement;
  (page.getByRole('button', { name: 'Send' }).element() as HTMLElement).click();
  // In the same moment, as a thumb on a slow network.
  const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!;
  set!.call(element, 'Hello and more');
  element.dispatchEvent(new Event('input', { bubbles: true }));
  await expect.element(field).toHaveValue('and more');
  const drafts = Object.values(JSON.parse(localStorage.getItem('drafts') ?? '{}') as object);
  expect(drafts).toEqual(['and more']);
});
