import { listSessions, login, updatePassword } from '@herenow/contract/accounts';
import { CODE_MINUTES, CODE_TRIES, RESEND_SECONDS } from '@herenow/contract/constants';
import * as refusals from '@herenow/contract/refusals';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  mailSecondFactorCode,
} from '@herenow/contract/second-factor';
import { ok, signInAgain } from '@herenow/testing/encounters';
import { api, PASSWORD, person, type Person } from '@herenow/testing/people';
import { beginSetup, codesOf, setupCode } from '@herenow/testing/second-factor';
import { sharedApp } from '@herenow/testing/shared-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { beforeEach, expect, test } from 'vitest';
import { replaceSealed } from '../src/features/accounts/second-factor-store.ts';
import { resetByMail, wrongFor } from './mailed-codes.ts';
import { whileLocked } from './while-locked.ts';

const MINUTE = 60_000;

const app = sharedApp({ rateLimits: true });
let ada: Person;
beforeEach(async () => {
  await app.pool.query('DELETE FROM rate_limits');
  ada = await person(app, 'ada');
});

const ask = (who = ada, password = PASSWORD) => who.api(mailSecondFactorCode, { body: { password } });
const begin = (code: string, who = ada, password = PASSWORD) =>
  who.api(beginSecondFactor, { body: { password, code } });
const confirm = (code: string, who = ada) => who.api(confirmSecondFactor, { body: { code } });
/** The code mailed to ada, once it was asked for. */
const mailed = async () => (ok(await ask()), await setupCode(app, ada));
const subjects = () => app.mailbox.list(ada.email).map(({ subject }) => subject);
const signIn = (password = PASSWORD) => api(app, login, { body: { email: ada.email, password } });
const guessed = { status: 403, text: 'That password isn’t right.' };
const wrong = { status: 400, text: refusals.verificationFailed.text };
const notBegun = { status: 409, text: refusals.secondFactorNotBegun.text };

test('takes the password, a mailed code and a code of the app, and signs out the other devices', async () => {
  const [other] = await signInAgain(app, ada);
  expect(await ask(ada, 'Guessed-2026')).toMatchObject(guessed);
  expect(await begin('123456')).toMatchObject(wrong);
  const code = await mailed();
  expect(await begin(code, ada, 'Guessed-2026')).toMatchObject(guessed);
  expect(await begin(wrongFor(code))).toMatchObject(wrong);
  expect(await confirm('123456'), 'before the mailed code').toMatchObject(notBegun);
  const { secret, uri } = ok(await begin(code)).json;
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new URL(uri).searchParams.get('secret')).toBe(secret);
  expect(decodeURIComponent(uri)).toContain(`Herenow:${ada.email}`);
  expect((await ada.api(getSecondFactor)).json).toEqual({ since: null, recoveryCodes: 0, passkeys: [] });
  expect((await signIn()).status).toBe(200);

  await using tab = await connectStomp({ url: app.url, token: ada.token });
  const { recoveryCodes } = ok(await confirm(codesOf(secret)(app.clock.now()))).json;
  expect(await tab.nextEvent('profiles'), 'in other tabs').toEqual({ userId: ada.id });
  expect(new Set(recoveryCodes).size).toBe(10);
  const since = expect.any(String) as string;
  expect((await ada.api(getSecondFactor)).json).toEqual({ since, recoveryCodes: 10, passkeys: [] });
  expect((await other.api(listSessions)).status).toBe(401);
  expect((await ada.api(listSessions)).status).toBe(200);
  for (const again of [await ask(), await begin(code)]) expect(again.status).toBe(409);
  await expect.poll(subjects).toContain('Two-step sign-in is on');
});

test('somebody who knows the password but does not read the mail locks nobody out', async () => {
  const token = ok(await signIn()).text;
  const thief = { ...ada, api: (call, input) => api(app, call, { ...input, token }) } as Person;
  ok(await ask(thief));
  const code = await setupCode(app, ada);
  for (let n = 0; n < CODE_TRIES; n += 1) expect(await begin(wrongFor(code), thief)).toMatchObject(wrong);
  // A lucky guess comes too late.
  expect(await begin(code, thief)).toMatchObject(wrong);
  expect(await confirm('123456', thief)).toMatchObject(notBegun);
  const password = 'Forgotten1';
  await resetByMail(app, ada, password);
  expect((await signIn(password)).status).toBe(200);
  expect((await thief.api(listSessions)).status).toBe(401);
});

test('its codes are mailed once a minute, ten a day, and one replaces the other', async () => {
  const setups = () => subjects().filter((subject) => subject.endsWith('code for two-step sign-in'));
  const first = await mailed();
  const soon = await ask();
  expect(soon.status).toBe(429);
  expect(soon.text).toMatch(/^Please wait \d+ seconds before asking for another code\.$/);
  expect(Number(soon.headers.get('retry-after'))).toBeLessThanOrEqual(RESEND_SECONDS);
  const statuses: number[] = [];
  let who = ada;
  for (let n = 0; n < 10; n += 1) {
    app.clock.moveBy(RESEND_SECONDS * 1000);
    if (n % 5 === 0) [who] = await signInAgain(app, ada);
    await app.pool.query("DELETE FROM rate_limits WHERE key LIKE 'password%'");
    const { status } = await ask(who);
    statuses.push(status);
    // One that is still waiting would be replaced by the next.
    if (status === 200) await expect.poll(setups).toHaveLength(n + 2);
  }
  expect(statuses).toEqual([...Array<number>(9).fill(200), 429]);
  // Unless the latest is the same by chance.
  if (!setups()[0]!.startsWith(first)) expect(await begin(first, who)).toMatchObject(wrong);
  expect((await begin(setups()[0]!.slice(0, 6), who)).status).toBe(200);
});

const NEW_PASSWORD = 'Remembered-2026';
const changePassword = () =>
  ada.api(updatePassword, { body: { userId: ada.id, oldPassword: PASSWORD, newPassword: NEW_PASSWORD } });

test('who knew the old password has used up no code of the new one', async () => {
  for (let n = 0; n < 11; n += 1) {
    await app.pool.query("DELETE FROM rate_limits WHERE key LIKE 'password%'");
    expect((await ask()).status).toBe(n < 10 ? 200 : 429);
    app.clock.moveBy(RESEND_SECONDS * 1000);
  }
  ok(await changePassword());
  ok(await ask(ada, NEW_PASSWORD));
});

test('a setup begun with the old password ends with it, and whoever began it knows no secret of the new one', async () => {
  const code = await mailed();
  const known = codesOf(ok(await begin(code)).json.secret)(app.clock.now());
  ok(await changePassword());
  expect(await begin(code, ada, NEW_PASSWORD)).toMatchObject(wrong);
  expect(await confirm(known)).toMatchObject(notBegun);
  // At once: nobody has to wait for the mail of somebody else.
  ok(await ask(ada, NEW_PASSWORD));
});

test('a reset of the password ends a setup, too', async () => {
  const known = codesOf(ok(await begin(await mailed())).json.secret)(app.clock.now());
  await resetByMail(app, ada, 'Forgotten1');
  const token = ok(await signIn('Forgotten1')).text;
  expect(await api(app, confirmSecondFactor, { body: { code: known }, token })).toMatchObject(notBegun);
});

test('a code that is asked for twice at once is mailed once', async () => {
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
  const code = await setupCode(app, ada);
  expect((await begin(code)).status).toBe(200);
});

test('the mailed code is valid for a quarter of an hour, and may be given again if the answer was lost', async () => {
  const code = await mailed();
  app.clock.moveBy((CODE_MINUTES - 1) * MINUTE);
  const [again] = await signInAgain(app, ada);
  const first = ok(await begin(code, again)).json;
  expect(ok(await begin(code, again)).json).toEqual(first);
  app.clock.moveBy(MINUTE);
  expect(await begin(code, again)).toMatchObject(wrong);
  ok(await confirm(codesOf(first.secret)(app.clock.now()), again));
});

test('nothing that was mailed can be read in the database', async () => {
  const code = await mailed();
  const { rows } = await app.pool.query<{ text: string }>(
    'SELECT row_to_json(f)::text AS text FROM second_factors f WHERE user_id = $1',
    [ada.id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.text.replaceAll(/"created_at":"[^"]*"/g, '')).not.toContain(code);
});

test('a setup must be done within an hour', async () => {
  const secret = await beginSetup(app, ada);
  app.clock.moveBy(60 * MINUTE);
  const [again] = await signInAgain(app, ada);
  expect(await confirm(codesOf(secret)(app.clock.now()), again)).toMatchObject(notBegun);
  expect((await signIn()).status).toBe(200);
});

test('a setup that another has replaced cannot be finished', async () => {
  const first = await beginSetup(app, ada);
  app.clock.moveBy(RESEND_SECONDS * 1000);
  ok(await ask());
  // A start that encrypts the first one anew comes too late.
  await replaceSealed(app.db, ada.id, 'the first one', 'the first one anew');
  expect(await confirm(codesOf(first)(app.clock.now()))).toMatchObject(notBegun);
});

test('a code counts against the tries of its own setup, also if that replaces another in the same moment', async () => {
  const code = await mailed();
  const lock = 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE';
  // As after the next mail, whose code may be the same by chance.
  const change = `UPDATE second_factors SET created_at = created_at + interval '1 minute' WHERE user_id = $1`;
  const { answer, waited } = await whileLocked(app, { lock, change, values: [ada.id] }, () => begin(code));
  expect(waited).toBe(true);
  expect(answer).toMatchObject(wrong);
  expect((await begin(code)).status).toBe(200);
});
