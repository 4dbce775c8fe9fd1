import { listChats } from '@herenow/contract/chats';
import { listFeed, listFeedChanges } from '@herenow/contract/feed';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { navigate } from '../src/lib/navigation.tsx';
import { openPage } from './opened-page.tsx';
import { chatWith, neighbour } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda } from './stubbed-server.ts';

// In a file of its own: in others, a test before it has loaded the code that follows the feed.
test('somebody whose pin arrives before the code that follows the feed can be accepted there', async () => {
  const { ada, server } = stubAda();
  const channel = stubChannel(server);
  const bela = neighbour('Bela');
  server.on(listChats, { body: [{ ...chatWith('Bela'), pinStatus: 'pending', initiatedBy: bela.id }] });
  // The list of the feed was read before the pin, and what has changed since, after it.
  server.on(listFeed, { body: [bela] });
  const changes = { came: [], more: false, gone: [bela.id], changed: [], moved: false, asOf: 'a-mark' };
  server.on(listFeedChanges, { body: changes });
  await openPage('/chats', ada);
  await expect.element(page.getByRole('button', { name: 'Accept Bela' })).toBeVisible();
  await channel.ready;
  navigate('/feed');
  const card = page.getByRole('article');
  await expect.element(card).toMatchTextContent(/Pinned you|Not here any more/);
  await expect.element(card).toMatchTextContent('Pinned you');
});
