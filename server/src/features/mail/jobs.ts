import type { JobKind } from '../../database/jobs.ts';
import { CONFIRM_MS, HAND_OVER_MS } from './carriers.ts';

declare module '../../database/jobs.ts' {
  interface JobData {
    /** `sealed`: the mail with its address, encrypted. */
    mail: { userId: string; sealed: string };
  }
}

export const mailJobs = {
  // Retried for three days: a mail server may be down for a weekend. A job that expired would be sent twice at once.
  mail: {
    retryLimit: 150,
    retryDelay: 5,
    retryDelayMax: 1800,
    // A server that is silent takes minutes.
    lanes: 4,
    expireInSeconds: (HAND_OVER_MS + CONFIRM_MS) / 1000 + 20,
  },
} satisfies Record<string, JobKind>;
