import { validateToken } from '@herenow/contract/accounts';
import { listFeed } from '@herenow/contract/feed';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../src/app/waking.ts';
import { openPage } from './opened-page.tsx';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda } from './stubbed-server.ts';

test('a laptop whose connection was given up connects again as it wakes', async () => {
  const { ada, server } = stubAda();
  const channel = stubChannel(server);
  server.on(listFeed, { body: [] });
  server.on(validateToken, 'no answer');
  await openPage('/feed', ada);
  const reconnect = page.getByRole('button', { name: 'Reconnect' });
  await expect.element(reconnect).toBeVisible();
  server.on(validateToken, { status: 200 });
  // No timer ran for two minutes.
  const now = Date.now.bind(Date);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 2 * 60_000);
  onTestFinished(() => clock.mockRestore());
  await channel.ready;
  await expect.element(reconnect).not.toBeInTheDocument();
});
