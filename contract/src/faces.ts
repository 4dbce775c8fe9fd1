import * as z from 'zod/mini';
import { BODY } from './rates.ts';
import { call } from './call.ts';
import { FACE_PICTURE_MAX, MODERATION_PAGE_MAX, POSES } from './constants.ts';
import { id, listOf, nullableTimestamp, photos, timestamp } from './entities.ts';
import { moderationEntry, ofDesk, why } from './moderation.ts';
import { maybe } from './optional.ts';
import * as refusals from './refusals.ts';

const pose = z.enum(POSES);

/** The user's progress in proving that the photos show them. */
export const faceCheck = z.object({
  /** `lapsed`: no operator reviewed the selfies in time. */
  state: z.enum(['none', 'posing', 'waiting', 'verified', 'declined', 'lapsed']),
  /** The pose to show now, and the deadline of its picture. */
  pose: z.nullable(pose),
  until: nullableTimestamp,
  /** How many selfies have arrived. */
  taken: z.int(),
  /** Why an operator declined. */
  why: z.string(),
});
export type FaceCheck = z.output<typeof faceCheck>;

const path = '/api/user/face-check';

export const getFaceCheck = call({
  method: 'GET',
  path,
  bound: { rate: 'read' },
  summary: 'How far one has come with showing that the photos of one’s profile are one’s own.',
  answer: faceCheck,
});

export const beginFaceCheck = call({
  method: 'POST',
  path,
  bound: { rate: 'account' },
  summary:
    'Draws the first of two poses by chance. The picture of each has to arrive within 60 seconds of its drawing.',
  answer: faceCheck,
  refusals: [refusals.faceKnown, refusals.faceWaiting, refusals.faceNoPhoto, refusals.registrationUnfinished],
});

export const sendSelfie = call({
  method: 'POST',
  path: `${path}/selfie`,
  bound: { rate: 'account', body: BODY.record },
  summary:
    'The picture of the pose that was drawn last, in base64. The answer has the next pose, or says that an operator will look.',
  body: z.object({
    picture: z
      .string(refusals.pictureUnreadable.text)
      .check(z.maxLength(FACE_PICTURE_MAX, refusals.pictureUnreadable.text)),
  }),
  answer: faceCheck,
  refusals: [refusals.pictureUnreadable, refusals.pictureTooManyPixels, refusals.faceLate],
});

export const endFaceCheck = call({
  method: 'DELETE',
  path,
  bound: { rate: 'account' },
  summary: 'Erases one’s selfies, and takes one’s mark away.',
  answer: 'nothing',
});

const waitingFace = z.object({
  userId: id,
  username: z.string(),
  age: z.nullable(z.int()),
  sent: timestamp,
  /** The operator who is reviewing it. */
  heldBy: z.nullable(id),
});
export type WaitingFace = z.output<typeof waitingFace>;

export const listFaces = call({
  method: 'GET',
  path: '/api/moderation/faces',
  bound: { rate: 'desk' },
  summary: 'For operators: people whose selfies wait, the longest wait first.',
  answer: listOf(waitingFace, MODERATION_PAGE_MAX),
  refusals: ofDesk,
});

export const openFace = call({
  method: 'POST',
  path: '/api/moderation/faces/:userId/open',
  bound: { rate: 'desk' },
  summary:
    'For operators: the selfies of a person with their poses, beside the photos of the profile. They are kept to this operator for ten minutes; for 30 minutes a day at most while another operator could judge them.',
  answer: z.extend(waitingFace, {
    photos,
    /** WebP in base64. */
    selfies: listOf(z.object({ pose, picture: z.string() }), 2),
  }),
  refusals: [...ofDesk, refusals.moderateSelf, refusals.caseHeld],
});

export const closeFace = call({
  method: 'POST',
  path: '/api/moderation/faces/:userId',
  bound: { rate: 'operator', body: BODY.small },
  summary:
    'For operators: says whether selfies and photos show the same person. The selfies are erased with it.',
  body: z.object({
    decision: z.enum(['verify', 'decline'], refusals.actionUnknown.text),
    /** The first photo that the operator saw, required to verify; the mark holds while that photo stays first. */
    photoId: maybe(id),
    /** When the selfies that the operator saw were sent. If there are others by now, the call does nothing. */
    sent: maybe(timestamp),
    /** The explanation that the person receives. */
    why,
  }),
  answer: moderationEntry,
  refusals: [
    ...ofDesk,
    refusals.actionUnknown,
    refusals.moderateSelf,
    refusals.caseHeld,
    refusals.facePhotoChanged,
  ],
});
