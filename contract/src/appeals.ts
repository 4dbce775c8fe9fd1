import * as z from 'zod/mini';
import { BODY } from './rates.ts';
import { isBlank } from './blank.ts';
import { call } from './call.ts';
import { APPEAL_WORDS_MAX, LIST_MAX, MODERATION_PAGE_MAX } from './constants.ts';
import { id, listOf, timestamp } from './entities.ts';
import { profileEvidence } from './evidence.ts';
import { moderationAction, moderationEntry, note, ofDesk, removableTexts, why } from './moderation.ts';
import * as refusals from './refusals.ts';

/** Opens the page of one decision without a session; the mail about the decision and refused sign-ins contain it. */
const token = z.string().check(z.maxLength(100));

export const decision = z.object({
  action: moderationAction,
  why: z.string(),
  reasons: listOf(z.string(), LIST_MAX),
  days: z.nullable(z.int()),
  /** Of `remove-name`: what was removed. */
  texts: removableTexts,
  created: timestamp,
  /** `open`: it can be appealed; `over`: it no longer can. */
  state: z.enum(['open', 'waiting', 'granted', 'declined', 'over']),
});
export type Decision = z.output<typeof decision>;

export const getDecision = call({
  method: 'POST',
  path: '/api/appeals/decision',
  auth: 'none',
  bound: { rate: 'visitor', body: BODY.small },
  summary: 'What was decided about somebody, for anyone with the link of the decision.',
  body: z.object({ token }),
  answer: decision,
  refusals: [refusals.linkOver],
});

export const appeal = call({
  method: 'POST',
  path: '/api/appeals',
  auth: 'none',
  bound: { rate: 'visitor', body: BODY.small },
  summary: 'Appeals a decision, once, for anyone with its link.',
  body: z.object({
    token,
    words: z.string().check(
      z.trim(),
      z.refine((words) => !isBlank(words), refusals.appealWords.text),
      z.maxLength(APPEAL_WORDS_MAX, refusals.appealLong.text),
    ),
  }),
  answer: 'nothing',
  refusals: [refusals.linkOver, refusals.alreadyAppealed, refusals.appealWords],
});

/** An appeal that waits for the calling operator. */
const waitingAppeal = z.object({
  id,
  userId: id,
  username: z.string(),
  words: z.string(),
  created: timestamp,
  /** The decision that is appealed. */
  entry: moderationEntry,
  /** The operator has acted on this person or reported them, and so has every other operator. */
  ownAct: z.boolean(),
});
export type WaitingAppeal = z.output<typeof waitingAppeal>;

export const listAppeals = call({
  method: 'GET',
  path: '/api/moderation/appeals',
  bound: { rate: 'desk' },
  summary:
    'For operators: appeals that wait, the oldest first. One goes to operators who have neither acted on the person nor reported them; where there is none, after 24 hours to all.',
  answer: listOf(waitingAppeal, MODERATION_PAGE_MAX),
  refusals: ofDesk,
});

export const getRemovedEvidence = call({
  method: 'GET',
  path: '/api/moderation/appeals/:appealId/removed',
  bound: { rate: 'desk' },
  summary:
    'For operators: what the decision of an appeal that waits for them removed, each part null where it did not, or where it is not kept any more. The log notes the look.',
  answer: profileEvidence,
  refusals: ofDesk,
});

export const decideAppeal = call({
  method: 'POST',
  path: '/api/moderation/appeals/:appealId',
  bound: { rate: 'operator', body: BODY.small },
  summary: 'For operators: grants an appeal, which ends a suspension, or declines it.',
  body: z.object({
    grant: z.boolean(refusals.actionUnknown.text),
    why,
    note,
  }),
  answer: moderationEntry,
  refusals: [...ofDesk, refusals.actionUnknown],
});
