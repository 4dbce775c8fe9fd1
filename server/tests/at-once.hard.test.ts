import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actsIn, type Act } from './at-once-acts.ts';
import { openStage, RELATIONS } from './at-once-scene.ts';
import { tryPairs, type Pair } from './at-once.ts';

const PAIRS = 1500;
const TRIES = 10;
const LANES = 4;
const SEED = Date.now() % 1_000_000;

const GONE = new Set(['be suspended', 'delete the account']);
/**
 * A call that was admitted before its user was suspended or deleted may still be carried out, with a slightly different
 * result. And if two users of a chat are deleted at once, the chat is not recorded for reports, since the two would
 * wait for each other.
 */
const mayDiffer = ([one, other]: readonly [Act, Act]): boolean =>
  (GONE.has(one.what) && (GONE.has(other.what) || one.who === other.who)) ||
  (GONE.has(other.what) && one.who === other.who);

const pairs: fc.Arbitrary<Pair> = fc.constantFrom(...Object.keys(RELATIONS)).chain((relation) => {
  const act = fc.constantFrom(...actsIn(relation));
  return fc
    .tuple(act, act)
    .filter((acts) => !mayDiffer(acts))
    .map((acts) => ({ relation, acts }));
});

test(
  `${PAIRS} pairs of acts from seed ${SEED} come to what they do one after the other`,
  async () => {
    await using stage = await openStage();
    const drawn = fc.sample(pairs, { numRuns: PAIRS, seed: SEED });
    expect(await tryPairs(stage, drawn.values(), { lanes: LANES, tries: TRIES })).toEqual([]);
  },
  12 * 3_600_000,
);
