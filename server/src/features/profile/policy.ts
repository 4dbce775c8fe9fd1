import { STEP } from '@herenow/contract/constants';
import * as refusals from '@herenow/contract/refusals';
import type { Refusal } from '@herenow/contract/refusals';
import { Refused } from '../../lib/errors.ts';

/** The saved parts of a user’s record that steps of the registration require. */
export interface Saved {
  username: string;
  gender: string | null;
  dateOfBirth: string | null;
  maxDistanceKm: number | null;
  photoCount: number;
}

/**
 * Returns the step after a request to be at `requested`. A step already reached stays, because clients send the whole
 * record. Throws 400 for one whose requirements are missing. Date ideas may be skipped, so 4 may follow 2. Only
 * verifying the email leads to 6.
 */
export function nextStep(current: number, requested: number, saved: Saved): number {
  if (requested <= current) return current;
  if (requested === STEP.verified) throw new Refused(refusals.verifyFirst);
  const skipsIdeas = current === STEP.profile && requested === STEP.distance;
  if (requested > current + 1 && !skipsIdeas) throw new Refused(refusals.stepTooEarly);
  const missing = whatIsMissing(requested, saved);
  if (missing !== undefined) throw new Refused(missing);
  return requested;
}

function whatIsMissing(step: number, saved: Saved): Refusal | undefined {
  if (step === STEP.profile) {
    if (saved.username.trim() === '') return refusals.nameRequired;
    if (saved.gender === null) return refusals.pronounsRequired;
    if (saved.dateOfBirth === null) return refusals.dateOfBirthRequired;
  }
  if (step === STEP.distance && saved.maxDistanceKm === null) return refusals.distanceStep;
  if (step === STEP.photos && saved.photoCount === 0) return refusals.photoRequired;
  return undefined;
}
