import type { JobKind } from '../../database/jobs.ts';

declare module '../../database/jobs.ts' {
  interface JobData {
    /** A user who may have uploaded photos that their mailbox is barred from. */
    'look-again': { userId: string };
  }
}

export const removedJobs = {
  /** Retried for some twenty minutes: the photo store may be away. */
  'look-again': { retryLimit: 8, retryDelay: 5, expireInSeconds: 300 },
} satisfies Record<string, JobKind>;
