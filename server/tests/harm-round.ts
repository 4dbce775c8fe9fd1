/** Some hours of the week, drawn at random. */
import fc from 'fast-check';
import { acts, type Act } from './harm-acts.ts';

const ANSWERS = ['accept', 'reject', 'reject', 'ignore', 'block'] as const;

/** Some hours of the week. */
export interface Round {
  /** Minutes that pass before it. */
  minutes: number;
  acts: Act[];
  /** What she answers to the pins that wait, in turn. */
  answers: (typeof ANSWERS)[number][];
  /** Whether her page is open meanwhile; if not, she is told by pushes. */
  open: boolean;
  /** Whether she leaves at the end, before her time is over. */
  leaves: boolean;
  /** Whether she lets in the person at the top of her list, and whether she blocks somebody she sees. */
  unblocks: boolean;
  blocks: boolean;
  /** The two of the six who meet. */
  pair: [number, number];
}

const seldom = fc.integer({ min: 0, max: 3 }).map((drawn) => drawn === 0);
export const round: fc.Arbitrary<Round> = fc.record({
  minutes: fc.integer({ min: 30, max: 420 }),
  acts,
  answers: fc.array(fc.constantFrom(...ANSWERS), { minLength: 5, maxLength: 5 }),
  open: fc.boolean(),
  leaves: seldom,
  unblocks: fc.boolean(),
  blocks: fc.boolean(),
  pair: fc
    .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }))
    .filter(([one, other]) => one !== other),
});
