import { listMessages } from '@herenow/contract/chats';
import { expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { messageOf } from './people.ts';
import { stubChat } from './stubbed-server.ts';

const day = page.getByRole('log').getByRole('heading', { level: 2 });

/** Opens a chat in which something was said just now; the test moves the clock. */
async function openChat(): Promise<void> {
  const { ada, server, chat } = stubChat();
  server.on(listMessages, { body: [{ ...messageOf(chat, 'Still up?'), sentAt: new Date().toISOString() }] });
  await openPage(`/chat/${chat.id}`, ada);
  await expect.element(day).toHaveTextContent('Today');
}

test('what was said today was said yesterday as soon as it is midnight', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: new Date().setHours(23, 59, 40),
  });
  onTestFinished(() => void vi.useRealTimers());
  await openChat();
  vi.advanceTimersByTime(21_000);
  await expect.element(day).toHaveTextContent('Yesterday');
});

test('a traveller reads by the clock of where they are', async () => {
  const setZone = (timezoneId: string) => cdp().send('Emulation.setTimezoneOverride', { timezoneId });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 3, 12, 30) });
  onTestFinished(async () => {
    vi.useRealTimers();
    await setZone('');
  });
  await setZone('Etc/UTC');
  // It comes with the later screens, once the page is quiet.
  await import('../src/features/chats/time-zone.ts');
  await openChat();
  const said = page.getByRole('log').getByRole('listitem');
  await expect.element(said).toMatchTextContent(/\b12:30/);
  await setZone('Pacific/Kiritimati');
  await expect.element(said).toMatchTextContent(/\b2:30/);
  await expect.element(day).toHaveTextContent('Today');
});
