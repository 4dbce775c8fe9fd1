import * as accounts from '@herenow/contract/accounts';
import { DAY_MS, RESEND_SECONDS } from '@herenow/contract/constants';
import { beginFaceCheck, closeFace } from '@herenow/contract/faces';
import { decideAppeal } from '@herenow/contract/appeals';
import { moderate } from '@herenow/contract/moderation';
import { pinUser } from '@herenow/contract/pins';
import { goOffline } from '@herenow/contract/presence';
import { updateUser } from '@herenow/contract/profile';
import { RATES } from '@herenow/contract/rates';
import { requestExport } from '@herenow/contract/rights';
import { reportUser } from '@herenow/contract/safety';
import { closeSealedCase } from '@herenow/contract/sealed-cases';
import { mailSecondFactorCode } from '@herenow/contract/second-factor';
import { createHmac } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { LIMITS } from '../src/app/feature-limits.ts';
import type { LimitName } from '../src/http/limits.ts';
import { newId } from '../src/lib/ids.ts';
import { nameInLogs } from '../src/lib/log.ts';
import { deriveKeys } from '../src/lib/keys.ts';
import { createMailboxHash } from '../src/lib/mailbox.ts';
import { claimsOf } from '@herenow/testing/claims';
import { ok } from '@herenow/testing/encounters';
import { api, PASSWORD, person, type Person } from '@herenow/testing/people';
import { newOperator } from '@herenow/testing/second-factor';
import { sharedApp } from '@herenow/testing/shared-app';
import { upload } from './photos-pictures.ts';
import { opened, registered } from './registered.ts';
import { whileLocked } from './while-locked.ts';

const TOKEN_SECRET = 'a-secret-that-keys-the-counters-of-limits';
const ADDRESS = '127.0.0.1';

const app = sharedApp({ rateLimits: true, tokenSecret: TOKEN_SECRET });
let ada: Person;
/** A user whose email is not verified. */
let bela: Person;
/** An operator. */
let dana: Person;
beforeAll(async () => {
  ada = await person(app, 'ada');
  bela = await person(app, 'bela', { step: 5 });
  dana = await newOperator(app, 'dana');
});

const mailboxOf = ({ email }: Person) => createMailboxHash(deriveKeys(TOKEN_SECRET).mailboxes)(email);

type Answer = { status: number; text: string; headers: Headers };
const forgot = () => api(app, accounts.forgotPassword, { body: { email: ada.email } });
const pin = () => ada.api(pinUser, { body: { userId: ada.id, pinnedUserId: newId() } });
const reportAs = (one: Person) =>
  one.api(reportUser, { body: { reporterId: one.id, reportedUserId: newId(), reason: 'Other' } });
const report = () => reportAs(ada);
const rename = () => ada.api(updateUser, { body: { username: `ada ${newId().slice(-4)}` } });
const uploadOne = () => upload(app, ada, [Buffer.from('no picture')]);

function askForSetup() {
  app.clock.moveBy(RESEND_SECONDS * 1000);
  return ada.api(mailSecondFactorCode, { body: { password: PASSWORD } });
}

/** The key of what is counted by the password that somebody has now. */
async function keyOfPassword(): Promise<string> {
  const query = app.db.selectFrom('users').select('password_hash as hash').where('id', '=', ada.id);
  return `${ada.id} ${(await query.executeTakeFirstOrThrow()).hash}`;
}

function askForCode() {
  app.clock.moveBy(RESEND_SECONDS * 1000);
  return bela.api(accounts.sendVerificationCode, { body: { userId: bela.id } });
}

/** Each limit: the key it counts by, and a call that it limits. */
const ROWS: [LimitName, () => string | Promise<string>, () => Promise<Answer>][] = [
  ['codeByAccount', () => ada.id, () => ada.api(accounts.sendVerificationCode, { body: { userId: ada.id } })],
  ['codeByMailbox', () => mailboxOf(bela), askForCode],
  ['resetResend', () => `${mailboxOf(ada)} ${ADDRESS}`, forgot],
  [
    'codeTryByAccount',
    () => ada.id,
    () => ada.api(accounts.verifyCode, { body: { userId: ada.id, code: '123456' } }),
  ],
  [
    'passwordByAccount',
    () => ada.id,
    () => ada.api(mailSecondFactorCode, { body: { password: 'Wrong-2026' } }),
  ],
  ['factorSetupMail', keyOfPassword, askForSetup],
  ['factorSetupMailByAccount', () => ada.id, askForSetup],
  [
    'passwordBySession',
    () => claimsOf(ada.token).sid,
    () =>
      ada.api(accounts.updatePassword, {
        body: { userId: ada.id, oldPassword: PASSWORD, newPassword: 'Another-2026' },
      }),
  ],
  ['pinByMailbox', () => mailboxOf(ada), pin],
  ['pinByMailboxDaily', () => mailboxOf(ada), pin],
  ['nameByMailbox', () => mailboxOf(ada), rename],
  ['toldByAccount', () => ada.id, rename],
  ['faceByMailbox', () => mailboxOf(ada), () => ada.api(beginFaceCheck)],
  [
    'deletionByOperator',
    () => dana.id,
    () => dana.api(moderate, { params: { userId: newId() }, body: { action: 'delete' } }),
  ],
  [
    'suspensionByOperator',
    () => dana.id,
    () => dana.api(moderate, { params: { userId: newId() }, body: { action: 'suspend' } }),
  ],
  [
    'reversalByOperator',
    () => dana.id,
    () => dana.api(decideAppeal, { params: { appealId: newId() }, body: { grant: true } }),
  ],
  [
    'sanctionByOperator',
    () => dana.id,
    () => dana.api(moderate, { params: { userId: newId() }, body: { action: 'warn' } }),
  ],
  [
    'dismissalByOperator',
    () => dana.id,
    () => dana.api(closeSealedCase, { params: { caseId: newId() }, body: { action: 'dismiss' } }),
  ],
  [
    'faceByOperator',
    () => dana.id,
    () => dana.api(closeFace, { params: { userId: newId() }, body: { decision: 'decline' } }),
  ],
  ['exportByAccount', () => ada.id, () => ada.api(requestExport)],
  ['reportByMailbox', () => mailboxOf(ada), report],
  ['reportByNewAccounts', () => ADDRESS, report],
  ['uploadByAccount', () => ada.id, uploadOne],
];

test.each(ROWS)('%s', async (name, whom, call) => {
  const hash = createHmac('sha256', deriveKeys(TOKEN_SECRET).limits)
    .update(await whom())
    .digest('base64url')
    .slice(0, 32);
  await app.pool.query('DELETE FROM rate_limits');
  expect((await call()).status).not.toBe(429);
  const { rowCount } = await app.pool.query('UPDATE rate_limits SET points = 1000000 WHERE key = $1', [
    `${name}:${hash}`,
  ]);
  expect(rowCount, 'the call counts by this key').toBe(1);
  const answer = await call();
  expect(answer.status).toBe(429);
  expect(answer.text).toMatch(/^Too many tries\. Please wait \d+ (seconds|minutes|hours) and try again\.$/);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a name taken back in the same moment is a change of it', async () => {
  const cara = await person(app, 'cara');
  const save = (bio: string) => cara.api(updateUser, { body: { username: 'Cara', bio } });
  ok(await save('Tea'));
  await app.pool.query("UPDATE rate_limits SET points = 1000000 WHERE key LIKE 'nameByMailbox%'");
  const { answer, waited } = await whileLocked(
    app,
    {
      lock: 'SELECT FROM rate_limits WHERE key LIKE $1 FOR UPDATE',
      change: 'UPDATE users SET username = $1 WHERE id = $2',
      values: ['toldByAccount%', cara.id],
    },
    () => save('Coffee'),
  );
  expect([waited, answer.status]).toEqual([true, 429]);
});

const pinAs = (one: Person) => one.api(pinUser, { body: { userId: one.id, pinnedUserId: newId() } });

test.each<[string, string, (one: Person) => Promise<Answer>]>([
  ['pins', 'pinBy', pinAs],
  ['reports', 'reportByM', (one) => reportAs(one)],
  ['names', 'nameBy', (one) => one.api(updateUser, { body: { username: `eve ${newId().slice(-4)}` } })],
  ['tries of the face check', 'faceBy', (one) => one.api(beginFaceCheck)],
])('%s are counted on with another account of the mailbox', async (what, counter, act) => {
  const name = `eve.${what.replaceAll(' ', '.')}`;
  const isRefused = async (one: Person) => (await act(one)).status === 429;
  const eve = await registered(app, `${name}@example.org`);
  expect(await isRefused(eve)).toBe(false);
  await app.pool.query(`UPDATE rate_limits SET points = 1000000 WHERE key LIKE $1`, [`${counter}%`]);
  expect(await isRefused(await registered(app, `${name}+beside@example.org`))).toBe(true);
  ok(await eve.api(accounts.deleteUser, { params: { id: eve.id } }));
  expect(await isRefused(await registered(app, `${name}@example.org`))).toBe(true);
  expect(await isRefused(await registered(app, `other.${name}@example.org`))).toBe(false);
});

test('pins of an unverified account count by account, since anybody can open one for the mailbox', async () => {
  const opener = await opened(app, 'fay+unverified@example.org');
  expect((await pinAs(opener)).status).toBe(403);
  await app.pool.query(`UPDATE rate_limits SET points = 1000000 WHERE key LIKE 'pinBy%'`);
  expect((await pinAs(opener)).status).toBe(429);
  expect((await pinAs(await registered(app, 'fay@example.org'))).status).toBe(403);
});

test('limits follow the server’s clock, and counts from while it was ahead hold up nobody', async () => {
  await app.pool.query('DELETE FROM rate_limits');
  const asked = async () => (await forgot()).status;
  app.clock.moveBy(DAY_MS);
  expect([await asked(), await asked()]).toEqual([200, 429]);
  app.clock.moveBy(-DAY_MS);
  expect([await asked(), await asked()], 'anew').toEqual([200, 429]);
  app.clock.moveBy(RESEND_SECONDS * 1000);
  expect(await asked()).toBe(200);
});

/**
 * The limits for people who are not signed in, who can solve a proof of work instead of waiting, those of mails, of
 * which one more is left out, and those of codes, of which one more counts as wrong.
 */
const AT_THE_GATE = [
  'accountsByNetwork',
  'accountsBySite',
  'signInByMailbox',
  'signInByNetwork',
  'signInBySite',
  'signInByDevice',
  'signInByDevices',
  'resetByMailbox',
  'resetByNetwork',
  'resetBySite',
  'resetByDevice',
  'resetByDevices',
  'resetCodes',
  'resetCodesByDevices',
  'resetLinks',
  'codeTryByNetwork',
  'codeTryBySite',
  'withoutProof',
  'withoutProofByMailbox',
  'proof',
  'factorByPassword',
  'factorByAccount',
  'factorByDevice',
  'factorMail',
  'firstCodeByMailbox',
  'passwordMail',
  'signInMail',
  'codeTryByMailbox',
  'factorSetupTry',
];

test('there is a row for every shared limit, except those at the gate', () => {
  expect([...new Set([...ROWS.map(([name]) => name), ...AT_THE_GATE])].toSorted()).toEqual(
    Object.keys(LIMITS).toSorted(),
  );
});

test('the log tells whose limit is reached, also where the node knows it without the database', async () => {
  const chidi = await person(app, 'chidi');
  app.logLines.length = 0;
  const leave = () => chidi.api(goOffline, { body: { userId: chidi.id } });
  for (let n = 0; n < RATES.visibility.points; n += 1) ok(await leave());
  expect((await leave()).status).toBe(429);
  const told = app.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'limit reached');
  expect(told).toMatchObject([{ path: goOffline.path, userId: nameInLogs(chidi.id) }]);
});
