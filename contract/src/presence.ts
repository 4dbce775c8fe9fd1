import * as z from 'zod/mini';
import { BODY } from './rates.ts';
import { call } from './call.ts';
import { id, ownUser } from './entities.ts';
import { dateOfBirthInput } from './profile.ts';
import * as refusals from './refusals.ts';

const open = z.object({
  userId: id,
  /** As text, or in milliseconds since 1970. Null or no value: no expiry. */
  onlineUntil: z.nullish(
    z.union(
      [z.iso.datetime({ offset: true, error: refusals.endInvalid.text }), z.number()],
      refusals.endInvalid.text,
    ),
  ),
  dateOfBirth: z.nullish(dateOfBirthInput),
});

const ofOpening = [
  refusals.endTooFar,
  refusals.dateOfBirthDiffers,
  refusals.registrationUnfinished,
  refusals.placeUnknown,
];

export const goOnline = call({
  method: 'POST',
  path: '/api/user/go-online',
  bound: { rate: 'visibility', body: BODY.small },
  summary: 'Becomes visible until a moment at most 3 hours ahead.',
  body: open,
  answer: ownUser,
  actsAs: ['userId'],
  refusals: [...ofOpening, refusals.beingChecked],
});

export const goIncognito = call({
  method: 'POST',
  path: '/api/user/go-incognito',
  bound: { rate: 'visibility', body: BODY.small },
  summary:
    'Becomes active without being shown to anyone, until a moment at most 3 hours ahead or without end.',
  body: open,
  answer: ownUser,
  actsAs: ['userId'],
  refusals: ofOpening,
});

export const goOffline = call({
  method: 'POST',
  path: '/api/user/go-offline',
  bound: { rate: 'visibility', body: BODY.small, kept: true },
  summary: 'Ends the visibility session.',
  body: z.object({ userId: id }),
  answer: ownUser,
  actsAs: ['userId'],
});
