import { listChats, listMessages, react, sendMessage } from '@herenow/contract/chats';
import { chatNotFound } from '@herenow/contract/refusals';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { setReaction, startReacting } from '../src/features/chats/reactions.ts';
import { queryClient } from '../src/lib/query-client.ts';
import { openPage, signInAs } from './opened-page.tsx';
import { chatWith, messageOf, ownRecord, VISIBLE } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubServer, type Asked, type Reply } from './stubbed-server.ts';
import { storageElsewhere } from './two-tabs.ts';
const ada = ownRecord(VISIBLE);
const chat = chatWith('Bela');
const said = messageOf(chat, 'said');
const log = page.getByRole('log');

const stored: Reply<typeof sendMessage> = { body: { ...said, id: crypto.randomUUID() } };

/** Opens a chat in which these messages have waited since an earlier visit; `reply` is what sending one gets. */
async function openWaiting(
  reply: Reply<typeof sendMessage>,
  ...waiting: { content: string; state: 'sending' | 'failed' }[]
) {
  const server = stubServer(ada);
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [said] });
  const asked = server.on(sendMessage, reply);
  const { chatId, recipientId, recipientUsername } = said;
  const common = { chatId, recipientId, recipientUsername, created: Date.now() };
  const entries = waiting.map((one) => ({ ...common, ...one, id: crypto.randomUUID() }));
  localStorage.setItem('unsent', JSON.stringify(entries));
  await openPage(`/chat/${chat.id}`, ada);
  // The sent message gets another id here.
  await expect.element(log.getByText('said').first()).toBeVisible();
  return { server, asked };
}

const contents = (asked: readonly Asked[]) => asked.map(({ body }) => (body as { content: string }).content);

test('a message without an answer is sent before those written after it', async () => {
  const { asked } = await openWaiting(
    stored,
    { content: 'one', state: 'failed' },
    { content: 'two', state: 'sending' },
  );
  await expect.poll(() => contents(asked)).toEqual(['one', 'two']);
  expect(asked[0]!.body).toEqual({
    id: expect.any(String),
    chatId: chat.id,
    senderId: ada.id,
    senderUsername: 'Ada',
    recipientId: said.recipientId,
    recipientUsername: said.recipientUsername,
    content: 'one',
    sentAt: expect.any(String),
    deleted: false,
  });
});

test('a message that is not sent yet is spoken as the user’s own', async () => {
  await openWaiting({ status: 422 }, { content: 'one', state: 'failed' });
  await expect.element(log.getByRole('listitem').filter({ hasText: /^You: one/ })).toBeVisible();
});

test('a message without an answer holds back those behind it, and a new one retries it', async () => {
  const { server, asked } = await openWaiting(
    // Not a refusal that the client retries for long.
    { status: 422 },
    { content: 'one', state: 'sending' },
    { content: 'two', state: 'sending' },
  );
  await expect.element(log.getByRole('button', { name: 'Try Again' }).nth(1)).toBeVisible();
  expect(contents(asked)).toEqual(['one']);
  const later = server.on(sendMessage, stored);
  await page.getByRole('textbox', { name: 'Message' }).fill('three');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => contents(later)).toEqual(['one', 'two', 'three']);
});

test('a message without an answer is sent once the network is back, and none that another tab has dropped', async () => {
  const { server } = await openWaiting({ status: 422 }, { content: 'one', state: 'sending' });
  await expect.element(log.getByRole('button', { name: 'Try Again' })).toBeVisible();
  const release = server.hold(sendMessage, stored);
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => contents(release.asked)).toEqual(['one']);
  for (const text of ['two', 'three']) {
    await page.getByRole('textbox', { name: 'Message' }).fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
  }
  const kept = JSON.parse(localStorage.getItem('unsent')!) as { content: string }[];
  storageElsewhere().setItem('unsent', JSON.stringify(kept.filter(({ content }) => content !== 'two')));
  await expect.element(log.getByText('two')).not.toBeInTheDocument();
  release();
  await expect.poll(() => contents(release.asked)).toEqual(['one', 'three']);
});

test('a message to a chat that is over goes back into the draft once, though two tabs were sending it', async () => {
  const { server } = await openWaiting({ status: 422 }, { content: 'one', state: 'sending' });
  await expect.element(log.getByRole('button', { name: 'Try Again' })).toBeVisible();
  const release = server.hold(sendMessage, { status: 400, text: chatNotFound.text });
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => contents(release.asked)).toEqual(['one']);
  const later = server.on(sendMessage, stored);
  await page.getByRole('textbox', { name: 'Message' }).fill('two');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(log.getByText('two')).toBeVisible();
  // The other tab was refused first.
  const kept = JSON.parse(localStorage.getItem('unsent')!) as { content: string }[];
  storageElsewhere().setItem('unsent', JSON.stringify(kept.filter(({ content }) => content !== 'one')));
  storageElsewhere().setItem('drafts', JSON.stringify({ [chat.id]: 'one' }));
  release();
  await expect.poll(() => contents(later)).toEqual(['two']);
  expect(JSON.parse(localStorage.getItem('drafts')!)).toEqual({ [chat.id]: 'one' });
});

test('a reaction whose request fails as the network comes back is sent again', async () => {
  const server = stubServer(ada);
  server.on(listMessages, { body: [said] });
  signInAs(ada);
  onTestFinished(startReacting(queryClient));
  const fail = server.hold(react, 'no answer');
  setReaction(queryClient, said, '👍');
  const asked = server.on(react, { body: said });
  window.dispatchEvent(new Event('online'));
  fail();
  await expect.poll(() => asked.length).toBe(1);
});

const reactions = () =>
  JSON.parse(localStorage.getItem('drafts:reactions') ?? '{}') as Record<string, { reaction: string }>;

test('a reaction that waits leaves those of another tab', async () => {
  const server = stubServer(ada);
  server.on(react, 'no answer');
  signInAs(ada);
  onTestFinished(startReacting(queryClient));
  setReaction(queryClient, said, '👍');
  const theirs = { ...reactions()[said.id], reaction: '😂' };
  storageElsewhere().setItem('drafts:reactions', JSON.stringify({ [said.id]: theirs, other: theirs }));
  setReaction(queryClient, { ...said, id: 'third' }, '👍');
  const chosen = Object.entries(reactions()).map(([id, { reaction }]) => [id, reaction]);
  expect(Object.fromEntries(chosen)).toEqual({ [said.id]: '😂', other: '😂', third: '👍' });
  localStorage.removeItem('drafts:reactions');
});

test('a reaction that has waited gives way to a later one of another device', async () => {
  const server = stubServer(ada);
  server.on(react, 'no answer');
  signInAs(ada);
  setReaction(queryClient, said, '👍');
  const later = {
    userId: ada.id,
    reaction: '😂' as const,
    changedAt: new Date(Date.now() + 60_000).toISOString(),
  };
  server.on(listMessages, { body: [{ ...said, reactions: [later] }] });
  const asked = server.on(react, { body: said });
  onTestFinished(startReacting(queryClient));
  await expect.poll(() => localStorage.getItem('drafts:reactions')).toBeNull();
  expect(asked).toEqual([]);
});

test('what was written for a chat goes from the device once the chat is gone', async () => {
  const server = stubServer(ada);
  const channel = stubChannel(server);
  const gone = chatWith('Gone');
  const edited = crypto.randomUUID();
  const entry = { ...said, created: Date.now(), state: 'failed', error: 'No.' };
  const drafts = {
    [chat.id]: 'for Bela',
    [gone.id]: 'for nobody',
    [gone.id + edited]: 'an edit',
    [`${gone.id}reply`]: said.id,
  };
  const kept = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;
  localStorage.setItem('drafts', JSON.stringify(drafts));
  localStorage.setItem('unsent', JSON.stringify([entry, { ...entry, chatId: gone.id }]));
  server.on(listChats, { body: [chat] });
  server.on(react, 'no answer');
  signInAs(ada);
  setReaction(queryClient, said, '👍');
  setReaction(queryClient, { ...said, id: edited, chatId: gone.id }, '👍');
  // This module loads with the later screens, once the page is quiet.
  await import('../src/features/chats/gone-chats.ts');
  await openPage('/chats', ada);
  await expect.poll(() => kept('drafts')).toEqual({ [chat.id]: 'for Bela' });
  await expect.poll(() => kept('unsent')).toEqual([entry]);
  await expect.poll(() => Object.keys(kept('drafts:reactions') ?? {})).toEqual([said.id]);

  await channel.bring('chats-gone', { chatId: chat.id });
  for (const key of ['drafts', 'unsent', 'drafts:reactions']) await expect.poll(() => kept(key)).toBeNull();
});
