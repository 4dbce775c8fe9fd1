import { person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { expect, test } from 'vitest';
import { createNearby } from '../src/features/feed/index.ts';
import { BusAway } from '../src/lib/bus-away.ts';
import { snapToCell } from '../src/lib/cells.ts';
import { createLog } from '../src/lib/log.ts';
import type { BusListener } from '../src/realtime/bus/bus.ts';

const app = sharedApp();

test.each([
  { refused: 'while the bus is away', error: new BusAway(), tries: 2, told: 0 },
  { refused: 'for its size', error: new Error('Maximum payload exceeded'), tries: 1, told: 1 },
])(
  'a change that is refused $refused is published $tries times in all, and logged $told times',
  async ({ error, tries, told }) => {
    let listener: BusListener | undefined;
    const published: string[] = [];
    const bus = {
      listen: (one: BusListener) => (listener = one),
      publish: async ({ body }: { body: string }) => {
        published.push(body);
        throw error;
      },
    };
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const nearby = createNearby({ bus, clock: app.clock, log });
    const ada = await person(app, 'ada');
    const cell = snapToCell({ type: 'Point', coordinates: [13.4, 52.5] });
    await app.work((tx) => nearby.shownDifferently(tx, ada.id, [cell]));
    await expect.poll(() => published).toHaveLength(1);
    listener!.gap();
    await expect.poll(() => published).toHaveLength(tries);
    expect(lines).toHaveLength(told);
  },
);
