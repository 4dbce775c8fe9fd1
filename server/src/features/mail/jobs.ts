import type { JobKind } from '../../database/jobs.ts';

declare module '../../database/jobs.ts' {
  interface JobData {
    /** `sealed`: the mail with its address, encrypted. */
    mail: { userId: string; sealed: string };
  }
}

export const mailJobs = {
  // Retried for three days: a mail server may be down for a weekend.
  mail: { retryLimit: 150, retryDelay: 5, retryDelayMax: 1800, expireInSeconds: 60 },
} satisfies Record<string, JobKind>;
