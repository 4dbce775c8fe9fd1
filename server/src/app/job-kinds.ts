import type { JobKinds } from '../database/jobs.ts';
import { accountJobs } from '../features/accounts/index.ts';
import { mailJobs } from '../features/mail/index.ts';
import { pushJobs } from '../features/push/index.ts';
import { removedJobs } from '../features/removed/index.ts';
import { rightsJobs } from '../features/rights/index.ts';

export const JOB_KINDS: JobKinds = {
  ...accountJobs,
  ...mailJobs,
  ...pushJobs,
  ...removedJobs,
  ...rightsJobs,
};
