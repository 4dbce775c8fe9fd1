import { logout } from '@herenow/contract/accounts';
import { listChats, listMessages, sendMessage } from '@herenow/contract/chats';
import type { Message } from '@herenow/contract/entities';
import { listFeed } from '@herenow/contract/feed';
import { rejectPin } from '@herenow/contract/pins';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { signOut } from '../src/features/accounts/sign-out.ts';
import { clockTime } from '../src/features/chats/hour-cycle.ts';
import { emit } from '../src/lib/window-events.ts';
import { address, openPage } from './opened-page.tsx';
import { chatWith, messageOf, VISIBLE } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda, stubChat } from './stubbed-server.ts';

const tryAgain = () => page.getByRole('button', { name: 'Try Again' }).click();

test('loading, failed and empty lists of chats each say so', async () => {
  const { ada, server } = stubAda();
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

test('a slow list says so over its place, where nothing moves @slow', async () => {
  const { ada, server } = stubAda();
  const release = server.hold(listChats, { body: [] });
  await openPage('/chats', ada);
  const waiting = page.getByRole('status', { name: 'Loading your pins' });
  await expect.element(waiting).toBeVisible();
  const places = () =>
    [...waiting.element().querySelectorAll('div')].map((row) => row.getBoundingClientRect().top);
  const before = places();
  await expect.element(waiting).toMatchTextContent('Still trying…');
  expect(places()).toEqual(before);
  release();
  await expect.element(page.getByText('No Pins Yet')).toBeVisible();
});

test('a missing chat stays missing while the list is refetched', async () => {
  const { ada, server } = stubAda();
  server.on(listChats, { body: [] });
  await openPage('/chat/nowhere', ada);
  await expect.element(page.getByText('Chat not found')).toBeVisible();
  const release = server.hold(listChats, { body: [] });
  // A painted page may not have its listeners yet, so the event is repeated.
  await expect
    .poll(() => {
      emit('appVisible');
      return release.asked;
    })
    .not.toHaveLength(0);
  await expect.element(page.getByRole('status', { name: /^Loading/ })).not.toBeInTheDocument();
  await expect.element(page.getByText('Chat not found')).toBeVisible();
  release();
});

test('a list that the server refuses says why', async () => {
  const { ada, server } = stubAda();
  server.on(listChats, { status: 404, text: 'User not found' });
  await openPage('/chats', ada);
  await expect.element(page.getByRole('alert')).toMatchTextContent('User not found');
});

test('loading and failed messages say so', async () => {
  const { ada, server, chat } = stubChat();
  const release = server.hold(listMessages, 'no answer');
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Bela');
  expect(page.getByRole('navigation', { name: 'Main' }).query()).toBeNull();
  release();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Failed to fetch messages');
  server.onTap(listMessages, { body: [] });
  await tryAgain();
  await expect.element(page.getByRole('log')).toMatchTextContent('This is the start of your chat');
});

test('one writes while a chat is on its way, into a field that stays where it is', async () => {
  const { ada, server } = stubAda(VISIBLE);
  const chat = chatWith('Bela');
  const showChat = server.hold(listChats, { body: [chat] });
  const showMessages = server.hold(listMessages, { body: [messageOf(chat, 'Shall we meet?')] });
  server.hold(sendMessage, 'no answer');
  await openPage(`/chat/${chat.id}`, ada);
  const boxOf = (name: string) => page.getByRole('button', { name }).element().getBoundingClientRect();
  await expect.element(page.getByRole('button', { name: 'Go back to all chats' })).toBeVisible();
  const back = boxOf('Go back to all chats');
  showChat();
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Bela');
  expect(boxOf('Go back to all chats')).toEqual(back);
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('At eight');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect
    .element(page.getByRole('status', { name: 'Loading' }))
    .toMatchTextContent(/At eight\s*Sending/);
  await field.fill('By the fountain');
  const send = boxOf('Send');
  showMessages();
  const log = page.getByRole('log');
  await expect.element(log).toMatchTextContent('Shall we meet?');
  await expect.element(log).toMatchTextContent('At eight');
  await expect.element(field).toHaveValue('By the fountain');
  await expect.element(field).toHaveFocus();
  expect(boxOf('Send')).toEqual(send);
});

test('each message tells who wrote it to those who cannot see its side, and when it was edited', async () => {
  const { ada, server, chat } = stubChat();
  const theirs = messageOf(chat, 'Shall we meet?');
  const editedAt = new Date(Date.now() + 3_600_000).toISOString();
  const mine = { ...messageOf(chat, 'At eight'), senderId: ada.id, senderUsername: 'Ada', editedAt };
  server.on(listMessages, { body: [theirs, mine] });
  await openPage(`/chat/${chat.id}`, ada);
  const said = page.getByRole('log').getByRole('listitem');
  await expect.element(said.first()).toMatchTextContent(/^Bela: Shall we meet\?/);
  await expect.element(said.last()).toMatchTextContent(/^You: At eight/);
  await expect.element(said.last()).toMatchTextContent(`Edited ${clockTime(editedAt)}`);
});

test('a quote says that it leads to the message, whoever wrote it', async () => {
  const complain = vi.spyOn(console, 'error');
  const { ada, server, chat } = stubChat();
  const theirs = messageOf(chat, 'Shall we meet?');
  const mine = { ...messageOf(chat, 'At eight'), senderId: ada.id, senderUsername: 'Ada' };
  const replies = [theirs, mine].map(({ id }, at) => ({
    ...messageOf(chat, `Reply ${at}`),
    replyTo: id,
  }));
  server.on(listMessages, { body: [theirs, mine, ...replies] });
  await openPage(`/chat/${chat.id}`, ada);
  const quoteIn = (reply: string) =>
    page.getByRole('log').getByRole('listitem').filter({ hasText: reply }).getByRole('button').first();
  await expect.element(quoteIn('Reply 0')).toHaveAccessibleDescription('Go to this message');
  await expect.element(quoteIn('Reply 1')).toHaveAccessibleDescription('Go to this message');
  expect(complain.mock.calls).toEqual([]);
});

test('a quote of what is not loaded tells that it was deleted while the channel was down', async () => {
  const { ada, server, chat } = stubChat();
  const quoted = messageOf(chat, 'Shall we meet?');
  const reply = { ...messageOf(chat, 'At eight'), replyTo: quoted.id };
  const answer = (now: Message) =>
    server.on(listMessages, ({ query }) => ({ body: query.has('id') ? [now] : [reply] }));
  answer(quoted);
  await openPage(`/chat/${chat.id}`, ada);
  const quote = page.getByRole('log').getByRole('button', { name: /Shall we meet|deleted/ });
  await expect.element(quote).toMatchTextContent('Shall we meet?');
  answer({ ...quoted, content: '', deleted: true });
  emit('connected');
  await expect.element(quote).toMatchTextContent('This message was deleted');
});

test('older messages that come while the channel comes up stay', async () => {
  const { ada, server, chat } = stubChat();
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

test('messages in flight when the channel opened are requested again', async () => {
  const { ada, server, chat } = stubChat();
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

test('a chat whose row fails to load can be retried, or left', async () => {
  const { ada, server } = stubAda();
  const chat = chatWith('Bela');
  server.on(listMessages, { body: [] });
  server.on(listChats, { status: 500 });
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(page.getByRole('alert')).toMatchTextContent('Error Loading Chats');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
  const back = page.getByRole('button', { name: 'Go back to all chats' });
  await expect.element(back).toBeVisible();
  server.onTap(listChats, { body: [chat] });
  await tryAgain();
  await expect.element(page.getByRole('log')).toBeVisible();
});

test('what was open in one chat is not open in the next', async () => {
  const { ada, server } = stubAda();
  const [bela, chidi] = [chatWith('Bela'), chatWith('Chidi')];
  server.on(listChats, { body: [bela, chidi] });
  server.on(listMessages, { body: [messageOf(bela, 'Look: https://example.org/')] });
  await openPage(`/chat/${bela.id}`, ada);
  const search = page.getByRole('searchbox', { name: 'Search this chat' });
  const more = page.getByRole('button', { name: 'More' });
  const leave = async () => {
    await page.getByRole('button', { name: 'Go back to all chats' }).click();
    await expect.poll(address).toBe('/chats');
  };
  await leave();
  const open = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) }).click();

  await open('Bela');
  await more.click();
  await page.getByRole('menuitem', { name: 'Search' }).click();
  await expect.element(search).toHaveAttribute('autocomplete', 'off');
  await expect.element(search).toHaveFocus();
  await leave();
  await open('Bela');
  await page.getByRole('button', { name: 'https://example.org/' }).click();
  expect(search.query()).toBeNull();
  const question = page.getByRole('alertdialog', { name: 'Open this link?' });
  await expect.element(question).toBeVisible();
  history.back();
  await expect.element(question).not.toBeInTheDocument();
  await leave();
  await open('Chidi');
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Chidi');
  await expect.element(page.getByRole('button', { name: 'https://example.org/' })).toBeVisible();
  expect(question.query()).toBeNull();
});

test('a missing chat links back to all chats', async () => {
  const { ada, server } = stubAda();
  server.on(listChats, { body: [] });
  await openPage('/chat/nowhere', ada);
  await expect.element(page.getByRole('heading', { name: 'Chat not found' })).toBeVisible();
  await page.getByRole('button', { name: 'Go back to all chats' }).click();
  await expect.poll(address).toBe('/chats');
});

test('a rejection is not lost when the page is left', async () => {
  const { ada, server } = stubAda();
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
  await expect.poll(() => rejected).toMatchObject([{ outlivesPage: true, body: { chatId: bela.id } }]);
});

test('a rejection is not lost when the user signs out', async () => {
  const { ada, server } = stubAda();
  const bela = chatWith('Bela');
  server.on(listChats, {
    body: [{ ...bela, pinStatus: 'pending', initiatedBy: bela.participants[1].userId }],
  });
  const rejected = server.on(rejectPin, { status: 200 });
  const signedOut = server.on(logout, { status: 200 });
  await openPage('/chats', ada);
  await page.getByRole('button', { name: 'Reject Bela' }).click();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await signOut();
  expect(signedOut).toHaveLength(1);
  expect(rejected).toHaveLength(1);
});

test('screen readers read the chats tab as one label', async () => {
  const { ada, server } = stubAda();
  server.on(listChats, { body: [{ ...chatWith('Bela'), unreadCount: 1 }] });
  await openPage('/settings', ada);
  await expect.element(page.getByRole('link', { name: 'Pinned, 1 new', exact: true })).toBeVisible();
});
