import * as z from 'zod/mini';
import { BODY } from './rates.ts';
import { call } from './call.ts';
import {
  BULK_ACTIONS,
  BULK_MAX,
  LIST_MAX,
  LOGGED_ACTIONS,
  MODERATION_ACTIONS,
  MODERATION_NOTE_MAX,
  MODERATION_PAGE_MAX,
  MODERATION_WHY_MAX,
  REMOVABLE_TEXTS,
  SUSPENSION_DAYS,
} from './constants.ts';
import { id, ideas, listOf, nullableTimestamp, photos, pronouns, timestamp } from './entities.ts';
import { changedAfterAnswer, evidence, profileEvidence } from './evidence.ts';
import { maybe } from './optional.ts';
import * as refusals from './refusals.ts';

const action = z.enum(MODERATION_ACTIONS, refusals.actionUnknown.text);
/** The latest report or change that the operator has seen. If there is a later one, or none any more, the call does nothing. */
const seen = maybe(timestamp);
/** The explanation that the person receives. */
export const why = maybe(z.string().check(z.maxLength(MODERATION_WHY_MAX, refusals.whyLong.text)));
/** Kept in the log only. */
export const note = maybe(z.string().check(z.maxLength(MODERATION_NOTE_MAX, refusals.noteLong.text)));
export const removableTexts = listOf(z.enum(REMOVABLE_TEXTS), REMOVABLE_TEXTS.length);
export const moderationAction = z.enum(LOGGED_ACTIONS, refusals.actionUnknown.text);
/** The refusals of every call for operators. */
export const ofDesk = [refusals.notFound, refusals.secondFactorNeeded];
const ofCase = [...ofDesk, refusals.caseOwn];

/** An act or a view of an operator, or a hiding by reports (`hide`). Ids of accounts deleted since are null. */
export const moderationEntry = z.object({
  id,
  action: moderationAction,
  userId: z.nullable(id),
  operatorId: z.nullable(id),
  /** A random id that all acts of an operator share whose account is deleted. */
  formerOperator: z.nullable(id),
  /** The reasons of the reports that this closed. */
  reasons: listOf(z.string(), LIST_MAX),
  note: z.string(),
  /** The explanation that the person received. */
  why: z.string(),
  /** The length of a suspension that ends by itself. */
  days: z.nullable(z.int()),
  /** Of `remove-name`: what was removed. */
  texts: removableTexts,
  created: timestamp,
});
export type ModerationEntry = z.output<typeof moderationEntry>;

const report = z.object({
  id,
  reason: z.string(),
  words: z.string(),
  photoId: z.nullable(id),
  /** Null once the account is deleted. */
  reporterId: z.nullable(id),
  reporterSuspended: z.boolean(),
  /** How many reports of the reporter were judged, and with how many of them an operator agreed. */
  reporterJudged: z.int(),
  reporterUpheld: z.int(),
  changedAfterAnswer,
  created: timestamp,
  updated: timestamp,
});

const person = z.object({
  user: z.object({
    id,
    username: z.string(),
    gender: z.nullable(pronouns),
    age: z.nullable(z.int()),
    bio: z.string(),
    myTags: ideas,
    photos,
    created: timestamp,
    suspended: z.boolean(),
    suspendedUntil: nullableTimestamp,
    /** Until when two reports of *Underage user* hide the person. */
    hiddenUntil: nullableTimestamp,
  }),
  /**
   * The rank of the gravest waiting report, lowest first (-1 while reports hide the person), and since when the oldest
   * waits; null: none waits. Reports by people who do not know the person rank 4 and above.
   */
  rank: z.nullable(z.int()),
  since: nullableTimestamp,
  /** The operator who is reviewing it. */
  heldBy: z.nullable(id),
  /** How many people who had met or been shown this person have blocked them. */
  blockedBy: z.int(),
  /** Earlier entries, latest first. */
  history: listOf(moderationEntry, LIST_MAX),
});

/** A person with waiting reports, oldest first. */
const moderationCase = z.extend(person, { reports: listOf(report, LIST_MAX) });
export type ModerationCase = z.output<typeof moderationCase>;

/** The same with the messages attached to the reports, and facts about the person's sign-ins. */
const moderationFile = z.extend(person, {
  reports: listOf(
    z.extend(report, {
      messages: listOf(evidence, LIST_MAX),
      /** What the profile showed then and shows no more; null: nothing else than now, or it is not known. */
      shown: z.nullable(profileEvidence),
      /** How many reports the reporter has made, including waiting ones. */
      reporterMade: z.int(),
    }),
    LIST_MAX,
  ),
  signIns: z.object({ devices: z.int(), lastMonth: z.int(), last: nullableTimestamp }),
});
export type ModerationFile = z.output<typeof moderationFile>;

export const listCases = call({
  method: 'GET',
  path: '/api/moderation/cases',
  bound: { rate: 'desk' },
  summary:
    'For operators: people with reports that wait, the gravest first, then the longest wait; with `after` those behind that person.',
  query: z.object({
    after: z.optional(id),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(MODERATION_PAGE_MAX))),
  }),
  answer: listOf(moderationCase, MODERATION_PAGE_MAX),
  refusals: ofDesk,
});

export const getCase = call({
  method: 'GET',
  path: '/api/moderation/cases/:userId',
  bound: { rate: 'desk' },
  summary: 'For operators: all that helps to judge a person. The log notes a look where no report waits.',
  answer: moderationFile,
  refusals: ofCase,
  missing: refusals.userNotFound,
});

export const holdCase = call({
  method: 'POST',
  path: '/api/moderation/cases/:userId/hold',
  bound: { rate: 'desk', body: BODY.small },
  summary:
    'For operators: keeps a case to oneself for ten minutes, or with `hold` false gives it back; for 30 minutes a day at most while another operator could judge it.',
  body: z.object({ hold: z.boolean() }),
  answer: 'nothing',
  refusals: [...ofCase, refusals.caseHeld, refusals.caseHeldLong],
  missing: refusals.userNotFound,
});

const moderationSummary = z.object({
  cases: z.int(),
  sealed: z.int(),
  /** Appeals that the operator may decide. */
  appeals: z.int(),
  /** How many people have waiting selfies. */
  faces: z.int(),
  underage: z.int(),
  /** Since when the oldest report waits. */
  oldest: nullableTimestamp,
});
export type ModerationSummary = z.output<typeof moderationSummary>;

export const getModerationSummary = call({
  method: 'GET',
  path: '/api/moderation/summary',
  bound: { rate: 'desk' },
  summary: 'For operators: how much waits.',
  answer: moderationSummary,
  refusals: ofDesk,
});

/** Filters the log: by kind, and by person, as subject or as operator, also a former one. */
const logFilter = {
  action: z.optional(moderationAction),
  userId: z.optional(id),
  operatorId: z.optional(id),
};

export const listModerationLog = call({
  method: 'GET',
  path: '/api/moderation/log',
  bound: { rate: 'desk' },
  summary: 'For operators: what was done, latest first; with `before` what was done before that entry.',
  query: z.object({
    ...logFilter,
    before: z.optional(id),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(MODERATION_PAGE_MAX))),
  }),
  answer: listOf(moderationEntry, MODERATION_PAGE_MAX),
  refusals: ofDesk,
});

export const moderate = call({
  method: 'POST',
  path: '/api/moderation/users/:userId',
  bound: { rate: 'operator', body: BODY.small },
  summary: 'For operators: acts on a person, closes the reports on them that wait, and notes it in the log.',
  body: z.object({
    action,
    /** For `remove-photo`. */
    photoId: maybe(id),
    /** For `remove-photo`: nobody may show this picture. Without it, only this person cannot upload it again. */
    forEverybody: maybe(z.boolean()),
    /** For `remove-name`: what to remove; without it both. */
    texts: maybe(z.array(z.enum(REMOVABLE_TEXTS)).check(z.minLength(1), z.maxLength(REMOVABLE_TEXTS.length))),
    /** For `remove-name`: what the operator saw. If the text to remove has changed, the call does nothing. */
    shown: maybe(z.object({ name: z.string(), bio: z.string() })),
    /** For `suspend`; without it the suspension is permanent. */
    days: maybe(z.literal(SUSPENSION_DAYS)),
    why,
    note,
    seen,
  }),
  answer: moderationEntry,
  refusals: [
    ...ofCase,
    refusals.moderateSelf,
    refusals.operatorFirst,
    refusals.notSuspended,
    refusals.alreadySuspended,
    refusals.caseHeld,
    refusals.caseChanged,
    refusals.profileChanged,
    refusals.noReport,
    refusals.photoNotFound,
  ],
  missing: refusals.userNotFound,
});

export const moderateMany = call({
  method: 'POST',
  path: '/api/moderation/users',
  bound: { rate: 'operator', body: BODY.small },
  summary:
    'For operators: the same act on several people, each carried out and noted on its own. Whom somebody else has is left out.',
  body: z.object({
    userIds: z
      .array(id)
      .check(z.minLength(1, refusals.choosePeople.text), z.maxLength(BULK_MAX, refusals.choosePeople.text)),
    action: z.enum(BULK_ACTIONS, refusals.actionUnknown.text),
    days: maybe(z.literal(SUSPENSION_DAYS)),
    why,
    note,
    seen,
  }),
  answer: z.object({
    entries: listOf(moderationEntry, BULK_MAX),
    /** The people on whom nothing was done, and why. */
    refused: listOf(z.object({ userId: id, text: z.string() }), BULK_MAX),
  }),
  refusals: [...ofDesk, refusals.actionUnknown],
});

export const exportModerationLog = call({
  method: 'GET',
  path: '/api/moderation/log/file',
  bound: { rate: 'account' },
  summary: 'For operators: the latest 100,000 entries of the log as CSV, all or those of a filter.',
  query: z.object(logFilter),
  answer: 'file',
  refusals: ofDesk,
});

const counts = listOf(z.object({ name: z.string(), count: z.int() }), LIST_MAX);

const moderationStatistics = z.object({
  reports: counts,
  acts: counts,
  /** The appeals made, by outcome, and the median hours until the decision. */
  appeals: z.object({
    granted: z.int(),
    declined: z.int(),
    waiting: z.int(),
    medianHours: z.nullable(z.number()),
  }),
  /** Hidings of people by reports, by whether an operator agreed. */
  hidings: z.object({ upheld: z.int(), wrong: z.int(), waiting: z.int() }),
  /** The share of judged reports with which an operator agreed, from 0 to 1. */
  upheldShare: z.nullable(z.number()),
  /** The median hours from a report to its judgement. */
  medianHours: z.nullable(z.number()),
});
export type ModerationStatistics = z.output<typeof moderationStatistics>;

export const getModerationStatistics = call({
  method: 'GET',
  path: '/api/moderation/statistics',
  bound: { rate: 'desk' },
  summary: 'For operators: what a transparency report needs, for the last `days` days.',
  query: z.object({ days: z.coerce.number().check(z.int(), z.gte(1), z.lte(366)) }),
  answer: moderationStatistics,
  refusals: ofDesk,
});
