import { listChats } from '@herenow/contract/chats';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { emit } from '../src/lib/window-events.ts';
import { openPage } from './opened-page.tsx';
import { chatWith } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda } from './stubbed-server.ts';

test('whoever ends their time makes nobody fetch a list anew', async () => {
  await import('../src/features/chats/fresh-rows.ts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { userId } = chatWith('Bela').participants[1];
  emit('presence', { userId, online: false, onlineUntil: null });
  expect(vi.getTimerCount()).toBe(0);
  emit('presence', { userId, online: true, onlineUntil: null });
  expect(vi.getTimerCount()).toBe(1);
  vi.runAllTimers();
});

test('the distance shows as soon as both people are visible, whoever became so last', async () => {
  const { ada, server } = stubAda();
  const { distance: _, ...chat } = chatWith('Bela');
  const channel = stubChannel(server);
  await import('../src/features/chats/fresh-rows.ts');
  server.on(listChats, { body: [chat] });
  await openPage('/chats', ada);
  const row = page.getByRole('main').getByRole('listitem');
  await expect.element(row).toBeVisible();
  expect(page.getByText(/km$/).query()).toBeNull();

  // The list is fetched every 15 seconds at most.
  const began = performance.now.bind(performance);
  let ahead = 0;
  const later = vi.spyOn(performance, 'now').mockImplementation(() => began() + ahead);
  onTestFinished(() => later.mockRestore());
  const onlineUntil = chat.otherUserOnlineUntil;
  const here = { userId: chat.participants[1].userId, online: true, onlineUntil };
  const becoming = [
    () => channel.bring('own-presence', { status: 'online', online: true, onlineUntil }),
    () => channel.bring('presence', here),
    // Here already, and now visible.
    () => channel.bring('presence', here),
  ];
  for (const [index, bring] of becoming.entries()) {
    server.on(listChats, { body: [{ ...chat, distance: index + 3 }] });
    ahead += 20_000;
    await bring();
    await expect.element(row).toMatchTextContent(`${index + 3} km`);
  }
});
