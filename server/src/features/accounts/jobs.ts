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
  reset: { retryLimit: 3, retryDelay: 2, expireInSeconds: 60 },
} satisfies Record<string, JobKind>;
