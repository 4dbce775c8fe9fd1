import { listChats } from '@herenow/contract/chats';
import { getUser } from '@herenow/contract/profile';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { navigate } from '../src/lib/navigation.tsx';
import { address, openPage } from './opened-page.tsx';
import { chatWith, profileOf } from './people.ts';
import { stubChat } from './stubbed-server.ts';

/** Asks the open page to show a chat, as the service worker does after a click; returns once it has answered. */
async function clickOn(chatId: string): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  let answered = false;
  port1.addEventListener('message', () => (answered = true), { once: true });
  port1.start();
  const data = { type: 'OPEN', url: `/?fromNotification=1&chatId=${chatId}` };
  navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data, ports: [port2] }));
  await expect.poll(() => answered).toBe(true);
}

test('a click on the notification of the open chat adds no page to go back through', async () => {
  const { ada, chat } = stubChat();
  await openPage('/settings', ada);
  navigate(`/chat/${chat.id}`);
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('On my');
  await clickOn(chat.id);
  await expect.poll(() => location.search).toBe('');
  await expect.element(field).toHaveValue('On my');
  history.back();
  await expect.poll(address).toBe('/settings');
});

test('a click on the notification of the open request adds no page to go back through', async () => {
  const { ada, server } = stubChat();
  const bela = profileOf('Bela');
  const request = { ...chatWith('Bela'), pinStatus: 'pending' as const, initiatedBy: bela.id };
  server.on(listChats, { body: [request] });
  server.on(getUser, ({ path }) => ({ body: path.endsWith(bela.id) ? bela : ada }));
  await openPage('/settings', ada);
  navigate(`/chat/${request.id}`);
  await expect.poll(address).toBe(`/profile/${bela.id}`);
  await expect.element(page.getByRole('button', { name: 'Accept' })).toBeVisible();
  await clickOn(request.id);
  await expect.poll(address).toBe(`/profile/${bela.id}`);
  await expect.element(page.getByRole('button', { name: 'Accept' })).toBeVisible();
  history.back();
  await expect.poll(address).toBe('/settings');
});
