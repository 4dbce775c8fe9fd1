import { listChats } from '@herenow/contract/chats';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { chatWith, ownRecord } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubServer } from './stubbed-server.ts';

test('how far somebody is shows as soon as both are visible, whoever of them has become so', async () => {
  const ada = ownRecord();
  const chat = chatWith('Bela');
  const server = stubServer(ada);
  const channel = stubChannel(server);
  await import('../src/features/chats/fresh-rows.ts');
  const far = (distance: number | undefined) =>
    server.on(listChats, { body: [{ ...chat, ...(distance !== undefined && { distance }) }] });
  delete chat.distance;
  const unknown = far(undefined);
  await openPage('/chats', ada);
  const row = page.getByRole('main').getByRole('listitem');
  await expect.element(row).toBeVisible();
  expect(page.getByText(/km$/).query()).toBeNull();
  await channel.ready;
  // The list is fetched once more with the connection.
  await expect.poll(() => unknown.length).toBe(2);
  const onlineUntil = chat.otherUserOnlineUntil;
  const three = far(3);
  await channel.bring('own-presence', { status: 'online', online: true, onlineUntil });
  await expect.element(row).toMatchTextContent('3 km');

  // The list is fetched every 15 seconds at most.
  const began = performance.now.bind(performance);
  const later = vi.spyOn(performance, 'now').mockImplementation(() => began() + 20_000);
  onTestFinished(() => later.mockRestore());
  const here = { userId: chat.participants[1].userId, online: true, onlineUntil };
  await channel.bring('presence', here);
  await expect.poll(() => three.length).toBe(2);
  far(4);
  later.mockImplementation(() => began() + 40_000);
  // Here already, and now visible.
  await channel.bring('presence', here);
  await expect.element(row).toMatchTextContent('4 km');
});
