import { DAY_MS, HOUR_MS, POSES, POSE_MS, type Pose } from '@herenow/contract/constants';
import type { FaceCheck } from '@herenow/contract/faces';
import { plus } from '../../lib/clock.ts';

export const SELFIES = 2;
/** How long a check may wait for an operator: shorter than the promised 48 hours, by more than a sweep takes. */
export const WAIT_MS = 47 * HOUR_MS;
export const UNFINISHED_MS = 10 * 60_000;
/** How long the user can read why the check was declined. */
export const DECLINED_MS = 30 * DAY_MS;

export interface Check {
  poses: Pose[];
  drawnAt: Date;
  /** Encrypted. */
  selfies: string[];
  sentAt: Date | null;
  decidedAt: Date | null;
  why: string | null;
}

/** Returns a random pose that was not drawn before; `random` returns an integer below its argument. */
export function drawPose(before: readonly Pose[], random: (below: number) => number): Pose {
  const left = POSES.filter((pose) => !before.includes(pose));
  return left[random(left.length)]!;
}

/** Whether the picture of the last pose may still arrive. */
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
  const until = plus(check.drawnAt, POSE_MS).toISOString();
  return { state: 'posing', pose: check.poses.at(-1)!, until, taken: check.selfies.length, why: '' };
}
