import { accountLimits } from '../features/accounts/index.ts';
import { faceLimits } from '../features/faces/index.ts';
import { moderationLimits } from '../features/moderation/index.ts';
import { photoLimits } from '../features/photos/index.ts';
import { pinLimits } from '../features/pins/index.ts';
import { profileLimits } from '../features/profile/index.ts';
import { rightsLimits } from '../features/rights/index.ts';
import { safetyLimits } from '../features/safety/index.ts';
import type { LimitTable } from '../http/limits.ts';

/** The limits whose counters all nodes share. */
export const LIMITS: LimitTable = {
  ...accountLimits,
  ...faceLimits,
  ...moderationLimits,
  ...photoLimits,
  ...pinLimits,
  ...profileLimits,
  ...rightsLimits,
  ...safetyLimits,
};
