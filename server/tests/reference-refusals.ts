import * as accounts from '@herenow/contract/accounts';
import { appeal, decideAppeal } from '@herenow/contract/appeals';
import { PHOTO_MAX_BYTES } from '@herenow/contract/constants';
import * as faces from '@herenow/contract/faces';
import { setAlert } from '@herenow/contract/alerts';
import { countFeed, listFeed, listFeedChanges } from '@herenow/contract/feed';
import { uploadPhotos } from '@herenow/contract/photos';
import { getCase, holdCase, moderate, moderateMany } from '@herenow/contract/moderation';
import { closeSealedCase } from '@herenow/contract/sealed-cases';
import * as pins from '@herenow/contract/pins';
import {
  alreadyAnswered,
  beingChecked,
  blockSelf,
  blocksFull,
  caseOwn,
  faceNoPhoto,
  faceWaiting,
  noReport,
  reportSelf,
  suspended,
} from '@herenow/contract/refusals';
import * as presence from '@herenow/contract/presence';
import { updateUser } from '@herenow/contract/profile';
import { addFcmToken, removeFcmToken } from '@herenow/contract/push';
import { shareDate } from '@herenow/contract/shared-dates';
import { blockUser, reportUser } from '@herenow/contract/safety';
import { reportSuspended } from '@herenow/contract/suspended';
import { newId } from '../src/lib/ids.ts';
import { later } from '@herenow/testing/encounters';
import { PASSWORD } from '@herenow/testing/people';
import type { Cast } from './authorisation-cast.ts';
import { operate } from './authorisation-desk-rows.ts';
import { FACTOR_REFUSALS } from './factor-refusals.ts';
import { PASSKEY_REFUSALS } from './passkey-refusals.ts';
import {
  answered,
  answeredOwn,
  appealed,
  appealOf,
  blocksMost,
  CASE_OF_OPERATOR,
  caseOfOperator,
  codeToSuspended,
  heldByAnother,
  heldForLong,
  hidden,
  leave,
  mailedCode,
  nameRemoved,
  photoless,
  pinnedLongAgo,
  reportedSince,
  reportsStranger,
  secure,
  selfiesHeldByAnother,
  selfiesHeldBySelf,
  selfiesSent,
  sharesThree,
  unfinished,
  unplaced,
  reportOfNobodyMet,
  suspendedSelf,
  suspendsStranger,
  twoOperators,
} from './reference-arrangements.ts';
import { CHAT_REFUSALS } from './reference-chat-refusals.ts';
import { refusal, type Refusal } from './reference-refusal.ts';
import { SETUP_REFUSALS } from './reference-setup-refusals.ts';

const password =
  (oldPassword: string, newPassword: string) =>
  ({ ada }: Cast) => ({
    body: { userId: ada.id, oldPassword, newPassword },
  });
const own =
  (fields: object) =>
  ({ ada }: Cast) => ({ body: { userId: ada.id, ...fields } });
const pinThatWaits = ({ pendingChatId }: Cast) => ({ params: { chatId: pendingChatId } });
const aboutStranger =
  (body?: object) =>
  ({ actors }: Cast) => ({ params: { userId: actors.stranger.person.id }, ...(body && { body }) });

export const REFUSED: readonly Refusal[] = [
  refusal(accounts.sendVerificationCode, 400, own({})),
  refusal(accounts.sendVerificationCode, 429, own({}), {
    arrange: async (app, cast) => {
      await unfinished(app, cast);
      await cast.ada.api(accounts.sendVerificationCode, { body: { userId: cast.ada.id } });
    },
  }),
  refusal(accounts.verifyCode, 403, mailedCode, {
    arrange: codeToSuspended,
    code: suspended.code,
  }),
  refusal(accounts.updatePassword, 400, password(PASSWORD, PASSWORD)),
  refusal(accounts.updatePassword, 403, password('Guessed-2026', 'Another-2026')),
  refusal(accounts.login, 403, ({ ada }) => ({ body: { email: ada.email, password: PASSWORD } }), {
    arrange: secure,
  }),
  ...FACTOR_REFUSALS,
  ...PASSKEY_REFUSALS,
  refusal(updateUser, 400, () => ({ body: { username: ' ' } })),
  refusal(updateUser, 409, ({ ada }) => ({ body: { username: ada.name } }), { arrange: nameRemoved }),
  refusal(uploadPhotos, 400, own({}), { files: [Buffer.from('no picture')] }),
  refusal(uploadPhotos, 413, own({}), { files: [Buffer.alloc(PHOTO_MAX_BYTES + 1)] }),
  ...[presence.goOnline, presence.goIncognito].flatMap((call) => [
    refusal(call, 400, ({ ada }, app) => ({ body: { userId: ada.id, onlineUntil: later(app, 4) } })),
    refusal(call, 409, own({}), { arrange: unfinished }),
  ]),
  refusal(presence.goOnline, 403, own({}), { arrange: hidden }),
  refusal(
    pins.pinUser,
    403,
    ({ ada, actors }) => ({ body: { userId: ada.id, pinnedUserId: actors.stranger.person.id } }),
    { arrange: hidden, code: beingChecked.code },
  ),
  refusal(pins.acceptPin, 403, pinThatWaits, { arrange: hidden }),
  refusal(listFeed, 400, own({ preferences: { minAge: 40, maxAge: 30 } })),
  refusal(listFeed, 409, own({}), { arrange: unfinished }),
  refusal(countFeed, 400, own({ distances: [5], preferences: { minAge: 40, maxAge: 30 } })),
  refusal(countFeed, 409, own({ distances: [5] }), { arrange: unfinished }),
  refusal(listFeedChanges, 400, own({ shown: [], preferences: { minAge: 40, maxAge: 30 } })),
  refusal(listFeedChanges, 409, own({ shown: [] }), { arrange: unfinished }),
  refusal(
    pins.pinUser,
    403,
    ({ ada, actors }) => ({ body: { userId: ada.id, pinnedUserId: actors.stranger.person.id } }),
    { arrange: leave },
  ),
  refusal(
    pins.withdrawPin,
    409,
    ({ ada, actors }) => ({ body: { userId: ada.id, pinnedUserId: actors.pending.person.id } }),
    { arrange: pinnedLongAgo },
  ),
  refusal(pins.acceptPin, 409, pinThatWaits, { arrange: answered }),
  refusal(pins.rejectPin, 409, pinThatWaits, { arrange: answered }),
  ...CHAT_REFUSALS,
  refusal(
    pins.withdrawPin,
    409,
    ({ ada, actors }) => ({ body: { userId: ada.id, pinnedUserId: actors.pending.person.id } }),
    { arrange: answeredOwn, code: alreadyAnswered.code },
  ),
  refusal(
    reportUser,
    400,
    ({ ada }) => ({
      body: { reporterId: ada.id, reportedUserId: ada.id, reason: 'Other' },
    }),
    { code: reportSelf.code },
  ),
  refusal(blockUser, 400, ({ ada }) => ({ body: { userId: ada.id, userToBlockId: ada.id } }), {
    code: blockSelf.code,
  }),
  refusal(
    blockUser,
    409,
    ({ ada, actors }) => ({ body: { userId: ada.id, userToBlockId: actors.stranger.person.id } }),
    { arrange: blocksMost, code: blocksFull.code },
  ),
  refusal(
    reportUser,
    409,
    ({ ada, actors }) => ({
      body: {
        reporterId: ada.id,
        reportedUserId: actors.stranger.person.id,
        reason: 'Other',
        alsoBlock: true,
      },
    }),
    { arrange: blocksMost, code: blocksFull.code },
  ),
  refusal(moderate, 409, aboutStranger({ action: 'dismiss' }), { arrange: operate, code: noReport.code }),
  refusal(faces.beginFaceCheck, 409, () => ({}), { arrange: selfiesSent, code: faceWaiting.code }),
  refusal(faces.beginFaceCheck, 409, () => ({}), { arrange: photoless, code: faceNoPhoto.code }),
  refusal(reportUser, 400, ({ ada, actors }) => ({
    body: { reporterId: ada.id, reportedUserId: actors.stranger.person.id },
  })),
  refusal(reportUser, 404, ({ ada }) => ({
    body: { reporterId: ada.id, reportedUserId: newId(), reason: 'Other' },
  })),
  refusal(blockUser, 404, ({ ada }) => ({ body: { userId: ada.id, userToBlockId: newId() } })),
  refusal(moderate, 404, () => ({ params: { userId: newId() }, body: { action: 'warn' } }), {
    arrange: operate,
  }),
  refusal(moderate, 409, aboutStranger({ action: 'reinstate' }), { arrange: operate }),
  refusal(moderate, 409, aboutStranger({ action: 'suspend' }), {
    arrange: suspendsStranger,
    code: 'already-suspended',
  }),
  refusal(moderate, 409, aboutStranger({ action: 'suspend' }), {
    arrange: twoOperators,
    code: 'operator-first',
  }),
  refusal(accounts.deleteUser, 409, ({ ada }) => ({ params: { id: ada.id } }), {
    arrange: operate,
    code: 'operator-leaves',
  }),
  refusal(moderate, 409, aboutStranger({ action: 'warn' }), { arrange: heldByAnother, code: 'case-held' }),
  refusal(
    moderate,
    409,
    ({ actors }, app) => ({
      params: { userId: actors.stranger.person.id },
      body: { action: 'dismiss', seen: later(app, -1) },
    }),
    { arrange: reportedSince, code: 'case-changed' },
  ),
  ...[
    refusal(getCase, 409, aboutStranger()),
    refusal(holdCase, 409, aboutStranger({ hold: true })),
    refusal(moderate, 409, aboutStranger({ action: 'warn' })),
  ].map((one) => ({ ...one, arrange: reportsStranger, code: caseOwn.code })),
  refusal(getCase, 404, () => ({ params: { userId: newId() } }), { arrange: operate }),
  refusal(holdCase, 404, () => ({ params: { userId: newId() }, body: { hold: true } }), { arrange: operate }),
  refusal(holdCase, 409, aboutStranger({ hold: true }), { arrange: heldByAnother }),
  refusal(holdCase, 409, aboutStranger({ hold: true }), { arrange: heldForLong, code: 'case-held-long' }),
  refusal(moderate, 409, aboutStranger({ action: 'remove-name', texts: ['bio'] }), {
    arrange: operate,
    code: 'profile-changed',
  }),
  refusal(reportSuspended, 400, ({ actors }) => ({
    body: { pass: 'made-up', reportedUserId: actors.stranger.person.id },
  })),
  refusal(reportSuspended, 404, reportOfNobodyMet, { arrange: suspendedSelf, code: 'user-not-found' }),
  refusal(appeal, 400, () => ({ body: { token: 'made-up', words: '' } })),
  refusal(appeal, 409, appealOf, { arrange: appealed }),
  refusal(decideAppeal, 400, () => ({ params: { appealId: newId() }, body: {} })),
  refusal(faces.beginFaceCheck, 409, () => ({}), {
    arrange: (app, { ada }) => app.pool.query('UPDATE users SET verified_photo = id WHERE id = $1', [ada.id]),
  }),
  refusal(faces.sendSelfie, 400, () => ({ body: { picture: 'bm90aGluZw==' } }), {
    arrange: (_, { ada }) => ada.api(faces.beginFaceCheck),
  }),
  refusal(faces.sendSelfie, 409, () => ({ body: { picture: 'bm90aGluZw==' } })),
  refusal(faces.openFace, 400, ({ ada }) => ({ params: { userId: ada.id } }), { arrange: operate }),
  refusal(faces.openFace, 404, () => ({ params: { userId: newId() } }), { arrange: operate }),
  refusal(faces.openFace, 409, ({ actors }) => ({ params: { userId: actors.stranger.person.id } }), {
    arrange: selfiesHeldByAnother,
  }),
  refusal(faces.closeFace, 400, () => ({ params: { userId: newId() }, body: { photoId: newId() } })),
  refusal(
    faces.closeFace,
    404,
    () => ({ params: { userId: newId() }, body: { decision: 'decline', photoId: newId() } }),
    {
      arrange: operate,
    },
  ),
  refusal(
    faces.closeFace,
    409,
    ({ actors }) => ({
      params: { userId: actors.stranger.person.id },
      body: { decision: 'decline', photoId: newId() },
    }),
    { arrange: selfiesHeldByAnother, code: 'case-held' },
  ),
  refusal(
    faces.closeFace,
    409,
    ({ actors }) => ({
      params: { userId: actors.stranger.person.id },
      body: { decision: 'verify', photoId: newId() },
    }),
    { arrange: selfiesHeldBySelf, code: 'face-photo-changed' },
  ),
  refusal(
    faces.closeFace,
    400,
    ({ ada }) => ({ params: { userId: ada.id }, body: { decision: 'verify', photoId: newId() } }),
    { arrange: operate, code: 'moderate-self' },
  ),
  refusal(shareDate, 400, (_, app) => ({ body: { who: 'Somebody', until: later(app, 13) } })),
  refusal(shareDate, 409, (_, app) => ({ body: { who: 'Somebody', until: later(app, 1) } }), {
    arrange: sharesThree,
  }),
  refusal(moderateMany, 400, () => ({ body: { userIds: [newId()] } })),
  refusal(closeSealedCase, 400, () => ({ params: { caseId: newId() }, body: {} })),
  refusal(
    closeSealedCase,
    409,
    () => ({ params: { caseId: CASE_OF_OPERATOR }, body: { action: 'suspend' } }),
    { arrange: caseOfOperator },
  ),
  refusal(setAlert, 409, own({}), { code: 'no-device' }),
  refusal(setAlert, 409, own({}), { arrange: unfinished, code: 'registration-unfinished' }),
  refusal(setAlert, 409, own({}), { arrange: unplaced, code: 'place-unknown' }),
  ...[addFcmToken, removeFcmToken].map((call) =>
    refusal(call, 400, own({ fcmToken: 'nothing of the kind' })),
  ),
  ...SETUP_REFUSALS,
];
