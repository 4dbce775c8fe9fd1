import { isAway } from './away.ts';

/** After so many failures in a row, the database counts as away, instead of single items as the cause. */
const AWAY_IN_A_ROW = 3;

/**
 * Runs a task for each item, in parallel lanes. A failure does not stop the other items, unless the database is away.
 * Returns the errors by item.
 */
export async function tryEach<T>(
  items: readonly T[],
  task: (item: T) => Promise<unknown>,
  lanes = 1,
): Promise<Map<T, unknown>> {
  const failures = new Map<T, unknown>();
  const left = items.values();
  let away = 0;
  const lane = async () => {
    for (const item of left) {
      try {
        await task(item);
        away = 0;
      } catch (error) {
        failures.set(item, error);
        away = isAway(error) ? away + 1 : 0;
      }
      if (away >= AWAY_IN_A_ROW) return;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return failures;
}

/** Throws these errors as one, if there are any; only the first if all say that the database is away. */
export function throwFailures(failures: ReadonlyMap<unknown, unknown>, message: string): void {
  const errors = [...failures.values()];
  if (errors.length === 0) return;
  throw errors.every(isAway) ? errors[0] : new AggregateError(errors, message);
}
