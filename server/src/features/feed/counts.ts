import { FEED_PAGE } from '@herenow/contract/constants';
import type { AnswerOf } from '@herenow/contract/call';
import type { countFeed } from '@herenow/contract/feed';
import { cellDistanceKm } from '../../lib/cells.ts';
import type { Candidate } from './allowance.ts';

/** A smaller count is given only to a viewer who has already seen these people. */
const FEWEST = 5;

/** How many nearby people are counted: a page, and one more to know whether there are others. */
export const COUNTED = FEED_PAGE + 1;

/** The people near a viewer, nearest first, with what the account’s allowance says of them. */
export interface Near<C extends Candidate> {
  people: readonly C[];
  from: string;
  /** Returns those of them whom the account has been shown today. */
  known: (people: readonly C[]) => C[];
  /** Returns those the viewer may be shown; they count as shown from now on. */
  take: (people: readonly C[]) => C[];
}

/**
 * Counts people within each distance as a page would: it leaves out people whom the account may not be shown, and those
 * it counts count as shown. So a series of counts, with whatever filters, reveals no more about people than as many
 * pages would.
 */
export function countWithin<C extends Candidate>(
  distances: readonly number[],
  { people, from, known, take }: Near<C>,
): AnswerOf<typeof countFeed> {
  return distances.map((maxDistanceKm) => {
    const within = people.filter(({ cell }) => cellDistanceKm(from, cell) <= maxDistanceKm);
    const counted = within.slice(0, FEED_PAGE);
    const few = counted.length < FEWEST;
    if (few && (counted.length === 0 || known(counted).length < counted.length))
      return { maxDistanceKm, people: null, more: false };
    const shown = take(counted).length;
    // Beyond the allowance, the result is the same as if nobody were there.
    if (shown < FEWEST && !few) return { maxDistanceKm, people: null, more: false };
    return { maxDistanceKm, people: shown, more: within.length > FEED_PAGE && shown === FEED_PAGE };
  });
}
