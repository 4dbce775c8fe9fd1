import type { JobKind } from '../../database/jobs.ts';

declare module '../../database/jobs.ts' {
  interface JobData {
    export: { userId: string };
  }
}

export const rightsJobs = {
  export: { retryLimit: 3, retryDelay: 5, expireInSeconds: 300 },
} satisfies Record<string, JobKind>;
