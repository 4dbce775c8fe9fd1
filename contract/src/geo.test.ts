import { expect, test } from 'vitest';
import { wholeKm } from './geo.ts';

const at = (longitude: number, latitude: number) => ({
  type: 'Point' as const,
  coordinates: [longitude, latitude] as [number, number],
});

test.each([
  ['from one place to itself', at(13.4, 52.5), at(13.4, 52.5), 0],
  ['from Berlin to Hamburg', at(13.405, 52.52), at(9.994, 53.551), 255],
  ['a quarter of the way around', at(0, 0), at(90, 0), 10_008],
  ['over the date line', at(179.5, 0), at(-179.5, 0), 111],
  ['just below half a kilometre', at(0, 0), at(0.0044, 0), 0],
  ['just above half a kilometre', at(0, 0), at(0.0046, 0), 1],
])('%s', (_, from, to, km) => expect(wholeKm(from, to)).toBe(km));
