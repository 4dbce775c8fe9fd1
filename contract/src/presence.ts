import * as z from 'zod/mini';
import { call } from './call.ts';
import { id, ownUser } from './entities.ts';
import { dateOfBirthInput } from './profile.ts';

const open = z.object({
  userId: id,
  /** Null or nothing: no expiry. */
  onlineUntil: z.nullish(
    z.iso.datetime({
      offset: true,
      error: 'The end of the session must be a time like 2026-01-31T20:00:00Z.',
    }),
  ),
  dateOfBirth: z.nullish(dateOfBirthInput),
});

const errors = {
  400: 'The end of the session must be within the next 3 hours.',
  409: 'Please finish your registration first.',
};

export const goOnline = call({
  method: 'POST',
  path: '/api/user/go-online',
  auth: 'user',
  summary: 'Becomes visible until a moment at most 3 hours ahead.',
  body: open,
  answer: ownUser,
  actsAs: ['userId'],
  errors,
});

export const goIncognito = call({
  method: 'POST',
  path: '/api/user/go-incognito',
  auth: 'user',
  summary:
    'Becomes active without being shown to anyone, until a moment at most 3 hours ahead or without end.',
  body: open,
  answer: ownUser,
  actsAs: ['userId'],
  errors,
});

export const goOffline = call({
  method: 'POST',
  path: '/api/user/go-offline',
  auth: 'user',
  summary: 'Ends the visibility session.',
  body: z.object({ userId: id }),
  answer: ownUser,
  actsAs: ['userId'],
});
