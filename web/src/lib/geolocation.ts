import type { Point } from '@herenow/contract/entities';

export type LocationProblem = 'unsupported' | 'denied' | 'failed' | 'imprecise';

export class LocationError extends Error {
  override name = 'LocationError';
  readonly problem: LocationProblem;

  constructor(problem: LocationProblem) {
    super(`The position is not known: ${problem}.`);
    this.problem = problem;
  }
}

export interface Fix {
  place: Point;
  /** How far off the position may be. */
  accuracyKm: number;
}

/** When geolocation is switched off, some browsers keep the property but leave it empty. */
const locates = () => Boolean(navigator.geolocation);

/**
 * Returns where this device is; the browser may ask the user for permission first. Throws a `LocationError`, also if
 * the position may be off by more than `withinMetres`.
 */
export function findPosition(withinMetres = Infinity): Promise<Fix> {
  if (!locates()) return Promise.reject(new LocationError('unsupported'));
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude, accuracy } }) =>
        accuracy > withinMetres
          ? reject(new LocationError('imprecise'))
          : resolve({
              place: { type: 'Point', coordinates: [longitude, latitude] },
              accuracyKm: accuracy / 1000,
            }),
      (error) => reject(new LocationError(error.code === error.PERMISSION_DENIED ? 'denied' : 'failed')),
      { maximumAge: 60_000, timeout: 15_000, enableHighAccuracy: withinMetres < Infinity },
    );
  });
}

/** Returns whether the position can be read without a permission prompt. */
export async function mayLocate(): Promise<boolean> {
  if (!locates() || !('permissions' in navigator)) return false;
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
  }
}
