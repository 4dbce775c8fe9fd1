import * as z from 'zod/mini';
import { BODY } from './rates.ts';
import { call } from './call.ts';
import { LIST_MAX } from './constants.ts';
import { listOf } from './entities.ts';
import { formerChat } from './former-chats.ts';
import * as refusals from './refusals.ts';
import { said } from './safety.ts';

/** Separates the token of a decision from the pass behind it, in the link of a refused sign-in. */
export const PASS_SEPARATOR = '.';

/** Proves that a sign-in was refused, half an hour ago at most, because the account is suspended. */
const pass = z.string().check(z.maxLength(300));

export const listFormerChatsSuspended = call({
  method: 'POST',
  path: '/api/appeals/former-chats',
  auth: 'none',
  bound: { rate: 'visitor', body: BODY.small },
  summary:
    'For somebody suspended, with the pass of the refused sign-in: the people of pins and chats of the last 30 days, whom one can still report.',
  body: z.object({ pass }),
  answer: listOf(formerChat, LIST_MAX),
  refusals: [refusals.linkOver],
});

export const reportSuspended = call({
  method: 'POST',
  path: '/api/appeals/report',
  auth: 'none',
  bound: { rate: 'visitor', body: BODY.small },
  summary:
    'For somebody suspended, with the pass of the refused sign-in: reports a person of that list. Reports that wait count with those made before, up to 20 a day.',
  body: z.object({ pass, ...said }),
  answer: 'nothing',
  refusals: [refusals.linkOver, refusals.reportReason, refusals.userNotFound],
});

export const deleteSuspended = call({
  method: 'POST',
  path: '/api/appeals/delete-account',
  auth: 'none',
  bound: { rate: 'visitor', body: BODY.small },
  summary:
    'For somebody suspended, with the pass of the refused sign-in: deletes the account, like `DELETE /api/user/{id}`.',
  body: z.object({ pass }),
  answer: 'nothing',
  refusals: [refusals.linkOver],
});
