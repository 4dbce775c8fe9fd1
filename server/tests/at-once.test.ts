import { expect, test } from 'vitest';
import type { Act } from './at-once-acts.ts';
import { openStage } from './at-once-scene.ts';
import { tryPairs, type Pair } from './at-once.ts';

const ada = (what: string): Act => ({ what, who: 'ada' });
const bela = (what: string): Act => ({ what, who: 'bela' });

/** A share of what `npm run test:hard` draws from. */
const PAIRS: Pair[] = [
  { relation: 'pinned while away', acts: [bela('accept'), bela('go visible')] },
  { relation: 'blocked', acts: [ada('unblock'), bela('go incognito')] },
  { relation: 'strangers', acts: [ada('block'), bela('delete the account')] },
  { relation: 'strangers', acts: [ada('report and block'), bela('pin')] },
];

test('two acts at the same moment have the result of one order of the two', async () => {
  await using stage = await openStage();
  expect(await tryPairs(stage, PAIRS.values(), { lanes: 2, tries: 2 })).toEqual([]);
});
