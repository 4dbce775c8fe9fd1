import type { JobKinds } from '../../database/jobs.ts';

/** Time to read it, while a tab is open. Longer than a socket stands that has lost its client. */
export const OPEN_TAB_SECONDS = 30;

/** Wakes the devices of one person. */
export interface PushJob {
  /** The owner of the devices, and the user the news is of, if it is of one: with either account the job goes. */
  userId: string;
  senderId?: string;
  kind: 'message' | 'pin' | 'nearby';
  payload: { type: string; content: string; chatId?: string; senderPhotoUrl?: string | null };
  /** ISO timestamp after which the news is worth nothing. */
  expiresAt: string;
  /** The first message it tells of; all may be seen or deleted before the job runs. */
  messageId?: string;
  /** It has waited for a tab that was open. */
  waited?: boolean;
  /** Those that are still to be woken; without it all of the person. */
  subscriptionIds?: string[];
}

/** As nodes of the release before have queued it: one device each. */
type DeviceJob = Omit<PushJob, 'subscriptionIds'> & { subscriptionId: string };

declare module '../../database/jobs.ts' {
  interface JobData {
    wake: PushJob;
    /** The same, for services that take long to answer. */
    'wake-late': PushJob;
    push: DeviceJob;
    'push-late': DeviceJob;
  }
}

/** What says the same to the same devices: while one of them waits, another adds nothing. */
const sameAs = ({ userId, payload, waited, subscriptionIds = [] }: PushJob): string =>
  [payload.type, payload.chatId, userId, waited, ...subscriptionIds.toSorted()].join(' ');

const FAST = { retryLimit: 3, retryDelay: 2, expireInSeconds: 60 };
const SLOW = { retryLimit: 2, retryDelay: 30, expireInSeconds: 60 };
const LEFTOVERS_SECONDS = 15;

export const pushJobs = {
  wake: { ...FAST, oneWaits: sameAs },
  'wake-late': { ...SLOW, oneWaits: sameAs },
  push: { ...FAST, lookSeconds: LEFTOVERS_SECONDS },
  'push-late': { ...SLOW, lookSeconds: LEFTOVERS_SECONDS },
} satisfies Pick<JobKinds, 'wake' | 'wake-late' | 'push' | 'push-late'>;
