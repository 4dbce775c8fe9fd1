import { DISTANCE_STEPS_KM } from '@herenow/contract/constants';
import { expect, it } from 'vitest';
import { distanceHint } from './distance-hint.ts';

it('suggests how to travel that far, for every step of the slider', () => {
  expect(DISTANCE_STEPS_KM.map((km) => `${km} ${distanceHint(km)}`)).toEqual([
    '1 walking',
    '2 walking',
    '3 walking',
    '5 bike',
    '10 bike',
    '15 bike',
    '20 car',
    '30 car',
    '40 car',
    '50 other',
  ]);
});
