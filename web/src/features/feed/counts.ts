import type { AnswerOf } from '@herenow/contract/call';
import { DISTANCE_STEPS_KM, MAX_AGE, MIN_AGE } from '@herenow/contract/constants';
import { countFeed } from '@herenow/contract/feed';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';
import { filterBody, filterProblem, type Filter } from './filter.ts';

export type Count = AnswerOf<typeof countFeed>[number];

/** Debounce of a changed filter before its people are counted. */
const REST_MS = 300;
const FRESH_MS = 15_000;
/** How often people are counted again while a count is on the screen. */
const AGAIN_MS = 60_000;
/** For how many further distances an empty feed shows counts. */
const STEPS = 3;

/** Returns how many people a filter would show now; undefined until it is known, again after each change. */
export function useCount(userId: string, filter: Filter, active: boolean): Count | undefined {
  const rested = useRested(filter);
  const { data } = useCounts(userId, rested, [rested.maxDistanceKm], active && rested === filter);
  return rested === filter ? data?.[0] : undefined;
}

export const furtherSteps = (maxDistanceKm: number): number[] =>
  DISTANCE_STEPS_KM.filter((km) => km > maxDistanceKm).slice(0, STEPS);

/** Returns how many people are within each of the next distances beyond the filter's. */
export function useFurther(userId: string, filter: Filter): Count[] {
  const further = furtherSteps(filter.maxDistanceKm);
  return useCounts(userId, filter, further, further.length > 0).data ?? [];
}

function useCounts(userId: string, filter: Filter, distances: number[], enabled: boolean) {
  return useQuery({
    queryKey: ['feed-count', filter, distances],
    queryFn: ({ signal }) =>
      api(countFeed, { body: { userId, preferences: filterBody(filter), distances }, signal }),
    enabled: enabled && !isHalfWritten(filter) && filterProblem(filter) === undefined,
    staleTime: FRESH_MS,
    refetchInterval: AGAIN_MS,
    gcTime: FRESH_MS,
    retry: false,
  });
}

/** Returns whether an age is still being typed, such as the 2 of 25. */
const isHalfWritten = ({ minAge, maxAge }: Filter): boolean =>
  [minAge, maxAge].some((age) => age !== 0 && (age < MIN_AGE || age > MAX_AGE));

function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
