import { listChats, listMessages } from '@herenow/contract/chats';
import { HOUR_MS } from '@herenow/contract/constants';
import type { Chat } from '@herenow/contract/entities';
import { listFeed, listFeedChanges } from '@herenow/contract/feed';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { chatsKey, messagesKey } from '../src/features/chats/keys.ts';
import { navigate } from '../src/lib/navigation.tsx';
import { queryClient } from '../src/lib/query-client.ts';
import { emit } from '../src/lib/window-events.ts';
import { keepToasts } from './kept-toasts.ts';
import { openPage } from './opened-page.tsx';
import { chatWith, messageOf, neighbour, VISIBLE } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda, stubChat } from './stubbed-server.ts';

/** A request of this person to Ada. */
const requestOf = (name: string): Chat => {
  const chat = chatWith(name);
  return { ...chat, pinStatus: 'pending', initiatedBy: chat.participants[1].userId };
};
const eventOf = ({ id, participants: [, { userId, name }] }: Chat) => ({
  type: 'PIN_REQUEST' as const,
  content: `${name} pinned you.`,
  chatId: id,
  senderPhotoUrl: null,
  senderId: userId,
  senderUsername: name,
});

test('toasts about what is over close when a page that has heard nothing of it wakes', async () => {
  const { ada, server } = stubAda(VISIBLE);
  const channel = stubChannel(server);
  const bela = requestOf('Bela');
  const unread = (name: string) => ({ ...chatWith(name), unreadCount: 1 });
  const [chidi, dora, elif] = [unread('Chidi'), unread('Dora'), unread('Elif')];
  server.on(listFeed, { body: [] });
  server.on(listChats, { body: [bela, chidi, dora, elif] });
  // It comes with the later screens, once the page is quiet.
  await import('../src/features/chats/gone-chats.ts');
  keepToasts();
  await openPage('/feed', ada);
  await channel.bring('notifications', eventOf(bela));
  for (const chat of [chidi, dora, elif]) await channel.bring('messages', messageOf(chat, 'Hello'));
  const toasts = page.getByRole('status').filter({ hasText: 'Open' });
  const told = () => toasts.elements().map((toast) => toast.textContent);
  await expect.poll(told).toHaveLength(4);
  // What is compared later is a list that has arrived, and with all that it heard.
  await expect.poll(() => queryClient.getQueryData(chatsKey)).toHaveLength(4);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  // Bela has taken the pin back, Chidi has blocked Ada, and Ada has read Dora’s message on another device.
  server.on(listChats, { body: [{ ...dora, unreadCount: 0 }, elif] });
  emit('appVisible');
  await expect.poll(told).toEqual([expect.stringContaining('Elif')]);
});

test('a card says who pinned the user until a page that has slept hears that the pin is withdrawn', async () => {
  const { ada, server } = stubAda(VISIBLE);
  const channel = stubChannel(server);
  const [bela, chidi] = [requestOf('Bela'), requestOf('Chidi')];
  const people = ['Bela', 'Chidi', 'Dora'].map(neighbour);
  const gone = (...out: { id: string }[]) => ({
    body: {
      came: [],
      more: false,
      gone: out.map(({ id }) => id),
      changed: [],
      moved: false,
      asOf: 'a-mark',
    },
  });
  server.on(listFeed, { body: people });
  server.on(listFeedChanges, gone());
  server.on(listChats, { body: [] });
  await openPage('/feed', ada);
  const card = (name: string) => page.getByRole('article').filter({ hasText: name });
  await expect.element(card('Bela')).toBeVisible();
  // It comes with what hears of changes, once the page is quiet.
  await expect.element(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  server.on(listFeedChanges, gone(people[0]!));
  server.on(listChats, { body: [bela] });
  await channel.bring('notifications', eventOf(bela));
  await expect.element(card('Bela')).toMatchTextContent('Pinned you');
  // Meanwhile Bela has left, and Chidi has pinned Ada.
  server.on(listFeedChanges, gone(people[0]!, people[1]!));
  server.on(listChats, { body: [chidi] });
  emit('appVisible');
  emit('connected');
  await expect.element(card('Bela')).toMatchTextContent('Not here any more');
  await expect.element(card('Chidi')).toMatchTextContent('Pinned you');
});

test('a phone that wakes shows at once who is not there any more, before its timers run again', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [neighbour('Bela')] });
  server.on(listChats, { body: [] });
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await openPage('/feed', ada);
  const card = page.getByRole('article');
  await expect.element(card).toMatchTextContent('2:00 left');
  await expect.element(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  vi.setSystemTime(Date.now() + 3 * HOUR_MS);
  emit('appVisible');
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(card.element().textContent).toContain('Not here any more');
});

test('a message that a closed channel missed shows in a chat that is opened right after a later one', async () => {
  const { ada, server, chat } = stubChat(VISIBLE);
  const channel = stubChannel(server);
  const [first, missed, later] = ['First', 'Missed', 'Later'].map((text, at) => ({
    ...messageOf(chat, text),
    sentAt: new Date(Date.now() + at).toISOString(),
  }));
  server.on(listMessages, { body: [first!] });
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(page.getByRole('log')).toMatchTextContent('First');
  await channel.ready;
  navigate('/chats');
  const row = page.getByRole('link', { name: /^Bela/ });
  await expect.element(row).toBeVisible();
  await expect.element(page.getByRole('log')).not.toBeInTheDocument();
  server.on(listMessages, { body: [first!, missed!, later!] });
  // The connection is back, after the first message that was missed.
  emit('connected');
  await expect.poll(() => queryClient.getQueryState(messagesKey(chat.id))?.isInvalidated).toBe(true);
  await channel.bring('messages', later!);
  await row.click();
  await expect.element(page.getByRole('log')).toMatchTextContent(/First.*Missed.*Later/);
});
