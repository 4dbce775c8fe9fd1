import { listChats, listMessages } from '@herenow/contract/chats';
import type { Message } from '@herenow/contract/entities';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MESSAGE_PAGE } from '../src/features/chats/keys.ts';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { chatWith, messageOf } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda, stubChat } from './stubbed-server.ts';

/** Opens a chat with one message, which the user has not seen before. */
async function openUnseen(more: Partial<Message> = {}) {
  const { ada, server } = stubAda();
  const channel = stubChannel(server);
  const chat = chatWith('Bela');
  const message = { ...messageOf(chat, 'Hello'), ...more };
  server.on(listChats, { body: [{ ...chat, unreadCount: 1 }] });
  server.on(listMessages, { body: [message] });
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(page.getByRole('log')).toBeVisible();
  return { channel, chat, message, told: () => channel.sent('/app/chat.seen') };
}

test('a seen mark is sent again when the connection was lost before it arrived', async () => {
  const { channel, message, told } = await openUnseen();
  await expect.poll(told).toEqual([message]);
  await channel.lose();
  await expect.poll(told, { timeout: 10_000 }).toMatchObject([{ id: message.id }, { id: message.id }]);
});

test('a message that arrives while the page is in the background is seen once it is back', async () => {
  const { channel, chat, message, told } = await openUnseen();
  await expect.poll(told).toEqual([message]);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  onTestFinished(() => hidden.mockRestore());
  document.dispatchEvent(new Event('visibilitychange'));
  const next = messageOf(chat, 'Are you there?');
  await channel.bring('messages', next);
  await expect.element(page.getByRole('log')).toMatchTextContent(next.content);
  expect(told()).toEqual([message]);
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(told).toEqual([message, next]);
});

test('a message deleted before it was seen does not stay unread', async () => {
  const { message, told } = await openUnseen({ deleted: true, content: '' });
  await expect.poll(told).toMatchObject([{ id: message.id }]);
});

test.for([
  'sent',
  // They were marked before the code that handles the rest had loaded, or on another device.
  'seen',
] as const)('a chat whose latest page is %s is read with all that is unread before it', async (latest) => {
  const { ada, server } = stubAda();
  const channel = stubChannel(server);
  const chat = chatWith('Bela');
  const total = MESSAGE_PAGE * 2 + 8;
  const count = total - 3 - (latest === 'seen' ? MESSAGE_PAGE : 0);
  const all = Array.from({ length: total }, (_, at) => ({
    ...messageOf(chat, `said ${at}`),
    sentAt: new Date(Date.now() - 10_000_000 + at * 1000).toISOString(),
    status: at < 3 ? 'seen' : at < total - MESSAGE_PAGE ? 'sent' : latest,
  }));
  server.on(listChats, { body: [{ ...chat, unreadCount: count }] });
  const asked = server.on(listMessages, ({ query }) => {
    const before = all.findIndex(({ id }) => id === query.get('before'));
    return { body: all.slice(0, before === -1 ? undefined : before).slice(-Number(query.get('limit'))) };
  });
  await openPage(`/chat/${chat.id}`, ada);
  const told = new Set<string>();
  const confirmed = async () => {
    for (const sent of channel.sent('/app/chat.seen')) {
      const { id } = sent as Message;
      if (!told.has(id)) await channel.bring('status', { id, chatId: chat.id, status: 'seen' });
      told.add(id);
    }
    return told.size;
  };
  await expect.poll(confirmed).toBe(count);
  // Only unread messages are requested.
  expect(asked.filter(({ query }) => query.has('before'))).toHaveLength(2);
});

test('combining marks in one message cover nothing of the others', async () => {
  const { ada, server, chat } = stubChat();
  const channel = stubChannel(server);
  const [other, message] = [messageOf(chat, 'Where shall we meet?'), messageOf(chat, 'here')];
  const edited = (ago: number, content: string) => ({
    ...message,
    content,
    editedAt: new Date(Date.parse(message.sentAt) - ago).toISOString(),
  });
  server.on(listMessages, { body: [other, edited(2, 'here')] });
  await openPage(`/chat/${chat.id}`, ada);
  const above = page.getByText(other.content, { exact: true });
  await expect.element(above).toBeVisible();
  const picture = () => page.screenshot({ element: above, base64: true, save: false });
  await document.fonts.ready;
  const before = await picture();

  await channel.bring('messages-edit', edited(1, `h\u0302${'\u0302\u030c'.repeat(40)}ere`));
  await expect.element(page.getByText(/^h\u0302/)).toBeVisible();
  expect(await picture()).toEqual(before);
});

test('a message of endless lines is no taller than one of words', async () => {
  const { message } = await openUnseen({ content: 'x\n'.repeat(999) });
  const bubble = () => document.querySelector(`[data-message="${message.id}"] [data-bubble]`)!;
  await expect.poll(() => bubble().clientHeight).toBeLessThan(2500);
  expect(bubble().scrollHeight).toBeGreaterThan(20_000);
});

test('the longest message of words is shown completely', async () => {
  const { message } = await openUnseen({ content: 'Where shall we meet? '.repeat(95) });
  await expect.element(page.getByRole('button', { name: 'Message actions' })).toBeVisible();
  const bubble = document.querySelector(`[data-message="${message.id}"] [data-bubble]`)!;
  await expect.poll(() => document.querySelector('[data-parts]')).not.toBeNull();
  expect(bubble.scrollHeight).toBeLessThanOrEqual(bubble.clientHeight);
});
