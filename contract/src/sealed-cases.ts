import * as z from 'zod/mini';
import { BODY } from './rates.ts';
import { call } from './call.ts';
import { LIST_MAX, MODERATION_PAGE_MAX } from './constants.ts';
import { id, listOf, pronouns, timestamp } from './entities.ts';
import { changedAfterAnswer, evidence, profileEvidence } from './evidence.ts';
import { moderationEntry, note, ofDesk } from './moderation.ts';
import * as refusals from './refusals.ts';

/**
 * Reports that were waiting when the reported user deleted the account: what is needed to judge them, and no photos but
 * reported ones.
 */
const sealedCase = z.object({
  id,
  username: z.string(),
  gender: z.nullable(pronouns),
  age: z.nullable(z.int()),
  /** The operator has made one of the reports, and nobody else could judge it. */
  own: z.boolean(),
  reports: listOf(
    z.object({
      reason: z.string(),
      words: z.string(),
      created: timestamp,
      changedAfterAnswer,
      messages: listOf(evidence, LIST_MAX),
      /** What the profile showed then, besides the name above; null: nothing, or it is not known. */
      shown: z.nullable(profileEvidence),
    }),
    LIST_MAX,
  ),
});
export type SealedCase = z.output<typeof sealedCase>;

export const listSealedCases = call({
  method: 'GET',
  path: '/api/moderation/sealed-cases',
  bound: { rate: 'desk' },
  summary:
    'For operators: open reports on people who deleted their accounts, kept for 90 days, the longest wait first. A Link header (rel="next") names the next page, if there is one.',
  query: z.object({ after: z.optional(id) }),
  answer: listOf(sealedCase, MODERATION_PAGE_MAX),
  refusals: ofDesk,
});

export const closeSealedCase = call({
  method: 'POST',
  path: '/api/moderation/sealed-cases/:caseId',
  bound: { rate: 'operator', body: BODY.small },
  summary:
    'For operators: closes a sealed case, or also suspends the account that the mailbox has by now, or keeps it from opening one.',
  body: z.object({
    action: z.enum(['dismiss', 'suspend'], refusals.actionUnknown.text),
    note,
  }),
  answer: moderationEntry,
  refusals: [...ofDesk, refusals.actionUnknown, refusals.operatorFirst],
});
