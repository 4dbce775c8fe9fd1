import { listMessages } from '@herenow/contract/chats';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '../src/lib/api.ts';
import { queryClient } from '../src/lib/query-client.ts';
import { MESSAGE_PAGE, messagesKey } from '../src/features/chats/keys.ts';
import { navigate } from '../src/lib/navigation.tsx';
import type { History } from '../src/features/chats/queries.ts';
import { address, openPage } from './opened-page.tsx';
import { messageOf } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubChat } from './stubbed-server.ts';

test('a page of older messages that arrives after the chat was left leaves no gap', async () => {
  const { ada, server, chat } = stubChat();
  const all = Array.from({ length: MESSAGE_PAGE * 3 }, (_, at) => ({
    ...messageOf(chat, `said ${at}`),
    sentAt: new Date(Date.now() - 10_000_000 + at * 1000).toISOString(),
    status: 'seen' as const,
  }));
  const pageOf = (from: number) => ({ body: all.slice(from * MESSAGE_PAGE, (from + 1) * MESSAGE_PAGE) });
  server.on(listMessages, pageOf(2));
  await openPage(`/chat/${chat.id}`, ada);
  const log = page.getByRole('log');
  const loaded = () => queryClient.getQueryData<History>(messagesKey(chat.id))?.messages ?? [];
  const readUp = () => {
    log.element().scrollTo(0, 0);
  };
  await expect.element(log.getByText(/^said 179/)).toBeVisible();
  server.on(listMessages, pageOf(1));
  readUp();
  await expect.poll(() => loaded().length).toBe(MESSAGE_PAGE * 2);
  const release = server.hold(listMessages, pageOf(0));
  const busy = () => {
    readUp();
    return log.element().getAttribute('aria-busy');
  };
  await expect.poll(busy).toBe('true');
  navigate('/chats');
  await expect.poll(address).toBe('/chats');
  await expect.poll(() => loaded().length).toBe(MESSAGE_PAGE);
  release();
  // The answer to a later request arrives later.
  await api(listMessages, { params: { chatId: chat.id } });
  await new Promise(requestAnimationFrame);
  expect(loaded()).toHaveLength(MESSAGE_PAGE);
});

test('a search says that it could not look further back, also if that was being loaded before it began', async () => {
  const { ada, server, chat } = stubChat();
  server.on(listMessages, { body: Array.from({ length: MESSAGE_PAGE }, () => messageOf(chat, 'said')) });
  await openPage(`/chat/${chat.id}`, ada);
  const log = page.getByRole('log');
  await expect.element(log.getByText(/^said/).last()).toBeVisible();
  const release = server.hold(listMessages, { status: 500 });
  await expect
    .poll(() => {
      log.element().scrollTo(0, 0);
      return release.asked.length;
    })
    .toBe(1);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Search' }).click();
  await page.getByRole('searchbox', { name: 'Search this chat' }).fill('harbour');
  const told = page.getByRole('search').getByRole('status');
  await expect.element(told).toHaveTextContent('Looking further back');
  expect(release.asked).toHaveLength(1);
  release();
  await expect.element(told).toHaveTextContent('We couldn’t look further back');
});

test('a chat stays at its end when its beginning loads, even during a scroll', async () => {
  const { ada, server, chat } = stubChat();
  const said = (at: number) => ({
    ...messageOf(chat, `said ${at}`),
    sentAt: new Date(Date.now() - 10_000_000 + at * 1000).toISOString(),
    status: 'seen' as const,
  });
  server.on(listMessages, { body: Array.from({ length: 40 }, (_, at) => said(at)) });
  await openPage(`/chat/${chat.id}`, ada);
  const list = page.getByRole('log');
  await expect.element(list).toMatchTextContent('This is the start of your chat');
  const fromEnd = () => {
    const { scrollHeight, scrollTop, clientHeight } = list.element();
    return Math.round(scrollHeight - scrollTop - clientHeight);
  };
  await expect.poll(fromEnd).toBe(0);
  // The event of a scroll comes after the growth and before it is observed.
  const grown = document.createElement('div');
  grown.style.height = '300px';
  list.element().firstElementChild!.prepend(grown);
  list.element().dispatchEvent(new Event('scroll'));
  expect(fromEnd()).toBeGreaterThan(299);
  await expect.poll(fromEnd).toBe(0);
});

test('a quote of what is deleted while it loads says so', async () => {
  const { ada, server, chat } = stubChat();
  const channel = stubChannel(server);
  const quoted = messageOf(chat, 'Shall we meet?');
  const reply = { ...messageOf(chat, 'At eight'), replyTo: quoted.id };
  server.on(listMessages, { body: [reply] });
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(page.getByRole('log')).toMatchTextContent('At eight');
  await channel.ready;
  await queryClient.cancelQueries();
  const release = server.hold(listMessages, { body: [quoted] });
  const key = [...messagesKey(chat.id), quoted.id];
  void queryClient.resetQueries({ queryKey: key });
  await expect.poll(() => release.asked).toHaveLength(1);
  server.on(listMessages, { body: [reply] });
  await channel.bring('messages-delete', { ...quoted, content: '', deleted: true });
  const quote = page.getByRole('log').getByRole('button', { name: /Shall we meet|deleted/ });
  await expect.element(quote).toMatchTextContent('This message was deleted');
  release();
  await expect.poll(() => queryClient.isFetching({ queryKey: key })).toBe(0);
  await expect.element(quote).toMatchTextContent('This message was deleted');
});
