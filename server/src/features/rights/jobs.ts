import type { JobKind } from '../../database/jobs.ts';

declare module '../../database/jobs.ts' {
  interface JobData {
    export: { userId: string };
  }
}

export const rightsJobs = {
  /** Retried for some twenty minutes: the photo store may be away. */
  export: { retryLimit: 8, retryDelay: 5, expireInSeconds: 300 },
} satisfies Record<string, JobKind>;
