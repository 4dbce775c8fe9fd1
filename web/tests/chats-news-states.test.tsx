import { listChats, listMessages } from '@herenow/contract/chats';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { session } from '../src/lib/session.ts';
import { emit, listen } from '../src/lib/window-events.ts';
import { keepToasts } from './kept-toasts.ts';
import { openPage, signInAs } from './opened-page.tsx';
import { chatWith, messageOf, otherRecord, ownRecord, VISIBLE } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda, stubChat, stubServer } from './stubbed-server.ts';

test('a request shows at once with the data of its event, and completely with the list', async () => {
  const { ada, server } = stubAda();
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

test('the list shows the right presence when two changes arrive in the wrong order', async () => {
  const { ada, server, chat } = stubChat();
  const channel = stubChannel(server);
  const left = { ...chat, otherUserOnline: false, otherUserOnlineUntil: null };
  const asked = server.on(listChats, { body: [chat] });
  // This module loads with the later screens, once the page is quiet.
  await import('../src/features/chats/crossing-presences.ts');
  await openPage('/chats', ada);
  await channel.ready;
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  const row = page.getByRole('listitem').first();
  await expect.element(row).not.toMatchTextContent('Offline');

  server.on(listChats, { body: [left] });
  const { userId } = chat.participants[1];
  await channel.bring('presence', { userId, online: false, onlineUntil: null });
  await channel.bring('presence', { userId, online: true, onlineUntil: chat.otherUserOnlineUntil });
  await expect.element(row).toMatchTextContent('Offline');
});

test('an event that cannot be read is only logged, and those after it are heard', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { ada, server, chat } = stubChat();
  const channel = stubChannel(server);
  await openPage('/chats', ada);
  const row = page.getByRole('listitem').first();
  await expect.element(row).toMatchTextContent('Say hello');
  await channel.garble('messages');
  await expect.poll(() => warn.mock.calls).toContainEqual(['An unreadable message event was ignored.']);
  const message = messageOf(chat, 'By the fountain?');
  server.on(listChats, {
    body: [{ ...chat, lastMessage: message.content, lastMessageTime: message.sentAt }],
  });
  await channel.bring('messages', message);
  await expect.element(row).toMatchTextContent('By the fountain?');
});

test('a message that overtakes the first messages of its chat is not lost', async () => {
  const { ada, server, chat } = stubChat();
  const channel = stubChannel(server);
  const message = messageOf(chat, 'Are you near?');
  await openPage('/chats', ada);
  await channel.ready;
  const release = server.hold(listMessages, { body: [] });
  await page.getByRole('link', { name: /^Bela/ }).click();
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  server.on(listMessages, { body: [message] });
  await channel.bring('messages', message);
  release();
  await expect.element(page.getByRole('log')).toMatchTextContent('Are you near?');
});

test('what changed a message before it arrived shows once it has', async () => {
  const { ada, server } = stubAda();
  const channel = stubChannel(server);
  const chat = chatWith('Bela');
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [] });
  // This module loads with the later screens, once the page is quiet.
  await import('../src/features/chats/early-changes.ts');
  await openPage(`/chat/${chat.id}`, ada);
  const log = page.getByRole('log');
  await expect.element(log).toMatchTextContent('This is the start of your chat');
  await channel.ready;
  const edited = messageOf(chat, 'At eigth');
  await channel.bring('messages-edit', { ...edited, content: 'At eight', editedAt: edited.sentAt });
  // News of oneself are no other user.
  session.setUser({ ...ada, bio: 'Tea' });
  await channel.bring('messages', edited);
  await expect.element(log).toMatchTextContent('At eight');
  const deleted = messageOf(chat, 'Or never');
  await channel.bring('messages-delete', { ...deleted, content: '', deleted: true });
  await channel.bring('messages', deleted);
  await expect.element(log).toMatchTextContent('This message was deleted');
  // Sent on another device.
  const mine = { ...messageOf(chat, 'Till then'), senderId: ada.id, senderUsername: 'Ada' };
  await channel.bring('status', { id: mine.id, chatId: chat.id, status: 'seen' });
  await channel.bring('messages', mine);
  await expect.element(log).toMatchTextContent(/Till then.*Seen/);
});

test('early changes are kept for nobody else', async () => {
  await import('../src/features/chats/early-changes.ts');
  const { ada } = stubAda();
  const message = messageOf(chatWith('Bela'), 'At eight');
  signInAs(ada);
  emit('edit-message', message);
  signInAs(otherRecord('Chidi'));
  let changes = 0;
  onTestFinished(listen('edit-message', () => (changes += 1)));
  emit('message', message);
  await Promise.resolve();
  expect(changes).toBe(0);
});

test('the other person is shown to be typing until their message arrives', async () => {
  const { ada, server, chat } = stubChat(VISIBLE);
  const channel = stubChannel(server);
  server.on(listMessages, { body: [] });
  await openPage(`/chat/${chat.id}`, ada);
  const log = page.getByRole('log');
  await expect.element(log).toBeVisible();
  const typing = page.getByText('Bela is typing');
  const { userId } = chat.participants[1];
  // On another device.
  await channel.bring('typing', { chatId: chat.id, userId: ada.id });
  await channel.bring('messages', { ...messageOf(chat, 'Till then'), senderId: ada.id });
  await expect.element(log).toMatchTextContent('Till then');
  expect(typing.query()).toBeNull();
  await channel.bring('typing', { chatId: chat.id, userId });
  await expect.element(typing).toBeVisible();
  await channel.bring('messages', messageOf(chat, 'See you'));
  await expect.element(log).toMatchTextContent('See you');
  expect(typing.query()).toBeNull();
});

test('a list of messages that was read before one of them was seen shows it as seen', async () => {
  const { ada, server } = stubAda();
  const channel = stubChannel(server);
  const chat = chatWith('Bela');
  const theirs = messageOf(chat, 'Hello');
  const mine = { ...messageOf(chat, 'Till then'), senderId: ada.id, senderUsername: 'Ada' };
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [theirs] });
  await openPage(`/chat/${chat.id}`, ada);
  const log = page.getByRole('log');
  await expect.element(log).toMatchTextContent('Hello');
  await channel.ready;
  const late = server.hold(listMessages, { body: [theirs, mine] });
  emit('connected');
  await expect.poll(() => late.asked).not.toHaveLength(0);
  server.on(listMessages, { body: [theirs, { ...mine, status: 'seen' }] });
  await channel.bring('status', { id: mine.id, chatId: chat.id, status: 'seen' });
  late();
  await expect.element(log).toMatchTextContent(/Till then.*Seen/);
});

test('a pause and its end are announced, and take the focus from no other field', async () => {
  const ada = ownRecord({ online: true, status: 'incognito' });
  const chat = chatWith('Bela');
  const server = stubServer(ada);
  const channel = stubChannel(server);
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [messageOf(chat, 'Hello')] });
  await openPage(`/chat/${chat.id}`, ada);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Search' }).click();
  const search = page.getByRole('searchbox', { name: 'Search this chat' });
  await expect.element(search).toHaveFocus();
  const { userId } = chat.participants[1];
  const told = page.getByRole('status');
  // The list may be refetched after either event.
  server.on(listChats, { body: [{ ...chat, otherUserOnline: false, otherUserOnlineUntil: null }] });
  await channel.bring('presence', { userId, online: false, onlineUntil: null });
  await expect.element(told.filter({ hasText: 'The chat with Bela is paused.' })).toBeInTheDocument();
  server.on(listChats, { body: [chat] });
  await channel.bring('presence', { userId, online: true, onlineUntil: chat.otherUserOnlineUntil });
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect.element(told.filter({ hasText: 'You can write to Bela again.' })).toBeInTheDocument();
  await expect.element(search).toHaveFocus();
  await page.getByRole('button', { name: 'Close search' }).click();
  await expect.element(search).not.toBeInTheDocument();
});

test('a changed name shows in the list', async () => {
  const ada = ownRecord();
  const chat = chatWith('Bela');
  const server = stubServer(ada);
  const channel = stubChannel(server);
  await import('../src/features/chats/fresh-rows.ts');
  server.on(listChats, { body: [chat] });
  await openPage('/chats', ada);
  const row = page.getByRole('main').getByRole('listitem');
  await expect.element(row).toBeVisible();
  await channel.ready;
  const [me, bela] = chat.participants;
  const renamed = (name: string) => ({ ...chat, participants: [me, { ...bela, name }] }) as typeof chat;
  server.on(listChats, { body: [renamed('Bela now')] });
  await channel.bring('profiles', { userId: bela.userId });
  await expect.element(row).toMatchTextContent('Bela now');
});

test.each([
  ['theirs', 60, 9, 'Bela’s time ends in less than 10 minutes'],
  ['one’s own', 9, 60, 'Your time ends in less than 10 minutes'],
  ['both', 9, 8, 'This chat ends in less than 10 minutes'],
])('that a chat ends soon is announced: %s', async (_, mine, theirs, sentence) => {
  const inMinutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
  const { ada, server } = stubAda({ online: true, status: 'online', onlineUntil: inMinutes(mine) });
  const chat = { ...chatWith('Bela'), otherUserOnlineUntil: inMinutes(theirs) };
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [] });
  await openPage(`/chat/${chat.id}`, ada);
  await expect
    .element(page.getByRole('main').getByRole('status').filter({ hasText: 'ends in' }))
    .toHaveTextContent(sentence);
  // The head of the chat and the banner count the same minutes.
  await expect
    .element(page.getByRole('timer'))
    .toHaveTextContent(sentence.replace('less than 10', `${Math.min(mine, theirs)}`));
});

test('what a toast said of a message or a request, the list says, once it is open', async () => {
  const { ada, server } = stubAda({ online: true, status: 'online' });
  const channel = stubChannel(server);
  const [bela, chidi] = [chatWith('Bela'), chatWith('Chidi')];
  const requester = chidi.participants[1];
  const request = { ...chidi, pinStatus: 'pending' as const, initiatedBy: requester.userId };
  server.on(listChats, { body: [bela, request] });
  await openPage('/settings', ada);
  await channel.bring('messages', messageOf(bela, 'Hello'));
  const pinned = {
    type: 'PIN_REQUEST' as const,
    content: 'Chidi pinned you',
    chatId: chidi.id,
    senderPhotoUrl: null,
    senderId: requester.userId,
    senderUsername: 'Chidi',
  };
  await channel.bring('notifications', pinned);
  const toasts = page.getByRole('button', { name: 'Open', exact: true });
  await expect.poll(() => toasts.elements()).toHaveLength(2);
  keepToasts();
  await page.getByRole('link', { name: /^Pinned/ }).click();
  await expect.element(page.getByRole('button', { name: 'Accept Chidi' })).toBeVisible();
  await expect.poll(() => toasts.elements()).toEqual([]);
});

test('whoever waits at the list for an answer is shown that it is yes', async () => {
  const { ada, server } = stubAda({ online: true, status: 'online' });
  const channel = stubChannel(server);
  const chat = chatWith('Bela');
  server.on(listChats, { body: [{ ...chat, pinStatus: 'pending', initiatedBy: ada.id }] });
  await openPage('/chats', ada);
  await expect.element(page.getByText('Waiting for an answer')).toBeVisible();
  server.on(listChats, { body: [chat] });
  await channel.bring('notifications', {
    type: 'PIN_ACCEPT',
    content: 'Bela accepted your pin',
    chatId: chat.id,
    senderPhotoUrl: null,
    senderId: chat.participants[1].userId,
    senderUsername: 'Bela',
  });
  await expect.element(page.getByText('Bela accepted your pin').first()).toBeVisible();
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByRole('button', { name: 'Say something' })).toBeVisible();
});
