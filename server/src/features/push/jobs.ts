import type { JobKinds } from '../../database/jobs.ts';

/** Time to read the news in an open tab. Longer than a socket stays open after it has lost its client. */
export const OPEN_TAB_SECONDS = 30;

/** Wakes the devices of one person. */
export interface PushJob {
  /** The owner of the devices, and the user whom the news is about, if any: the job is deleted with either account. */
  userId: string;
  senderId?: string;
  kind: 'message' | 'pin' | 'nearby';
  payload: {
    type: string;
    content: string;
    chatId?: string;
    senderPhotoUrl?: string | null;
    /** Of a message. */
    senderUsername?: string;
  };
  /** ISO timestamp after which the news is worthless. */
  expiresAt: string;
  /** The first of the messages it stands for; all of them may be seen or deleted before the job runs. */
  messageId?: string;
  /** Whether it has already waited because a tab was open. */
  waited?: boolean;
  /** The devices still to be woken; without it, all of the user’s. */
  subscriptionIds?: string[];
}

declare module '../../database/jobs.ts' {
  interface JobData {
    wake: PushJob;
    /** The same, for services that respond slowly. */
    'wake-late': PushJob;
  }
}

/** Identifies jobs that wake the same devices with the same news: while one waits, another one is not needed. */
const sameAs = ({ userId, payload, waited, subscriptionIds = [] }: PushJob): string =>
  [payload.type, payload.chatId, userId, waited, ...subscriptionIds.toSorted()].join(' ');

const FAST = { retryLimit: 3, retryDelay: 2, expireInSeconds: 60 };
const SLOW = { retryLimit: 2, retryDelay: 30, expireInSeconds: 60 };

export const pushJobs = {
  wake: { ...FAST, oneWaits: sameAs },
  'wake-late': { ...SLOW, oneWaits: sameAs },
} satisfies Pick<JobKinds, 'wake' | 'wake-late'>;
