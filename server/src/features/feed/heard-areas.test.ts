import { createLog } from '../../lib/log.ts';
import { expect, test } from 'vitest';
import { createHeardAreas } from './heard-areas.ts';

const BERLIN = '891f1d48a2bffff';
const HAMBURG = '891f15223a3ffff';

test('changes around a cell are complete since the last of its areas was joined, while somebody listens', async () => {
  let number = 0;
  const areas = createHeardAreas({
    bus: { join: async () => undefined, leave: () => undefined },
    log: createLog('silent'),
    number: () => (number += 1),
  });
  expect(areas.since(BERLIN)).toBe(Infinity);
  await areas.listen(BERLIN);
  expect(areas.since(BERLIN)).toBe(7);
  expect(areas.since(HAMBURG)).toBe(Infinity);
  areas.unlisten(BERLIN);
  expect(areas.since(BERLIN)).toBe(Infinity);
});
