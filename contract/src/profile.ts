import * as z from 'zod/mini';
import { BODY } from './rates.ts';
import { call } from './call.ts';
import { DISTANCE_STEPS_KM, MAX_PHOTOS } from './constants.ts';
import { byRule, id, otherUser, ownUser, pointInput, pronouns } from './entities.ts';
import { ideasProblem, normalizeIdeas } from './rules.ts';
import { maybe } from './optional.ts';
import * as refusals from './refusals.ts';

/** An ISO date, or a timestamp whose date counts. */
export const dateOfBirthInput = z.pipe(
  z.string(refusals.dateOfBirthRequired.text),
  z.transform((value: string) => (/^\d{4}-\d{2}-\d{2}T/.test(value) ? value.slice(0, 10) : value)),
);

/** Date ideas, lowercased and de-duplicated. */
const ideasInput = z.pipe(
  z
    .array(z.string(refusals.ideasUnknown.text), refusals.ideasUnknown.text)
    .check(z.maxLength(100, refusals.ideasUnknown.text)),
  z.pipe(
    z.transform((ideas: string[]) => normalizeIdeas(ideas)),
    z.array(z.string()).check(byRule(ideasProblem)),
  ),
);

export const distanceKm = z
  .number(refusals.distanceStep.text)
  .check(
    z.refine((value) => (DISTANCE_STEPS_KM as readonly number[]).includes(value), refusals.distanceStep.text),
  );

export const getUser = call({
  method: 'GET',
  path: '/api/user/:id',
  bound: { rate: 'read' },
  summary: 'One’s own whole record, or what the asker may see of somebody else; 404 where that is nothing.',
  answer: z.union([ownUser, otherUser]),
  missing: refusals.userNotFound,
});

const toggle = maybe(z.boolean(refusals.toggleOnly.text));

export const updateUser = call({
  method: 'POST',
  path: '/api/user/update',
  bound: { rate: 'settings', body: BODY.record },
  summary: 'Saves the fields of one’s own record that may change; others are ignored. Answers the record.',
  body: z.object({
    id: maybe(id),
    /** By the rule for names, unless it is the stored one; so the bio. */
    username: maybe(z.string(refusals.nameRequired.text)),
    gender: z.nullish(pronouns),
    bio: z.nullish(z.string(refusals.bioLong.text)),
    /** Checked against the age limit by the server's clock. */
    dateOfBirth: z.nullish(dateOfBirthInput),
    myTags: maybe(ideasInput),
    preferences: maybe(z.object({ maxDistanceKm: z.nullish(distanceKm) })),
    photos: maybe(
      z
        .array(
          z.object({
            id: maybe(z.string(refusals.photosChooseAgain.text)),
            url: maybe(z.string(refusals.photosChooseAgain.text)),
          }),
          refusals.photosChooseAgain.text,
        )
        .check(z.maxLength(MAX_PHOTOS, refusals.photosTooMany.text)),
    ),
    notificationSettings: maybe(
      z.object({
        pushNotificationMessages: toggle,
        pushNotificationPin: toggle,
        inAppMessages: toggle,
        inAppPin: toggle,
        emailNewsAndUpdatesNotifications: toggle,
      }),
    ),
    registrationStep: maybe(
      z
        .int(refusals.stepUnknown.text)
        .check(z.gte(1, refusals.stepUnknown.text), z.lte(6, refusals.stepUnknown.text)),
    ),
  }),
  answer: ownUser,
  actsAs: ['id'],
  refusals: [
    refusals.nameRequired,
    refusals.pronounsRequired,
    refusals.dateOfBirthRequired,
    refusals.distanceStep,
    refusals.photoRequired,
    refusals.photosChooseAgain,
    refusals.setupPhotosTooMany,
    refusals.stepTooEarly,
    refusals.verifyFirst,
    refusals.textRemoved,
  ],
});

export const updateLocation = call({
  method: 'POST',
  path: '/api/user/:id/update-location',
  bound: { rate: 'location', body: BODY.small },
  summary: 'Moves to the grid cell of a position; the position itself is not kept.',
  body: pointInput,
  answer: 'nothing',
  actsAs: ['id'],
});
