import * as z from 'zod/mini';
import { LIST_MAX } from './constants.ts';
import { listOf, nullableTimestamp, timestamp } from './entities.ts';

/** A message near the reported one; `earlier` holds its versions before it was edited or deleted, oldest first. */
export const evidence = z.object({
  byReported: z.boolean(),
  reported: z.boolean(),
  content: z.string(),
  earlier: listOf(z.string(), LIST_MAX),
  sentAt: timestamp,
  editedAt: nullableTimestamp,
  deleted: z.boolean(),
});
export type Evidence = z.output<typeof evidence>;
