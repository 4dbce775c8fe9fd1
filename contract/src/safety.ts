import * as z from 'zod/mini';
import { BODY } from './rates.ts';
import { call } from './call.ts';
import { LIST_MAX, REPORT_REASONS, REPORT_WORDS_MAX } from './constants.ts';
import { blockedUser, id, listOf } from './entities.ts';
import { maybe } from './optional.ts';
import * as refusals from './refusals.ts';

/** What a report says, and of whom. */
export const said = {
  reportedUserId: id,
  reason: z.enum(REPORT_REASONS, refusals.reportReason.text),
  words: maybe(z.string().check(z.maxLength(REPORT_WORDS_MAX, refusals.reportWords.text))),
};
const pair = z.object({ userId: id, userToBlockId: id });

export const blockUser = call({
  method: 'POST',
  path: '/api/user/block',
  bound: { rate: 'block', body: BODY.small },
  summary: 'Hides two people from each other everywhere and removes their chat.',
  body: pair,
  answer: 'nothing',
  actsAs: ['userId'],
  refusals: [refusals.blockSelf, refusals.blocksFull, refusals.userNotFound, refusals.registrationUnfinished],
});

export const unblockUser = call({
  method: 'POST',
  path: '/api/user/unblock',
  bound: { rate: 'block', body: BODY.small },
  summary: 'Takes a block back. The chat stays gone.',
  body: pair,
  answer: 'nothing',
  actsAs: ['userId'],
});

export const listBlockedUsers = call({
  method: 'GET',
  path: '/api/user/:id/blocked-users',
  bound: { rate: 'read' },
  summary: 'The people one has blocked, latest first.',
  answer: listOf(blockedUser, LIST_MAX),
  actsAs: ['id'],
});

export const reportUser = call({
  method: 'POST',
  path: '/api/user/report',
  bound: { rate: 'report', body: BODY.small },
  summary:
    'Reports a person to moderation, and blocks them too if asked. Within a day the same report is updated. Whoever has an account can be blocked and reported, also who has blocked one.',
  body: z
    .object({
      reporterId: maybe(id),
      reporterUserId: maybe(id),
      ...said,
      /** For a report from a chat: its messages around `messageId`, or its latest, are attached to the report. */
      fromChat: maybe(z.boolean()),
      /** The reported message or photo. */
      messageId: maybe(id),
      photoId: maybe(id),
      alsoBlock: maybe(z.boolean()),
    })
    .check(
      z.refine(
        (report) => report.reporterId !== undefined || report.reporterUserId !== undefined,
        refusals.reporterMissing.text,
      ),
    ),
  answer: 'nothing',
  actsAs: ['reporterId', 'reporterUserId'],
  refusals: [
    refusals.reportReason,
    refusals.reportSelf,
    refusals.blocksFull,
    refusals.userNotFound,
    refusals.registrationUnfinished,
  ],
});
