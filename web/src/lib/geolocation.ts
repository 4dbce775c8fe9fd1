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
  /** How far the place may be off. */
  accuracyKm: number;
}

/** Switched off, some browsers keep the name and leave nothing behind it. */
const locates = () => Boolean(navigator.geolocation);

/**
 * Where this device is; the browser may ask the person first. Throws a `LocationError`, also where the position may be
 * off by more than `withinMetres`.
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

/** Whether the position can be had without asking anyone. */
export async function mayLocate(): Promise<boolean> {
  if (!locates() || !('permissions' in navigator)) return false;
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
  }
}
