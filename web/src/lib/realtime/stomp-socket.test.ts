import { expect, it, vi } from 'vitest';
import { openStompSocket } from './stomp-socket.ts';

it('logs a socket that fails, and reports that it is closed', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  // Nothing listens there.
  await new Promise<void>((onClose) => openStompSocket('ws://127.0.0.1:9/ws', { onOpen: () => {}, onClose }));
  expect(warn.mock.calls).toEqual([['Channel failed']]);
});
