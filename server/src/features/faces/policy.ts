import { HOUR_MS, POSE_MS, POSES, type Pose } from '@herenow/contract/constants';
import type { FaceCheck } from '@herenow/contract/faces';

/** Selfies of a check. */
export const SELFIES = 2;
/** Nobody looked: shorter than the 48 hours that are promised by more than a sweep takes. */
export const WAIT_MS = 47 * HOUR_MS;
/** A check that was begun and not finished. */
export const UNFINISHED_MS = 10 * 60_000;
/** How long somebody can read why. */
export const DECLINED_MS = 30 * 24 * HOUR_MS;

export interface Check {
  poses: Pose[];
  drawnAt: Date;
  /** Encrypted. */
  selfies: string[];
  sentAt: Date | null;
  decidedAt: Date | null;
  why: string | null;
}

/** A pose by chance that was not drawn before; `random` gives a whole number below its argument. */
export function drawPose(before: readonly Pose[], random: (below: number) => number): Pose {
  const left = POSES.filter((pose) => !before.includes(pose));
  return left[random(left.length)]!;
}

/** Whether the picture of the pose that was drawn last may still arrive. */
export function isPosing({ drawnAt, sentAt, decidedAt }: Check, now: Date): boolean {
  return sentAt === null && decidedAt === null && now.getTime() - drawnAt.getTime() <= POSE_MS;
}

export const isWaiting = ({ sentAt, decidedAt }: Check): boolean => sentAt !== null && decidedAt === null;

export function faceCheckView(check: Check | undefined, verified: boolean, now: Date): FaceCheck {
  const rest = { pose: null, until: null, taken: 0, why: '' };
  if (verified) return { state: 'verified', ...rest };
  if (!check) return { state: 'none', ...rest };
  if (check.decidedAt)
    return { state: check.why === null ? 'lapsed' : 'declined', ...rest, why: check.why ?? '' };
  if (isWaiting(check)) return { state: 'waiting', ...rest, taken: SELFIES };
  if (!isPosing(check, now)) return { state: 'none', ...rest };
  const until = new Date(check.drawnAt.getTime() + POSE_MS).toISOString();
  return { state: 'posing', pose: check.poses.at(-1)!, until, taken: check.selfies.length, why: '' };
}
