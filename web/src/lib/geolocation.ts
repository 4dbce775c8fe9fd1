import type { Point } from '@herenow/contract/entities';

export type LocationProblem = 'unsupported' | 'denied' | 'failed';

export class LocationError extends Error {
  override name = 'LocationError';
  readonly problem: LocationProblem;

  constructor(problem: LocationProblem) {
    super(`The position is not known: ${problem}.`);
    this.problem = problem;
  }
}

/** Where this device is; the browser may ask the person first. Throws a `LocationError`. */
export function findPosition(): Promise<Point> {
  if (!('geolocation' in navigator)) return Promise.reject(new LocationError('unsupported'));
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ type: 'Point', coordinates: [coords.longitude, coords.latitude] }),
      (error) => reject(new LocationError(error.code === error.PERMISSION_DENIED ? 'denied' : 'failed')),
      { maximumAge: 60_000, timeout: 15_000 },
    );
  });
}

/** Whether the position can be had without asking anyone. */
export async function mayLocate(): Promise<boolean> {
  if (!('geolocation' in navigator) || !('permissions' in navigator)) return false;
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
  }
}
