import { test } from 'vitest';
import {
  expectWell,
  floodBlocks,
  floodConnects,
  floodEdits,
  floodFeeds,
  floodMessages,
  floodSocket,
  floodVisibility,
  startFlooded,
} from './flooder.ts';

test('who sends as much as goes is bounded, and the server stays well', async () => {
  await using server = await startFlooded();
  const { pid } = await server.load();
  await floodMessages(server, 12);
  await Promise.all([
    floodEdits(server, 90),
    floodBlocks(server, 50),
    floodVisibility(server, 50),
    floodConnects(server, 80),
    floodSocket(server, 3),
  ]);
  await floodFeeds(server, 16);
  await expectWell(server, pid);
}, 90_000);
