import { listChats, listMessages } from '@herenow/contract/chats';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@herenow/contract/entities';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { UndoOffer } from '../src/app/undo-offer.tsx';
import { messagesKey } from '../src/features/chats/keys.ts';
import { queryClient } from '../src/lib/query-client.ts';
import { offerUndo } from '../src/lib/undo.ts';
import { closeToast, showToast } from '../src/ui/toast.tsx';
import { keepToasts } from './kept-toasts.ts';
import { address, openPage } from './opened-page.tsx';
import { chatWith, messageOf, ownRecord } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubServer } from './stubbed-server.ts';

test('a sentence that begins with an Arabic name is still laid out from the left', async () => {
  stubServer(ownRecord()).on(listChats, { body: [] });
  await openPage('/chats', ownRecord());
  showToast('نور is already pinned.', { tone: 'bad' });
  const said = page.getByText('نور is already pinned.');
  await expect.element(said).toBeVisible();
  expect(getComputedStyle(said.element()).direction).toBe('ltr');
});

test('at twice the text size no word of a toast is broken', async () => {
  stubServer(ownRecord()).on(listChats, { body: [] });
  await openPage('/chats', ownRecord());
  await page.viewport(390, 844);
  document.documentElement.style.fontSize = '200%';
  onTestFinished(() => document.documentElement.removeAttribute('style'));
  showToast('Maximiliana pinned you.', { photo: { url: '/none.jpg' }, action: { label: 'Open' } });
  const said = page.getByText('Maximiliana pinned you.');
  await expect.element(said).toBeVisible();
  const name = document.createRange();
  name.setStart(said.element().firstChild!, 0);
  name.setEnd(said.element().firstChild!, 'Maximiliana'.length);
  expect(name.getClientRects()).toHaveLength(1);
});

test('a toast repeated while its predecessor closes is shown, and one repeated while shown is not doubled', async () => {
  stubServer(ownRecord()).on(listChats, { body: [] });
  await openPage('/chats', ownRecord());
  const tell = () => showToast('Bela wrote', { id: 'bela' });
  tell();
  tell();
  const said = page.getByText('Bela wrote');
  await expect.element(said).toBeVisible();
  const first = said.element();
  closeToast('bela');
  tell();
  await expect.poll(() => first.isConnected).toBe(false);
  await expect.element(said).toBeVisible();
  closeToast('bela');
  await expect.element(said).not.toBeInTheDocument();
  tell();
  await expect.element(said).toBeVisible();
});

test('a toast shown while a menu is open is below the menu', async () => {
  const chat = chatWith('Bela');
  const server = stubServer(ownRecord());
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [] });
  await openPage(`/chat/${chat.id}`, ownRecord());
  await page.getByRole('button', { name: 'More' }).click();
  const items = page.getByRole('menuitem');
  await expect.element(items.first()).toBeVisible();
  showToast('Chidi pinned you.');
  await expect.element(page.getByText('Chidi pinned you.')).toBeVisible();
  const isOnTop = (item: Element) => {
    const { left, top, width, height } = item.getBoundingClientRect();
    return item.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  expect(items.elements().filter((item) => !isOnTop(item))).toEqual([]);
});

test.each(['/settings', '/chats'])('who wants no news in the app is told none on %s', async (path) => {
  const silent = { ...DEFAULT_NOTIFICATION_SETTINGS, inAppMessages: false, inAppPin: false };
  const me = ownRecord({ notificationSettings: silent });
  const [chat, other] = [chatWith('Bela'), chatWith('Chidi')];
  const server = stubServer(me);
  const channel = stubChannel(server);
  server.on(listChats, { body: [chat] });
  await openPage(path, me);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
  const senderId = other.participants[1].userId;
  const request = { ...other, pinStatus: 'pending' as const, initiatedBy: senderId };
  server.on(listChats, { body: [{ ...chat, unreadCount: 1 }, request] });
  await channel.bring('messages', messageOf(chat, 'Hello'));
  await channel.bring('notifications', {
    type: 'PIN_REQUEST',
    content: 'Chidi pinned you.',
    chatId: other.id,
    senderPhotoUrl: null,
    senderId,
    senderUsername: 'Chidi',
  });
  await expect.element(page.getByRole('link', { name: 'Pinned, 2 new' })).toBeVisible();
  // Toasts come in their order.
  showToast('Saved');
  await expect.element(page.getByText('Saved')).toBeVisible();
  for (const text of ['New message from Bela', 'Chidi pinned you.'])
    expect(page.getByText(text, { exact: true }).query()).toBeNull();
});

test('the toast of a message is shown beside that of an accepted pin, until its chat is open or gone', async () => {
  const chat = { ...chatWith('Bela'), unreadCount: 1 };
  const server = stubServer(ownRecord());
  const channel = stubChannel(server);
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [] });
  await openPage('/settings', ownRecord());
  const accepted = page.getByText('Bela accepted your pin.');
  const written = page.getByText('New message from Bela');
  const tell = async () => {
    const { userId: senderId, name: senderUsername } = chat.participants[1];
    await channel.bring('notifications', {
      type: 'PIN_ACCEPT',
      content: 'Bela accepted your pin.',
      chatId: chat.id,
      senderPhotoUrl: null,
      senderId,
      senderUsername,
    });
    await channel.bring('messages', messageOf(chat, 'Hello'));
    await expect.element(accepted).toBeVisible();
    await expect.element(written).toBeVisible();
  };
  keepToasts();
  await tell();
  await page.getByRole('button', { name: 'Open' }).first().click();
  await expect.poll(address).toBe(`/chat/${chat.id}`);
  await expect.element(accepted).not.toBeInTheDocument();
  await expect.element(written).not.toBeInTheDocument();
  history.back();
  await expect.element(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await tell();
  await channel.bring('chats-gone', { chatId: chat.id });
  await expect.element(accepted).not.toBeInTheDocument();
  await expect.element(written).not.toBeInTheDocument();
  expect(queryClient.getQueryCache().find({ queryKey: messagesKey(chat.id) })).toBeUndefined();
});

test.each([
  ['withdrawn', 'notifications'],
  ['answered on another device', 'pins'],
] as const)('the toast of a request goes once that is %s', async (_, queue) => {
  const server = stubServer(ownRecord());
  const channel = stubChannel(server);
  server.on(listChats, { body: [] });
  await openPage('/settings', ownRecord());
  const { id: chatId, participants } = chatWith('Bela');
  const { userId: senderId, name: senderUsername } = participants[1];
  const request = { chatId, senderPhotoUrl: null, senderId, senderUsername };
  keepToasts();
  await channel.bring('notifications', { ...request, type: 'PIN_REQUEST', content: 'Bela pinned you.' });
  const said = page.getByText('Bela pinned you.');
  await expect.element(said).toBeVisible();
  const type = queue === 'pins' ? 'PIN_REJECT' : 'PIN_WITHDRAWN';
  await channel.bring(queue, { ...request, type, content: '', otherId: senderId });
  await expect.element(said).not.toBeInTheDocument();
});

test('an offer to undo fades before it goes, and can be taken until it is gone', async () => {
  await import('../src/ui/undo-bar.tsx');
  await render(<UndoOffer />);
  const bar = page.getByText('You rejected Bela');
  const undo = page.getByRole('button', { name: 'Undo' });
  let taken = 0;
  offerUndo({ id: 'bela', text: 'You rejected Bela', undo: () => (taken += 1), ms: 60_000 });
  await expect.element(bar).toBeVisible();
  const shown = bar.element().closest('.fixed')!;
  await expect.poll(() => shown.getAnimations()).toHaveLength(1);
  const [fading] = shown.getAnimations();
  const opacityAt = (ms: number) => {
    fading!.currentTime = ms;
    return Number(getComputedStyle(shown).opacity);
  };
  fading!.pause();
  expect(opacityAt(59_500)).toBe(1);
  expect(opacityAt(59_800)).toBeCloseTo(0.5);
  expect(opacityAt(59_990)).toBeLessThan(0.1);
  undo.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(taken).toBe(1);
  await expect.element(bar).not.toBeInTheDocument();
});
