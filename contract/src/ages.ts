import * as refusals from './refusals.ts';

/** Returns the whole years between an ISO date (`YYYY-MM-DD`) and a moment, by the UTC calendar. */
export function ageOn(dateOfBirth: string, now: Date): number {
  const [year = 0, month = 0, day = 0] = dateOfBirth.split('-').map(Number);
  const birthdayPassed =
    now.getUTCMonth() + 1 > month || (now.getUTCMonth() + 1 === month && now.getUTCDate() >= day);
  return now.getUTCFullYear() - year - (birthdayPassed ? 0 : 1);
}

/** Whether no age lies within the bounds; zero or no value means no bound. */
export const agesContradict = (
  minAge: number | null | undefined,
  maxAge: number | null | undefined,
): boolean => Boolean(minAge && maxAge && minAge > 0 && maxAge > 0 && maxAge < minAge);

/** Returns the text of the refusal if the bounds contradict each other. */
export function ageBoundsProblem(
  minAge: number | null | undefined,
  maxAge: number | null | undefined,
): string | undefined {
  return agesContradict(minAge, maxAge) ? refusals.ageBounds.text : undefined;
}
