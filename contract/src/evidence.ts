import * as z from 'zod/mini';
import { LIST_MAX } from './constants.ts';
import { listOf, nullableTimestamp, timestamp } from './entities.ts';

/**
 * A message near the reported one. Of those of the reported person, `earlier` holds the versions before it was edited or
 * deleted, oldest first.
 */
export const evidence = z.object({
  byReported: z.boolean(),
  reported: z.boolean(),
  content: z.string(),
  earlier: listOf(z.string(), LIST_MAX),
  sentAt: timestamp,
  editedAt: nullableTimestamp,
  deleted: z.boolean(),
  /** When it was last edited or deleted; null: never, or not known. */
  changedAt: nullableTimestamp,
  /** When the other person first wrote after it. */
  answeredAt: nullableTimestamp,
});
/**
 * How many messages of the chat the reporter had edited or deleted after they were answered, whose earlier words stay
 * sealed; null: the report is from no chat.
 */
export const changedAfterAnswer = z.nullable(z.int());
export type Evidence = z.output<typeof evidence>;
