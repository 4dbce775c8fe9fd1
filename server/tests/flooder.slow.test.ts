import { test } from 'vitest';
import { expectWell, floodAtOnce, floodFeeds, floodMessages, startFlooded } from './flooder.ts';

test('a user who sends as much as possible is limited, and the server stays healthy', async () => {
  await using server = await startFlooded();
  const { pid } = await server.load();
  await floodMessages(server, 12);
  await floodAtOnce(server, { edits: 90, blocks: 50, visibility: 50, connects: 80, socket: 3 });
  await floodFeeds(server, 16);
  await expectWell(server, pid);
});
