import { expect, test } from 'vitest';
import type { Log } from '../lib/log.ts';
import { createBusWatch } from './bus-watch.ts';

/** A node whose bus is gone, beside another that notes so many milliseconds after this one’s first look that it hears it. */
function cutOffBeside(notesAfterMs: number) {
  const cutOff: boolean[] = [];
  let notesAt = Infinity;
  const watch = createBusWatch({
    bus: { ready: async () => false },
    nodes: { anotherHears: async (seconds) => performance.now() - notesAt < seconds * 1000 },
    rollCall: { look: async () => {}, isWhole: () => true },
    outbox: { listMissed: async () => [] },
    hub: { deliver() {}, closeSession() {}, sessionIds: () => [], moveAll: async () => {} },
    openSessions: async () => new Set(),
    cutOff: (now) => void cutOff.push(now),
    watchers: { missing() {}, gap() {} },
    log: { warn() {} } as unknown as Log,
  });
  return {
    cutOff,
    async lookTwice() {
      await watch.look();
      notesAt = performance.now() + notesAfterMs;
      await watch.look();
    },
  };
}

test('a node does not send its people away because another notes late that it heard a bus that is gone for all', async () => {
  const { cutOff, lookTwice } = cutOffBeside(50);
  await lookTwice();
  expect(cutOff).toEqual([]);
});

test('a node sends its people away if another goes on hearing the bus', async () => {
  const { cutOff, lookTwice } = cutOffBeside(5000);
  await lookTwice();
  expect(cutOff).toEqual([true]);
});
