import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { besiege, expectAsBefore, signUpMany, startBesieged } from './siege.ts';

const FILES = 500;

test('hostile connections leave nothing behind, and leave enough open files for others', async () => {
  await using server = await startBesieged({ openFiles: FILES });
  const tokens = await signUpMany(server.baseURL, 5);
  await besiege(server.port, tokens, 500, 'reset');
  const before = await server.load();
  await besiege(server.port, tokens, 1500, 'reset');
  const silent = Array.from({ length: FILES }, () => connect(server.port, '127.0.0.1').on('error', () => {}));
  await expect.poll(server.countFiles).toBeGreaterThan(FILES / 2);
  expect(await server.countFiles()).toBeLessThan(FILES - 50);
  for (const socket of silent) socket.resetAndDestroy();
  await expectAsBefore(server, before);
});
