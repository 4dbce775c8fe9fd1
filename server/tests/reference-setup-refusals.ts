import * as accounts from '@herenow/contract/accounts';
import * as faces from '@herenow/contract/faces';
import { moderate } from '@herenow/contract/moderation';
import { uploadPhotos } from '@herenow/contract/photos';
import * as presence from '@herenow/contract/presence';
import { updateUser } from '@herenow/contract/profile';
import * as refusals from '@herenow/contract/refusals';
import { requestExport } from '@herenow/contract/rights';
import { blockUser, reportUser } from '@herenow/contract/safety';
import { crc32 } from 'node:zlib';
import { later } from '@herenow/testing/encounters';
import { PASSWORD } from '@herenow/testing/people';
import { makeOperator } from '@herenow/testing/second-factor';
import type { TestApp } from '@herenow/testing/start-app';
import { newId } from '../src/lib/ids.ts';
import type { Cast } from './authorisation-cast.ts';
import { BLUE, halves, plain, RED, upload } from './photos-pictures.ts';
import { operate } from './authorisation-desk-rows.ts';
import { unfinished, unplaced } from './reference-arrangements.ts';
import { refusal, type Refusal } from './reference-refusal.ts';

const COMMON = 'Password1';

/** Changes ada's row before the request. */
const withRow =
  (row: (app: TestApp) => object) =>
  (app: TestApp, { ada }: Cast) =>
    app.db.updateTable('users').set(row(app)).where('id', '=', ada.id).execute();

const login = ({ ada }: Cast) => ({ body: { email: ada.email, password: PASSWORD } });
const suspended = (code: string, more: (app: TestApp) => object) =>
  refusal(accounts.login, 403, login, {
    arrange: withRow((app) => ({ suspended_at: app.clock.now(), ...more(app) })),
    code,
  });
const until = (app: TestApp) => ({ suspended_until: new Date(later(app, 48)) });
const why = { suspended_why: 'You asked for money' };

const update = (code: string, body: object, row?: object) =>
  refusal(updateUser, 400, () => ({ body }), { code, ...(row && { arrange: withRow(() => row) }) });

const removed = await halves(BLUE, RED).jpeg().toBuffer();
/** A picture whose header claims 64 megapixels. */
const huge = await plain(RED, 1, 1).png().toBuffer();
huge.writeUInt32BE(8000, 16);
huge.writeUInt32BE(8000, 20);
huge.writeUInt32BE(crc32(huge.subarray(12, 29)), 29);

/** Refusals of accounts, profiles, photos and presences. */
export const SETUP_REFUSALS: readonly Refusal[] = [
  refusal(
    accounts.createUser,
    400,
    () => ({
      body: {
        email: 'new@example.org',
        password: COMMON,
        location: { type: 'Point', coordinates: [13.4, 52.5] },
      },
    }),
    { code: refusals.passwordCommon.code },
  ),
  refusal(
    accounts.updatePassword,
    400,
    ({ ada }) => ({ body: { userId: ada.id, oldPassword: PASSWORD, newPassword: COMMON } }),
    { code: refusals.passwordCommon.code },
  ),
  refusal(accounts.sendVerificationCode, 400, ({ ada }) => ({ body: { userId: ada.id } }), {
    arrange: withRow(() => ({ registration_step: 4, email_validated: false })),
    code: refusals.stepTooEarly.code,
  }),
  refusal(accounts.login, 403, login, {
    arrange: async (app, { ada, actors }) => {
      await makeOperator(app, actors.stranger.person);
      await actors.stranger.person.api(moderate, {
        params: { userId: ada.id },
        body: { action: 'suspend' },
      });
    },
    code: refusals.suspendedAppeal.code,
  }),
  suspended(refusals.suspendedAppealUntil.code, until),
  suspended(refusals.suspendedWhy.code, () => why),
  suspended(refusals.suspendedUntil.code, (app) => ({ ...until(app), ...why })),

  update(
    refusals.pronounsRequired.code,
    { registrationStep: 2 },
    {
      registration_step: 1,
      email_validated: false,
      gender: null,
    },
  ),
  update(
    refusals.dateOfBirthRequired.code,
    { registrationStep: 2 },
    {
      registration_step: 1,
      email_validated: false,
      date_of_birth: null,
    },
  ),
  update(
    refusals.distanceStep.code,
    { registrationStep: 4 },
    {
      registration_step: 3,
      email_validated: false,
      max_distance_km: null,
    },
  ),
  update(
    refusals.stepTooEarly.code,
    { registrationStep: 3 },
    { registration_step: 1, email_validated: false },
  ),
  update(refusals.photoRequired.code, { photos: [] }),
  update(refusals.photosChooseAgain.code, { photos: [{ id: newId() }] }),
  refusal(updateUser, 400, () => ({ body: { photos: Array.from({ length: 4 }, () => ({ id: newId() })) } }), {
    arrange: unfinished,
    code: refusals.setupPhotosTooMany.code,
  }),
  refusal(updateUser, 400, () => ({ body: { registrationStep: 6 } }), {
    arrange: unfinished,
    code: refusals.verifyFirst.code,
  }),

  refusal(
    blockUser,
    409,
    ({ ada, actors }) => ({ body: { userId: ada.id, userToBlockId: actors.stranger.person.id } }),
    { arrange: unfinished },
  ),
  refusal(faces.beginFaceCheck, 409, () => ({}), {
    arrange: unfinished,
    code: refusals.registrationUnfinished.code,
  }),
  refusal(requestExport, 409, () => ({}), { arrange: unfinished }),
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
    { arrange: unfinished },
  ),

  ...[presence.goOnline, presence.goIncognito].map((call) =>
    refusal(call, 400, ({ ada }) => ({ body: { userId: ada.id, dateOfBirth: '1990-01-01' } }), {
      code: refusals.dateOfBirthDiffers.code,
    }),
  ),
  ...[presence.goOnline, presence.goIncognito].map((call) =>
    refusal(call, 409, ({ ada }) => ({ body: { userId: ada.id } }), {
      arrange: unplaced,
      code: refusals.placeUnknown.code,
    }),
  ),

  refusal(faces.sendSelfie, 413, () => ({ body: { picture: huge.toString('base64') } }), {
    arrange: (_, { ada }) => ada.api(faces.beginFaceCheck),
  }),
  refusal(uploadPhotos, 413, () => ({}), { files: [huge], code: refusals.pictureTooManyPixels.code }),
  refusal(uploadPhotos, 409, () => ({}), {
    arrange: async (app, { ada, actors }) => {
      const photoId = (await upload(app, ada, [removed])).photos.at(-1)!.id;
      const { person: operator } = actors.stranger;
      await makeOperator(app, operator);
      await operator.api(moderate, {
        params: { userId: ada.id },
        body: { action: 'remove-photo', photoId },
      });
    },
    files: [removed],
  }),
  refusal(
    moderate,
    404,
    ({ actors }) => ({
      params: { userId: actors.stranger.person.id },
      body: { action: 'remove-photo', photoId: newId() },
    }),
    { arrange: operate, code: refusals.photoNotFound.code },
  ),
];
