import * as refusals from './refusals.ts';

/** Returns the whole years between an ISO date (`YYYY-MM-DD`) and a moment, by the UTC calendar. */
export function ageOn(dateOfBirth: string, now: Date): number {
  const [year = 0, month = 0, day = 0] = dateOfBirth.split('-').map(Number);
  const birthdayPassed =
    now.getUTCMonth() + 1 > month || (now.getUTCMonth() + 1 === month && now.getUTCDate() >= day);
  return now.getUTCFullYear() - year - (birthdayPassed ? 0 : 1);
}

/** Returns the text of the refusal if the bounds are invalid; zero or no value means no bound. */
export function ageBoundsProblem(
  minAge: number | null | undefined,
  maxAge: number | null | undefined,
): string | undefined {
  if (minAge && maxAge && minAge > 0 && maxAge > 0 && maxAge < minAge) return refusals.ageBounds.text;
  return undefined;
}
