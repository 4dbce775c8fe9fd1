import { DEVICE_KEY_HEADER, login, sendVerificationCode, verifyCode } from '@herenow/contract/accounts';
import { DAY_MS } from '@herenow/contract/constants';
import * as refusals from '@herenow/contract/refusals';
import { describe, expect, test } from 'vitest';
import { recordOf } from '@herenow/testing/encounters';
import { api, PASSWORD, person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { mailedCode, wrongFor } from './mailed-codes.ts';
import { opened, registered } from './registered.ts';

const MINUTE = 60_000;
const WRONG = 'Email verification failed. Please check the code, or ask for a new one.';

const app = sharedApp();

const send = (ada: Person, email?: string) =>
  ada.api(sendVerificationCode, { body: { userId: ada.id, email } });
const verify = (ada: Person, code: string, email?: string) =>
  ada.api(verifyCode, { body: { userId: ada.id, code, email } });

test('the mailed code finishes the registration, and the user’s other devices are told', async () => {
  const ada = await person(app, 'ada', { step: 5 });
  await using tab = await connectStomp({ url: app.url, token: ada.token });
  expect(await send(ada, ada.email)).toMatchObject({ status: 200, text: '' });
  const answer = await verify(ada, await mailedCode(app, ada), ` ${ada.email.toUpperCase()} `);
  expect(answer).toMatchObject({ status: 200, text: '' });
  expect(await recordOf(ada)).toMatchObject({ emailValidated: true, registrationStep: 6 });
  expect(await tab.nextEvent('profiles')).toEqual({ userId: ada.id });
});

test('the device that verifies an email is known from then on: its next sign-in is not mailed', async () => {
  const ada = await person(app, 'ada', { step: 5 });
  await send(ada);
  const { headers } = await verify(ada, await mailedCode(app, ada));
  const key = headers.get(DEVICE_KEY_HEADER)!;
  const signIn = (email: string, device?: string) =>
    api(app, login, { body: { email, password: PASSWORD, device } });
  expect((await signIn(ada.email, key)).headers.get(DEVICE_KEY_HEADER)).toBe(key);
  expect((await signIn(ada.email)).status).toBe(200);
  const subjects = () => app.mailbox.list(ada.email).map(({ subject }) => subject);
  await expect.poll(subjects).toEqual(['New sign-in to your Herenow account', expect.any(String)]);
});

test('a code works once, and whoever gives it again, since the answer was lost, reads that it worked', async () => {
  const ada = await person(app, 'ada', { step: 5 });
  await send(ada);
  const code = await mailedCode(app, ada);
  await using tab = await connectStomp({ url: app.url, token: ada.token });
  const answers = await Promise.all([1, 2, 3].map(() => verify(ada, code)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await verify(ada, code)).status).toBe(200);
  expect(await verify(ada, wrongFor(code))).toMatchObject({ status: 400, text: WRONG });
  expect(await recordOf(ada)).toMatchObject({ emailValidated: true, registrationStep: 6 });
  await tab.roundTrip();
  expect(tab.events.filter(({ queue }) => queue === 'profiles')).toHaveLength(1);
});

test('a code has five tries, even if they come at the same time', async () => {
  const [ada, bela] = [await person(app, 'ada', { step: 5 }), await person(app, 'bela', { step: 5 })];
  await Promise.all([send(ada), send(bela)]);
  const [code, other] = [await mailedCode(app, ada), await mailedCode(app, bela)];
  for (let n = 0; n < 4; n += 1)
    expect(await verify(ada, wrongFor(code))).toMatchObject({ status: 400, text: WRONG });
  expect((await verify(ada, code)).status).toBe(200);
  await Promise.all(Array.from({ length: 5 }, () => verify(bela, wrongFor(other))));
  expect(await verify(bela, other)).toMatchObject({ status: 400, text: WRONG });
  expect(await recordOf(bela)).toMatchObject({ emailValidated: false, registrationStep: 5 });
});

test('nobody verifies an account for another person’s mailbox by guessing at the codes of many', async () => {
  await using own = await startApp({ rateLimits: true });
  own.clock.stop();
  await registered(own, 'ada@example.org');
  const strangers = (n: number | string) => opened(own, `ada+${n}@example.org`);
  for (let n = 0; n < 6; n += 1) {
    const account = await strangers(n);
    await send(account);
    const wrong = wrongFor(await mailedCode(own, account));
    for (let guess = 0; guess < 5; guess += 1)
      expect(await verify(account, wrong)).toMatchObject({ status: 400, text: WRONG });
  }
  const [last, bela] = [await strangers('last'), await person(own, 'bela', { step: 5 })];
  await Promise.all([send(last), send(bela)]);
  // Even a right one, and as if it were wrong: nothing tells that the mailbox has an account.
  const right = await mailedCode(own, last);
  expect(await verify(last, right)).toMatchObject({ status: 400, text: WRONG });
  expect(await recordOf(last)).toMatchObject({ emailValidated: false });
  expect((await verify(bela, await mailedCode(own, bela))).status).toBe(200);
  own.clock.moveBy(DAY_MS);
  await registered(own, 'ada+mine@example.org');
});

test('guesses of strangers keep nobody from the first account of their mailbox', async () => {
  await using own = await startApp({ rateLimits: true });
  own.clock.stop();
  const at = (tag: string) => opened(own, `ada${tag}@example.org`);
  for (let n = 0; n < 7; n += 1) {
    const account = await at(`+${n}`);
    await send(account);
    const wrong = wrongFor(await mailedCode(own, account));
    for (let guess = 0; guess < 5; guess += 1) await verify(account, wrong);
  }
  const ada = await at('');
  await send(ada);
  expect((await verify(ada, await mailedCode(own, ada))).status).toBe(200);
});

test('a code lasts 15 minutes, and another can be requested after 60 seconds', async () => {
  await using own = await startApp();
  const ada = await person(own, 'ada', { step: 5 });
  await send(ada);
  const first = await mailedCode(own, ada, 1);
  own.clock.moveBy(40_000);
  const tooSoon = await send(ada);
  const seconds = Number(tooSoon.headers.get('retry-after'));
  expect(tooSoon).toMatchObject({
    status: 429,
    text: `Please wait ${seconds} seconds before asking for another code.`,
  });
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(20);
  own.clock.moveBy(20_000);
  expect((await send(ada)).status).toBe(200);
  const second = await mailedCode(own, ada, 2);
  const replaced = first === second ? wrongFor(second) : first;
  expect(await verify(ada, replaced)).toMatchObject({ status: 400, text: WRONG });
  own.clock.moveBy(13 * MINUTE);
  expect((await verify(ada, second)).status).toBe(200);
});

test('an expired code is refused and deleted', async () => {
  await using own = await startApp();
  const ada = await person(own, 'ada', { step: 5 });
  await send(ada);
  const code = await mailedCode(own, ada, 1);
  own.clock.moveBy(15 * MINUTE - 1000);
  const bela = await person(own, 'bela', { step: 5 });
  await send(bela);
  const { token } = await own.work((tx) => own.accounts.sessions.open(tx, ada.id, { userAgent: '' }));
  own.clock.moveBy(1000);
  const late = await api(own, verifyCode, { body: { userId: ada.id, code }, token });
  expect(late).toMatchObject({ status: 400, text: WRONG });
  await own.accounts.sweep();
  const { rows } = await own.pool.query('SELECT user_id FROM codes');
  expect(rows).toEqual([{ user_id: bela.id }]);
});

describe('refused', () => {
  test.each<[string, unknown, string]>([
    ['five digits', '12345', refusals.codeIncomplete.text],
    ['seven digits', '1234567', refusals.codeIncomplete.text],
    ['letters', 'abcdef', refusals.codeIncomplete.text],
    ['other digits', '١٢٣٤٥٦', refusals.codeIncomplete.text],
    ['a number', 123456, refusals.codeIncomplete.text],
    ['nothing', undefined, refusals.codeIncomplete.text],
    ['a code that was never mailed', '123456', WRONG],
  ])('%s', async (_, code, text) => {
    const ada = await person(app, 'ada', { step: 5 });
    expect(await verify(ada, code as string)).toMatchObject({ status: 400, text });
    expect(await recordOf(ada)).toMatchObject({ emailValidated: false, registrationStep: 5 });
  });

  test('somebody else’s code, id or email', async () => {
    const [ada, bela] = [await person(app, 'ada', { step: 5 }), await person(app, 'bela', { step: 5 })];
    const forbidden = { status: 403, text: refusals.notYours.text };
    expect(await send(ada, bela.email)).toMatchObject(forbidden);
    expect(await ada.api(sendVerificationCode, { body: { userId: bela.id } })).toMatchObject(forbidden);
    await send(bela);
    const code = await mailedCode(app, bela);
    expect(await ada.api(verifyCode, { body: { userId: bela.id, code } })).toMatchObject(forbidden);
    expect(await verify(ada, code, bela.email)).toMatchObject(forbidden);
    expect(await verify(ada, code)).toMatchObject({ status: 400, text: WRONG });
    expect(app.mailbox.list(ada.email)).toEqual([]);
    expect((await verify(bela, code)).status).toBe(200);
  });

  test('a code before the earlier steps are done, or after the email is verified', async () => {
    const early = await person(app, 'ada', { step: 4 });
    expect(await send(early)).toMatchObject({
      status: 400,
      text: 'Please finish the steps before this one first.',
    });
    const done = await person(app, 'bela');
    expect(await send(done)).toMatchObject({ status: 400, text: 'Your email address is already verified.' });
  });

  test('a visitor', async () => {
    const ada = await person(app, 'ada', { step: 5 });
    const body = { userId: ada.id, code: '123456' };
    for (const call of [sendVerificationCode, verifyCode])
      expect(await api(app, call, { body })).toMatchObject({ status: 401, text: refusals.signInAgain.text });
  });
});

test('codes are stored as keyed hashes, and encrypted while their mail waits', async () => {
  const ada = await person(app, 'ada', { step: 5 });
  await send(ada);
  const code = await mailedCode(app, ada);
  const { rows } = await app.pool.query('SELECT * FROM codes WHERE user_id = $1', [ada.id]);
  expect(rows).toHaveLength(1);
  expect(rows[0].code_hash).toMatch(/^[\w-]{43}$/);
  expect(Object.values(rows[0])).not.toContain(code);
  const jobs = await app.pool.query(
    `SELECT j::text AS job FROM pgboss.job j WHERE name = 'mail' AND data->>'userId' = $1`,
    [ada.id],
  );
  expect(jobs.rows).toHaveLength(1);
  for (const secret of [code, ada.email]) expect(jobs.rows[0].job).not.toContain(secret);
});
