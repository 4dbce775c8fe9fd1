import type { JobKind } from '../../database/jobs.ts';

/** Time to read it, while a tab is open. Longer than a socket stands that has lost its client. */
export const OPEN_TAB_SECONDS = 30;

/** Wakes one device. */
export interface PushJob {
  subscriptionId: string;
  /** The owner of the device, and the user the news is of, if it is of one: with either account the job goes. */
  userId: string;
  senderId?: string;
  kind: 'message' | 'pin' | 'nearby';
  payload: { type: string; content: string; chatId?: string; senderPhotoUrl?: string | null };
  /** ISO timestamp after which the news is worth nothing. */
  expiresAt: string;
  /** The message it tells of, which may be seen or deleted before the job runs. */
  messageId?: string;
  /** It has waited for a tab that was open. */
  waited?: boolean;
}

declare module '../../database/jobs.ts' {
  interface JobData {
    push: PushJob;
    /** The same, for services that take long to answer. */
    'push-late': PushJob;
  }
}

export const pushJobs = {
  push: { retryLimit: 3, retryDelay: 2, expireInSeconds: 60 },
  'push-late': { retryLimit: 2, retryDelay: 30, expireInSeconds: 60 },
} satisfies Record<string, JobKind>;
