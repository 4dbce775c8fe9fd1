import * as z from 'zod/mini';
import { BODY } from './rates.ts';
import { call } from './call.ts';
import { LIST_MAX, MODERATION_ACTIONS, MODERATION_NOTE_MAX, MODERATION_PAGE_MAX } from './constants.ts';
import { id, ideas, listOf, photos, pronouns, timestamp } from './entities.ts';
import * as refusals from './refusals.ts';

const action = z.enum(MODERATION_ACTIONS, refusals.actionUnknown.text);

/** What an operator has done. Accounts that are deleted since are null. */
export const moderationEntry = z.object({
  id,
  action,
  userId: z.nullable(id),
  operatorId: z.nullable(id),
  /** Of the reports that this closed. */
  reasons: listOf(z.string(), LIST_MAX),
  note: z.string(),
  created: timestamp,
});
export type ModerationEntry = z.output<typeof moderationEntry>;

export const moderationReport = z.object({
  id,
  reason: z.string(),
  /** Null once that account is deleted. */
  reporterId: z.nullable(id),
  created: timestamp,
  updated: timestamp,
});

/** A person whose reports wait. */
export const moderationCase = z.object({
  user: z.object({
    id,
    username: z.string(),
    gender: z.nullable(pronouns),
    age: z.nullable(z.int()),
    myTags: ideas,
    photos,
    created: timestamp,
    suspended: z.boolean(),
  }),
  /** Oldest first. */
  reports: listOf(moderationReport, LIST_MAX),
  /** How many people have blocked this one. */
  blockedBy: z.int(),
  /** What was done before, latest first. */
  history: listOf(moderationEntry, LIST_MAX),
});
export type ModerationCase = z.output<typeof moderationCase>;

export const listCases = call({
  method: 'GET',
  path: '/api/moderation/cases',
  auth: 'user',
  bound: { rate: 'operator' },
  summary:
    'For operators: people with reports that wait, whoever waits longest first; with `after` those behind that person.',
  query: z.object({
    after: z.optional(id),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(MODERATION_PAGE_MAX))),
  }),
  answer: listOf(moderationCase, MODERATION_PAGE_MAX),
  refusals: [refusals.notFound],
});

/** Reports that waited when the reported person deleted the account: what is needed to judge them, and no photos. */
export const sealedCase = z.object({
  id,
  username: z.string(),
  gender: z.nullable(pronouns),
  age: z.nullable(z.int()),
  reports: listOf(
    z.object({
      reason: z.string(),
      words: z.string(),
      created: timestamp,
      messages: listOf(
        z.object({ byReported: z.boolean(), reported: z.boolean(), content: z.string(), sentAt: timestamp }),
        LIST_MAX,
      ),
    }),
    LIST_MAX,
  ),
});
export type SealedCase = z.output<typeof sealedCase>;

export const listSealedCases = call({
  method: 'GET',
  path: '/api/moderation/sealed-cases',
  auth: 'user',
  bound: { rate: 'operator' },
  summary:
    'For operators: open reports on people who deleted their accounts, kept for 90 days, whoever waits longest first.',
  query: z.object({ after: z.optional(id) }),
  answer: listOf(sealedCase, MODERATION_PAGE_MAX),
  refusals: [refusals.notFound],
});

export const closeSealedCase = call({
  method: 'POST',
  path: '/api/moderation/sealed-cases/:caseId',
  auth: 'user',
  bound: { rate: 'operator', body: BODY.small },
  summary: 'For operators: closes a sealed case, or also keeps the mailbox from opening another account.',
  body: z.object({
    action: z.enum(['dismiss', 'suspend'], refusals.actionUnknown.text),
    note: z.optional(z.string().check(z.maxLength(MODERATION_NOTE_MAX, refusals.noteLong.text))),
  }),
  answer: moderationEntry,
  refusals: [refusals.actionUnknown],
  missing: refusals.notFound,
});

export const listModerationLog = call({
  method: 'GET',
  path: '/api/moderation/log',
  auth: 'user',
  bound: { rate: 'operator' },
  summary: 'For operators: what was done, latest first; with `before` what was done before that entry.',
  query: z.object({
    before: z.optional(id),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(MODERATION_PAGE_MAX))),
  }),
  answer: listOf(moderationEntry, MODERATION_PAGE_MAX),
  refusals: [refusals.notFound],
});

export const moderate = call({
  method: 'POST',
  path: '/api/moderation/users/:userId',
  auth: 'user',
  bound: { rate: 'operator', body: BODY.small },
  summary: 'For operators: acts on a person, closes the reports on them that wait, and notes it in the log.',
  body: z.object({
    action,
    /** For `remove-photo`. */
    photoId: z.optional(id),
    /** For the log alone. */
    note: z.optional(z.string().check(z.maxLength(MODERATION_NOTE_MAX, refusals.noteLong.text))),
  }),
  answer: moderationEntry,
  refusals: [refusals.moderateSelf, refusals.notSuspended],
  missing: refusals.userNotFound,
});
