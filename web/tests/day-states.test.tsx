import { listChats, listMessages } from '@herenow/contract/chats';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { chatWith, messageOf } from './people.ts';
import { stubAda } from './stubbed-server.ts';

const DAY_MS = 86_400_000;

test('what was said today was said yesterday once midnight has passed', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { ada, server } = stubAda();
  const chat = chatWith('Bela');
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [{ ...messageOf(chat, 'Still up?'), sentAt: new Date().toISOString() }] });
  await openPage(`/chat/${chat.id}`, ada);
  const day = page.getByRole('log').getByRole('heading', { level: 2 });
  await expect.element(day).toHaveTextContent('Today');
  vi.setSystemTime(Date.now() + DAY_MS);
  vi.advanceTimersByTime(60_000);
  await expect.element(day).toHaveTextContent('Yesterday');
});
