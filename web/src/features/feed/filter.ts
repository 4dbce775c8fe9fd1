import type { Pronouns } from '@herenow/contract/constants';
import { MAX_DISTANCE_KM } from '@herenow/contract/constants';
import { ageBoundsProblem } from '@herenow/contract/ages';

/** The values of the preferences sheet. An age of 0 means no bound. */
export interface Filter {
  gender: Pronouns[];
  minAge: number;
  maxAge: number;
  maxDistanceKm: number;
  /** In the spelling of the chips; lowercased in requests. */
  interestedIn: string[];
  /** Only people whose photos an operator has verified. */
  verifiedOnly: boolean;
}

export function defaultFilter(maxDistanceKm: number | null | undefined): Filter {
  return {
    gender: [],
    minAge: 0,
    maxAge: 0,
    maxDistanceKm: maxDistanceKm ?? MAX_DISTANCE_KM,
    interestedIn: [],
    verifiedOnly: false,
  };
}

export const filterProblem = (filter: Filter) => ageBoundsProblem(filter.minAge, filter.maxAge);

/** Returns the filter as the feed call takes it: only the bounds that are set. */
export function filterBody(filter: Filter) {
  return {
    gender: filter.gender,
    minAge: filter.minAge || null,
    maxAge: filter.maxAge || null,
    maxDistanceKm: filter.maxDistanceKm,
    interestedIn: filter.interestedIn.map((idea) => idea.toLowerCase()),
    // An extension: without it, the request is as specified.
    ...(filter.verifiedOnly && { verifiedOnly: true }),
  };
}

/** Returns how many parts of the filter differ from the default. */
export function activeCount(filter: Filter, defaults: Filter): number {
  return [
    filter.gender.length > 0,
    filter.minAge > 0 || filter.maxAge > 0,
    filter.maxDistanceKm !== defaults.maxDistanceKm,
    filter.interestedIn.length > 0,
    filter.verifiedOnly,
  ].filter(Boolean).length;
}
