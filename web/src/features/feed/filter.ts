import type { Pronouns } from '@herenow/contract/constants';
import { MAX_DISTANCE_KM } from '@herenow/contract/constants';
import { ageBoundsProblem } from '@herenow/contract/ages';

/** What the preferences sheet sets. Ages of 0 mean no bound. */
export interface Filter {
  gender: Pronouns[];
  minAge: number;
  maxAge: number;
  maxDistanceKm: number;
  /** As they are shown; lowercased when sent. */
  interestedIn: string[];
  /** Only people whose photos were found to be theirs. */
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

/** The filter as the feed call takes it: only the bounds that are set. */
export function filterBody(filter: Filter) {
  return {
    gender: filter.gender,
    minAge: filter.minAge || null,
    maxAge: filter.maxAge || null,
    maxDistanceKm: filter.maxDistanceKm,
    interestedIn: filter.interestedIn.map((idea) => idea.toLowerCase()),
    // Ours: left out, the request is as specified.
    ...(filter.verifiedOnly && { verifiedOnly: true }),
  };
}

/** How many of the filter's parts differ from the default. */
export function activeCount(filter: Filter, defaults: Filter): number {
  return [
    filter.gender.length > 0,
    filter.minAge > 0 || filter.maxAge > 0,
    filter.maxDistanceKm !== defaults.maxDistanceKm,
    filter.interestedIn.length > 0,
    filter.verifiedOnly,
  ].filter(Boolean).length;
}
