import type { JobKind } from '../../database/jobs.ts';

declare module '../../database/jobs.ts' {
  interface JobData {
    /**
     * A request for a code to reset the password of an email, known or not. `sealed`: the email and the hash of the
     * network, encrypted.
     */
    reset: { sealed: string };
  }
}

export const accountJobs = {
  // Retried for as long as its code would be valid: the disk of the database may be full for a while.
  reset: { retryLimit: 20, retryDelay: 2, retryDelayMax: 60, expireInSeconds: 60 },
} satisfies Record<string, JobKind>;
