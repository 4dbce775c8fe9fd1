import * as accounts from '@herenow/contract/accounts';
import { unsubscribe } from '@herenow/contract/news';
import { uploadPhotos } from '@herenow/contract/photos';
import * as presence from '@herenow/contract/presence';
import * as refusals from '@herenow/contract/refusals';
import * as profile from '@herenow/contract/profile';
import * as rights from '@herenow/contract/rights';
import * as passkeys from '@herenow/contract/passkeys';
import * as factor from '@herenow/contract/second-factor';
import * as dates from '@herenow/contract/shared-dates';
import { randomUUID } from 'node:crypto';
import { later } from '@herenow/testing/encounters';
import { PASSWORD, type ApiAnswer } from '@herenow/testing/people';
import { createPasskey, NO_CHALLENGE } from '@herenow/testing/passkeys';
import type { TestApp } from '@herenow/testing/start-app';
import {
  anybody,
  everyone,
  live,
  NO_USER,
  OK,
  ownerOnly,
  SIGN_IN,
  SUSPENDED,
  NOT_YOURS,
} from './authorisation-answers.ts';
import { asAda, row, type Row } from './authorisation-row.ts';
import type { Cast } from './authorisation-cast.ts';

const location = { type: 'Point' as const, coordinates: [13.4, 52.5] as [number, number] };
const unverified = (app: TestApp, { ada }: Cast) =>
  app.db
    .updateTable('users')
    .set({ registration_step: 5, email_validated: false })
    .where('id', '=', ada.id)
    .execute();
const sight = ({ json }: ApiAnswer) => ('email' in (json as object) ? 'whole' : 'public');

const NO_DATE = `404 ${refusals.notFound.text}`;
const DATE_OF_ADA = '0198f7b2-0000-7000-8000-00000000da7e';
const adaShares = async (app: TestApp, { ada }: Cast) => {
  const date = { id: DATE_OF_ADA, user_id: ada.id, token_hash: 'a hash', who: 'Somebody', place: 'A pub' };
  const times = { ends_at: new Date(later(app, 1)), created_at: app.clock.now() };
  await app.db
    .insertInto('shared_dates')
    .values({ ...date, ...times })
    .execute();
};

/** Calls that concern the caller only. Columns: owner, partner, pending, stranger, blocked, blocker. */
export const OWN_ROWS: readonly Row[] = [
  row(
    accounts.createUser,
    'with the email',
    anybody('400 User with same email already exists.'),
    ({ ada }) => ({
      body: { email: ada.email, password: PASSWORD, location },
    }),
  ),
  row(accounts.createUser, 'with another email', anybody(OK), () => ({
    body: { email: `${randomUUID()}@example.org`, password: PASSWORD, location },
  })),
  row(accounts.login, 'with one’s own password', anybody(OK, { suspended: SUSPENDED }), (_, { person }) => ({
    body: { email: person.email, password: PASSWORD },
  })),
  row(accounts.login, 'without the password', anybody('401 Email or password incorrect'), ({ ada }) => ({
    body: { email: ada.email, password: 'Guessed-2026' },
  })),
  row(accounts.getChallenge, 'a proof of work', anybody(OK), () => ({})),
  row(
    accounts.refreshToken,
    'with one’s own token',
    { ...everyone(OK), visitor: SIGN_IN, expired: OK, signedOut: SIGN_IN, suspended: SIGN_IN },
    (_, { token, person }) => ({ body: { accessToken: token ?? 'none', userId: person.id } }),
  ),
  row(
    accounts.refreshToken,
    'as ada, with one’s own token',
    { ...ownerOnly(OK), visitor: SIGN_IN, expired: OK, signedOut: SIGN_IN, suspended: NOT_YOURS },
    ({ ada }, { token }) => ({ body: { accessToken: token ?? 'none', userId: ada.id } }),
  ),
  row(accounts.validateToken, 'one’s own', everyone(OK), () => ({})),
  row(accounts.logout, 'one’s own', everyone(OK), () => ({})),
  row(
    accounts.listSessions,
    'one’s own',
    live('200 3', '200 1', '200 1', '200 1', '200 1', '200 1'),
    () => ({}),
    {
      look: ({ json }) => String((json as unknown[]).length),
    },
  ),
  row(
    accounts.revokeSession,
    'another session',
    live(
      OK,
      '404 Session not found',
      '404 Session not found',
      '404 Session not found',
      '404 Session not found',
      '404 Session not found',
    ),
    ({ otherSessionId }) => ({ params: { sessionId: otherSessionId } }),
  ),
  row(
    accounts.sendVerificationCode,
    'the email',
    ownerOnly(OK),
    ({ ada }) => ({ body: { userId: ada.id } }),
    {
      ...asAda,
      arrange: unverified,
    },
  ),
  row(
    accounts.verifyCode,
    'the email, with a guess',
    ownerOnly('400 Email verification failed. Please check the code, or ask for a new one.'),
    ({ ada }) => ({ body: { userId: ada.id, code: '123456' } }),
    { ...asAda, arrange: unverified },
  ),
  row(accounts.forgotPassword, 'the email', anybody(OK), ({ ada }) => ({ body: { email: ada.email } })),
  row(
    accounts.resetPassword,
    'the password, with a guess',
    anybody('400 Invalid code or password reset failed'),
    ({ ada }) => ({ body: { email: ada.email, code: '123456', password: 'Another-2026' } }),
  ),
  row(
    accounts.updatePassword,
    'the password',
    ownerOnly(OK),
    ({ ada }) => ({ body: { userId: ada.id, oldPassword: PASSWORD, newPassword: 'Another-2026' } }),
    asAda,
  ),
  row(factor.getSecondFactor, 'one’s own', everyone(OK), () => ({})),
  row(factor.mailSecondFactorCode, 'one’s own', everyone(OK), () => ({ body: { password: PASSWORD } })),
  row(
    factor.beginSecondFactor,
    'one’s own, with a code that was not mailed',
    everyone(`400 ${refusals.verificationFailed.text}`),
    () => ({ body: { password: PASSWORD, code: '123456' } }),
  ),
  row(
    factor.confirmSecondFactor,
    'one’s own, without a beginning',
    everyone('409 That took too long. Please start again.'),
    () => ({ body: { code: '123456' } }),
  ),
  row(
    factor.renewRecoveryCodes,
    'one’s own, where it is off',
    everyone('409 Two-step sign-in is off.'),
    () => ({ body: { password: PASSWORD, code: '123456' } }),
  ),
  row(factor.endSecondFactor, 'one’s own, where it is off', everyone('409 Two-step sign-in is off.'), () => ({
    body: { password: PASSWORD, code: '123456' },
  })),
  row(
    passkeys.beginPasskeyLogin,
    'the password, where two-step sign-in is off',
    anybody(`401 ${refusals.loginWrong.text}`),
    ({ ada }) => ({ body: { email: ada.email, password: PASSWORD } }),
  ),
  row(passkeys.beginPasskey, 'one’s own, where it is off', everyone('409 Two-step sign-in is off.'), () => ({
    body: { password: PASSWORD, code: '123456' },
  })),
  row(passkeys.addPasskey, 'one’s own, where it is off', everyone('409 Two-step sign-in is off.'), () => ({
    body: { name: 'Key', credential: createPasskey('https://herenow.example').make(NO_CHALLENGE) },
  })),
  row(passkeys.removePasskey, 'one’s own, where it is off', everyone('409 Two-step sign-in is off.'), () => ({
    params: { passkeyId: randomUUID() },
    body: { password: PASSWORD, code: '123456' },
  })),
  row(accounts.deleteUser, 'the account', ownerOnly(OK), ({ ada }) => ({ params: { id: ada.id } }), {
    names: 'id',
  }),

  row(
    profile.getUser,
    'ada',
    live('200 whole', '200 public', '200 public', '200 public', NO_USER, NO_USER),
    ({ ada }) => ({ params: { id: ada.id } }),
    { look: sight },
  ),
  row(profile.getUser, 'somebody suspended', everyone(NO_USER), ({ actors }) => ({
    params: { id: actors.suspended.person.id },
  })),
  row(
    profile.updateUser,
    'the name',
    ownerOnly(OK),
    ({ ada }) => ({ body: { id: ada.id, username: 'Ada' } }),
    {
      names: 'id',
    },
  ),
  row(
    profile.updateUser,
    'one’s own name',
    everyone('200 whole'),
    () => ({ body: { username: 'Somebody' } }),
    {
      look: sight,
    },
  ),
  row(
    profile.updateLocation,
    'the place',
    ownerOnly(OK),
    ({ ada }) => ({ params: { id: ada.id }, body: location }),
    { names: 'id' },
  ),
  row(rights.requestExport, 'one’s own data', everyone(OK), () => ({})),
  row(rights.getExport, 'one’s own data', everyone(OK), () => ({})),
  row(
    rights.downloadExport,
    'one’s own data',
    everyone('404 You don’t have a copy of your data. Please ask for one.'),
    () => ({}),
  ),
  row(uploadPhotos, 'a photo', ownerOnly(OK), ({ ada }) => ({ body: { userId: ada.id } }), asAda),

  ...[presence.goOnline, presence.goIncognito].map((call) =>
    row(
      call,
      'the session',
      ownerOnly(OK),
      ({ ada }, _, app) => ({ body: { userId: ada.id, onlineUntil: later(app, 1) } }),
      asAda,
    ),
  ),
  row(presence.goOffline, 'the session', ownerOnly(OK), ({ ada }) => ({ body: { userId: ada.id } }), asAda),
  row(dates.listSharedDates, 'one’s own dates', everyone(OK), () => ({})),
  row(dates.shareDate, 'one’s own date', everyone(OK), (_, __, app) => ({
    body: { who: 'Somebody', until: later(app, 1) },
  })),
  row(
    dates.endSharedDate,
    'ada’s date',
    live(OK, NO_DATE, NO_DATE, NO_DATE, NO_DATE, NO_DATE),
    () => ({ params: { dateId: DATE_OF_ADA } }),
    { arrange: adaShares },
  ),
  row(dates.readSharedDate, 'with a made-up link', anybody(`404 ${refusals.linkOver.text}`), () => ({
    body: { token: 'made-up' },
  })),
  row(unsubscribe, 'with a made-up link', anybody(`404 ${refusals.linkOver.text}`), () => ({
    body: { token: 'made-up' },
  })),
];
