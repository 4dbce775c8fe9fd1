import type { JobKind } from '../../database/jobs.ts';

declare module '../../database/jobs.ts' {
  interface JobData {
    /** `sealed`: the mail with its address, encrypted. */
    mail: { userId: string; sealed: string };
  }
}

export const mailJobs = {
  mail: { retryLimit: 8, retryDelay: 5, expireInSeconds: 60 },
} satisfies Record<string, JobKind>;
