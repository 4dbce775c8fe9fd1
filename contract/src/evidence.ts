import * as z from 'zod/mini';
import { LIST_MAX } from './constants.ts';
import { listOf, nullableTimestamp, timestamp } from './entities.ts';

/**
 * A message near the reported one. For messages of the reported person, `earlier` has the versions before each edit or
 * deletion, oldest first.
 */
export const evidence = z.object({
  byReported: z.boolean(),
  reported: z.boolean(),
  content: z.string(),
  earlier: listOf(z.string(), LIST_MAX),
  sentAt: timestamp,
  editedAt: nullableTimestamp,
  deleted: z.boolean(),
  /** When it was last edited or deleted; null: never, or unknown. */
  changedAt: nullableTimestamp,
  /** When the other person first wrote after it. */
  answeredAt: nullableTimestamp,
});
/**
 * How many messages of the chat the reporter had edited or deleted after an answer to them; their earlier words stay
 * sealed. Null: the report is from no chat.
 */
export const changedAfterAnswer = z.nullable(z.int());
export type Evidence = z.output<typeof evidence>;

/** What a profile showed. */
export const profileEvidence = z.object({
  name: z.nullable(z.string()),
  bio: z.nullable(z.string()),
  /** WebP in base64. */
  picture: z.nullable(z.string()),
  /** Of a reported profile, if it is another now. */
  age: z.optional(z.int()),
});
export type ProfileEvidence = z.output<typeof profileEvidence>;
