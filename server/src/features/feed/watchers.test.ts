import { expect, test } from 'vitest';
import { createLog } from '../../lib/log.ts';
import { createLocalBus } from '../../realtime/bus/bus.ts';
import type { Sender } from '../../realtime/sockets/destinations.ts';
import { createWatchers, DEVICE_MOVED } from './watchers.ts';

const [USER, DEVICE] = ['ada', 'her phone'];
const SENDER: Sender = { userId: USER, sessionId: DEVICE };

test('a device that moves while its place is looked up watches from where it is', async () => {
  const bus = createLocalBus();
  const { whileLooking } = createWatchers({ bus, log: createLog('silent') });
  const moves = (sessionId: string, cell: string) =>
    bus.publish({ userIds: [USER], queue: DEVICE_MOVED, body: JSON.stringify({ sessionId, cell }) });
  const look = (...moved: [string, string][]) =>
    whileLooking(SENDER, async () => {
      for (const one of moved) await moves(...one);
      return 'found';
    });
  expect(await look([DEVICE, 'there'], ['her laptop', 'elsewhere'])).toEqual(['found', 'there']);
  expect(await look()).toEqual(['found', undefined]);
});
