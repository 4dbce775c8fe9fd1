/** Returns the value below which the share `p` (0 to 1) of the values lies; NaN if there are no values. */
function percentile(ascending: ArrayLike<number>, p: number): number {
  if (ascending.length === 0) return Number.NaN;
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * p))]!;
}

/** Returns the median, or the upper of the two values in the middle; NaN if there are no values. */
export const middleOf = (values: readonly number[]): number =>
  percentile(Float64Array.from(values).toSorted(), 0.5);

export interface Spread {
  p50: number;
  p99: number;
  max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const ascending = Float64Array.from(values).toSorted();
  return {
    p50: percentile(ascending, 0.5),
    p99: percentile(ascending, 0.99),
    max: percentile(ascending, 1),
  };
}
