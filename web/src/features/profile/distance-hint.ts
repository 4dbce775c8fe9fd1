export type DistanceHint = 'walking' | 'bike' | 'car' | 'other';

/** Returns how a person would travel that far. */
export function distanceHint(km: number): DistanceHint {
  if (km <= 3) return 'walking';
  if (km >= 5 && km <= 15) return 'bike';
  if (km >= 20 && km <= 40) return 'car';
  return 'other';
}
