import { DISTANCE_STEPS_KM, MAX_AGE, MAX_DISTANCE_KM } from '@herenow/contract/constants';
import type { OwnUser } from '@herenow/contract/entities';
import { deviceStore, parseJson } from '../../lib/storage.ts';
import { defaultFilter, type Filter } from './filter.ts';

/** Whose filter it is, and what they start with. */
export type FilterOwner = Pick<OwnUser, 'id' | 'preferences'>;

export const FILTER_KEY = 'filter';

/** The filter of the feed as this person left it on this device, else what they start with. */
export function readFilter({ id, preferences }: FilterOwner, text = deviceStore.read(FILTER_KEY)): Filter {
  const kept = parseJson(text);
  const defaults = defaultFilter(preferences.maxDistanceKm);
  if (typeof kept !== 'object' || kept === null || !('userId' in kept) || kept.userId !== id) return defaults;
  return valid({ ...defaults, ...kept });
}

/** What an older version has kept may hold anything. */
function valid(kept: Record<keyof Filter, unknown>): Filter {
  const texts = <Value extends string>(list: unknown): Value[] =>
    Array.isArray(list) ? list.filter((one): one is Value => typeof one === 'string') : [];
  const age = (value: unknown) => (typeof value === 'number' && value > 0 && value <= MAX_AGE ? value : 0);
  return {
    gender: texts(kept.gender),
    interestedIn: texts(kept.interestedIn),
    verifiedOnly: kept.verifiedOnly === true,
    minAge: age(kept.minAge),
    maxAge: age(kept.maxAge),
    maxDistanceKm: DISTANCE_STEPS_KM.find((km) => km === kept.maxDistanceKm) ?? MAX_DISTANCE_KM,
  };
}
