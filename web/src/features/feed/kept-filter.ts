import { DISTANCE_STEPS_KM, MAX_AGE, MAX_DISTANCE_KM, MIN_AGE } from '@herenow/contract/constants';
import type { OwnUser } from '@herenow/contract/entities';
import { deviceStore, parseJson } from '../../lib/storage.ts';
import { defaultFilter, type Filter } from './filter.ts';

/** The user, and their default filter. */
export type FilterOwner = Pick<OwnUser, 'id' | 'preferences'>;

export const FILTER_KEY = 'filter';

/** Returns the user's stored filter of this device, or their default. */
export function readFilter({ id, preferences }: FilterOwner, text = deviceStore.read(FILTER_KEY)): Filter {
  const kept = parseJson(text);
  const defaults = defaultFilter(preferences.maxDistanceKm);
  if (typeof kept !== 'object' || kept === null || !('userId' in kept) || kept.userId !== id) return defaults;
  return valid({ ...defaults, ...kept });
}

/** Makes a stored value valid, which an older version of the client may have written. */
function valid(kept: Record<keyof Filter, unknown>): Filter {
  const texts = <Value extends string>(list: unknown): Value[] =>
    Array.isArray(list) ? list.filter((one): one is Value => typeof one === 'string') : [];
  // A tap does not leave a field on every phone, and only leaving it corrects the age in it.
  const age = (value: unknown) =>
    typeof value === 'number' && value > 0 ? Math.min(MAX_AGE, Math.max(MIN_AGE, value)) : 0;
  return {
    gender: texts(kept.gender),
    interestedIn: texts(kept.interestedIn),
    verifiedOnly: kept.verifiedOnly === true,
    minAge: age(kept.minAge),
    maxAge: age(kept.maxAge),
    maxDistanceKm: DISTANCE_STEPS_KM.find((km) => km === kept.maxDistanceKm) ?? MAX_DISTANCE_KM,
  };
}
