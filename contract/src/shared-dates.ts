import * as z from 'zod/mini';
import { BODY } from './rates.ts';
import { call } from './call.ts';
import { SHARED_DATES_MAX } from './constants.ts';
import { id, listOf, textField, timestamp } from './entities.ts';
import { maybe, orElse } from './optional.ts';
import * as refusals from './refusals.ts';
import { datePlaceProblem, dateWhoProblem } from './rules.ts';

/** What the user tells a friend about a date, in their own words. */
const sharedDate = z.object({
  id,
  /** Whom the user meets. */
  who: z.string(),
  /** Empty: not given. */
  place: z.string(),
  /** When the user expects to be back. */
  until: timestamp,
  created: timestamp,
});
export type SharedDate = z.output<typeof sharedDate>;

const path = '/api/user/shared-dates';

export const listSharedDates = call({
  method: 'GET',
  path,
  bound: { rate: 'read' },
  summary: 'The dates one shares with friends now, those that end first in front. Their links are told once.',
  answer: listOf(sharedDate, SHARED_DATES_MAX),
});

export const shareDate = call({
  method: 'POST',
  path,
  bound: { rate: 'account', body: BODY.small },
  summary:
    'Makes a page for a friend, at `/date/` and the token of the answer, which is told this once: whom one meets, where, and until when one expects to be back, within 12 hours. At most three at once; erased 12 hours after the end.',
  body: z.object({
    /** A date with the same one is the same date: asked for again, it gets these words and a new link. */
    id: maybe(id),
    who: textField(refusals.dateWho.text, dateWhoProblem),
    place: orElse(textField(refusals.datePlaceLong.text, datePlaceProblem), ''),
    until: z.iso.datetime(refusals.dateEnd.text),
  }),
  answer: z.extend(sharedDate, { token: z.string() }),
  refusals: [refusals.dateEnd, refusals.datesTooMany],
});

export const endSharedDate = call({
  method: 'DELETE',
  path: `${path}/:dateId`,
  bound: { rate: 'account' },
  summary: 'Erases the page of a date before its time.',
  answer: 'nothing',
  refusals: [refusals.notFound],
  missing: refusals.notFound,
});

export const readSharedDate = call({
  method: 'POST',
  path: '/api/shared-dates/read',
  auth: 'none',
  bound: { rate: 'visitor', body: BODY.small },
  summary: 'What somebody tells about their date, for anyone with the link.',
  body: z.object({ token: z.string().check(z.maxLength(100)) }),
  answer: z.object({
    who: z.string(),
    place: z.string(),
    until: timestamp,
    /** Whether that time has passed. */
    over: z.boolean(),
  }),
  refusals: [refusals.linkOver],
});
