import {
  forgotPassword,
  login,
  resetPassword,
  updatePassword,
  validateToken,
} from '@herenow/contract/accounts';
import * as refusals from '@herenow/contract/refusals';
import { describe, expect, test } from 'vitest';
import { api, type ApiAnswer, PASSWORD, person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';
import { mailedCode, wrongFor } from './mailed-codes.ts';

const NEW = 'Another-2026';
const FAILED = 'Invalid code or password reset failed';

const app = sharedApp({ trustProxy: true });

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
const forgot = (email: string, address = '192.0.2.1') =>
  api(app, forgotPassword, { body: { email }, ...from(address) });
const reset = (body: { code: string; password: string; email?: string }, address = '192.0.2.1') =>
  api(app, resetPassword, { body, ...from(address) });
const signIn = (email: string, password: string) => api(app, login, { body: { email, password } });
const statuses = (answers: ApiAnswer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);
const subjects = (who: Person) => app.mailbox.list(who.email).map(({ subject }) => subject);

describe('a forgotten password', () => {
  test('is replaced with the mailed code, which ends every session', async () => {
    const ada = await person(app, 'ada');
    expect(await forgot(` ${ada.email.toUpperCase()}`)).toMatchObject({ status: 200, text: '' });
    const code = await mailedCode(app, ada);
    expect(await reset({ code, password: 'short6', email: ada.email })).toMatchObject({
      status: 200,
      text: '',
    });
    expect(await ada.api(validateToken)).toMatchObject({ status: 401 });
    expect((await signIn(ada.email, PASSWORD)).status).toBe(401);
    expect((await signIn(ada.email, 'short6')).status).toBe(200);
    await expect.poll(() => subjects(ada)).toContain('Your Herenow password was changed');
    expect(await reset({ code, password: NEW, email: ada.email })).toMatchObject({
      status: 400,
      text: FAILED,
    });
  });

  test('gets the same answer and the same work for an unknown email', async () => {
    const ada = await person(app, 'ada');
    const [known, unknown] = [await forgot(ada.email), await forgot('nobody@example.org')];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    await mailedCode(app, ada);
    const unfinished = `SELECT FROM pgboss.job WHERE name IN ('reset', 'mail') AND state < 'completed'`;
    await expect.poll(async () => (await app.pool.query(unfinished)).rowCount).toBe(0);
    expect(app.mailbox.list('nobody@example.org')).toEqual([]);
    // The queued job reveals neither the requester nor the account.
    const { rows } = await app.pool.query(`SELECT data FROM pgboss.job WHERE name = 'reset'`);
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const { data } of rows) expect(Object.keys(data)).toEqual(['sealed']);
    expect(JSON.stringify(rows)).not.toContain('nobody');
    expect(await reset({ code: '123456', password: NEW, email: 'nobody@example.org' })).toMatchObject({
      status: 400,
      text: FAILED,
    });
  });

  test('without an email, only a code that the same address requested counts', async () => {
    const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
    await forgot(ada.email, '192.0.2.10');
    await forgot(bela.email, '192.0.2.11');
    const code = await mailedCode(app, ada);
    expect(await reset({ code, password: NEW }, '192.0.2.12')).toMatchObject({ status: 400, text: FAILED });
    const notOfBela = (await mailedCode(app, bela)) === code ? wrongFor(code) : code;
    expect(await reset({ code: notOfBela, password: NEW }, '192.0.2.11')).toMatchObject({
      status: 400,
      text: FAILED,
    });
    expect((await reset({ code, password: NEW }, '192.0.2.10')).status).toBe(200);
    expect((await signIn(ada.email, NEW)).status).toBe(200);
    expect((await signIn(bela.email, PASSWORD)).status).toBe(200);
  });

  test('without an email, one try counts for few accounts, however many the address requested codes for @slow', async () => {
    const address = '192.0.2.15';
    const codes: string[] = [];
    for (let n = 0; n < 11; n += 1) {
      const one = await person(app, `one ${n}`);
      await forgot(one.email, address);
      codes.push(await mailedCode(app, one));
    }
    const tryCode = async (code: string) => (await reset({ code, password: NEW }, address)).status;
    expect(await tryCode(codes[0]!)).toBe(400);
    for (const code of codes.slice(-2)) expect(await tryCode(code)).toBe(200);
  });

  test('tries without an email use up no tries of users at the same address who give theirs', async () => {
    const ada = await person(app, 'ada');
    const address = '192.0.2.16';
    await forgot(ada.email, address);
    const code = await mailedCode(app, ada);
    for (let n = 0; n < 6; n += 1)
      expect((await reset({ code: wrongFor(code), password: NEW }, address)).status).toBe(400);
    expect((await reset({ code, password: NEW, email: ada.email }, address)).status).toBe(200);
  });

  test('with an email only that account’s code counts, from any address', async () => {
    const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
    await forgot(ada.email, '192.0.2.20');
    const code = await mailedCode(app, ada);
    const input = { code, password: NEW };
    expect(await reset({ ...input, email: bela.email }, '192.0.2.20')).toMatchObject({
      status: 400,
      text: FAILED,
    });
    expect((await reset({ ...input, email: ada.email }, '192.0.2.21')).status).toBe(200);
  });

  const TAKEN = [4, { status: 200 }, NEW] as const;
  const SPENT = [5, { status: 400, text: FAILED }, PASSWORD] as const;
  test.each([
    ['email', ...TAKEN],
    ['email', ...SPENT],
    ['address', ...TAKEN],
    ['address', ...SPENT],
  ] as const)('a code has five tries by %s: a right one after %i', async (by, wrong, answer, password) => {
    const ada = await person(app, 'ada');
    const address = `198.51.100.${10 * by.length + wrong}`;
    const email = by === 'email' ? ada.email : undefined;
    await forgot(ada.email, address);
    const code = await mailedCode(app, ada);
    const attempt = (value: string) =>
      reset({ code: value, password: NEW, ...(email === undefined ? {} : { email }) }, address);
    for (let n = 0; n < wrong; n += 1) expect((await attempt(wrongFor(code))).status).toBe(400);
    expect(await attempt(code)).toMatchObject(answer);
    expect((await signIn(ada.email, password)).status).toBe(200);
  });

  test('a code works once, also when it is used twice at the same time', async () => {
    const ada = await person(app, 'ada');
    await forgot(ada.email);
    const code = await mailedCode(app, ada);
    const passwords = ['First-2026', 'Second-2026'];
    const used = await Promise.all(passwords.map((password) => reset({ code, password, email: ada.email })));
    expect(statuses(used)).toEqual([200, 400]);
    const signed = await Promise.all(passwords.map((password) => signIn(ada.email, password)));
    expect(signed.map(({ status }) => status === 200)).toEqual(used.map(({ status }) => status === 200));
  });

  test('a second request within a minute mails nothing, a later one another code @slow', async () => {
    await using own = await startApp();
    const ada = await person(own, 'ada');
    const ask = () => api(own, forgotPassword, { body: { email: ada.email } });
    const resets = async () =>
      (await own.pool.query(`SELECT 1 FROM pgboss.job WHERE name = 'reset' AND state = 'completed'`)).rows
        .length;
    const mails = () => own.mailbox.list(ada.email).length;
    await ask();
    await ask();
    await expect.poll(resets).toBe(2);
    await expect.poll(mails).toBe(1);
    own.clock.moveBy(60_000);
    await ask();
    await expect.poll(mails).toBe(2);
  });

  test('a code lasts 15 minutes', async () => {
    await using own = await startApp();
    const ada = await person(own, 'ada');
    await api(own, forgotPassword, { body: { email: ada.email } });
    await expect.poll(() => own.mailbox.list(ada.email)).toHaveLength(1);
    const code = /\b\d{6}\b/.exec(own.mailbox.list(ada.email)[0]!.text)![0];
    own.clock.moveBy(15 * 60_000);
    const late = await api(own, resetPassword, { body: { code, password: NEW, email: ada.email } });
    expect(late).toMatchObject({ status: 400, text: FAILED });
  });

  test.each([
    '"ada b"@example.org',
    '.ada..b@example.org',
    'ada@[192.0.2.9]',
    'ada@localhost',
    '<ada@example.org>',
  ])('is replaced for %s, too, an address that today nobody could register', async (email) => {
    const ada = await person(app, 'ada', { email });
    expect(await forgot(email.toUpperCase(), '192.0.2.40')).toMatchObject({ status: 200 });
    expect(
      await reset({ code: await mailedCode(app, ada), password: NEW, email }, '192.0.2.40'),
    ).toMatchObject({
      status: 200,
    });
    expect((await signIn(email, NEW)).status).toBe(200);
  });

  test.each<[string, unknown, string]>([
    ['no email', {}, refusals.resetEmailRequired.text],
    ['a blank email', { email: ' ' }, refusals.resetEmailRequired.text],
    ['something that is no email', { email: 'ada' }, refusals.emailInvalid.text],
    [
      'an email of two lines',
      { email: 'ada@example.org\nBcc: bela@example.org' },
      refusals.emailInvalid.text,
    ],
  ])('asking with %s is refused', async (_, body, text) => {
    expect(await api(app, forgotPassword, { body: body as never })).toMatchObject({ status: 400, text });
  });

  test.each<[string, unknown, string]>([
    ['no code', { password: NEW }, refusals.codeIncomplete.text],
    ['five digits', { code: '12345', password: NEW }, refusals.codeIncomplete.text],
    ['no password', { code: '123456' }, refusals.resetPasswordShort.text],
    ['five characters', { code: '123456', password: 'Abc-1' }, refusals.resetPasswordShort.text],
    [
      '201 characters',
      { code: '123456', password: 'a'.repeat(201) },
      'Password can have up to 200 characters',
    ],
    ['an email that is a number', { code: '123456', password: NEW, email: 1 }, 'Please check "email".'],
  ])('resetting with %s is refused', async (_, body, text) => {
    expect(await api(app, resetPassword, { body: body as never })).toMatchObject({ status: 400, text });
  });

  test('requests and tries are limited, the same for known and unknown emails @slow', async () => {
    await using limited = await startApp({ rateLimits: true });
    const ada = await person(limited, 'ada');
    for (const email of [ada.email, 'nobody@example.org']) {
      const ask = () => api(limited, forgotPassword, { body: { email } });
      expect((await ask()).status).toBe(200);
      const again = await ask();
      expect(again).toMatchObject({
        status: 429,
        text: expect.stringMatching(/^Too many tries\. Please wait \d+ seconds/),
      });
      expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(0);
      const attempt = () => api(limited, resetPassword, { body: { code: '123456', password: NEW, email } });
      for (let n = 0; n < 15; n += 1) expect((await attempt()).status).toBe(400);
    }
    const body = { code: '123456', password: NEW };
    // Without a proof of work, one try a minute is allowed.
    expect((await api(limited, resetPassword, { body })).status).toBe(400);
    expect((await api(limited, resetPassword, { body })).status).toBe(429);
  });
});

describe('changing the password', () => {
  const change = (who: Person, oldPassword: string, newPassword: string, more = {}) =>
    who.api(updatePassword, {
      body: { userId: who.id, username: who.email, oldPassword, newPassword, ...more },
    });

  test('keeps this session, ends the others, and is mailed to the user', async () => {
    const ada = await person(app, 'ada');
    const other = (await signIn(ada.email, PASSWORD)).text;
    expect(await change(ada, PASSWORD, NEW)).toMatchObject({ status: 200, text: '' });
    expect((await ada.api(validateToken)).status).toBe(200);
    expect((await api(app, validateToken, { token: other })).status).toBe(401);
    expect((await signIn(ada.email, PASSWORD)).status).toBe(401);
    expect((await signIn(ada.email, NEW)).status).toBe(200);
    await expect.poll(() => subjects(ada)).toContain('Your Herenow password was changed');
  });

  test.each<[string, string, string, object, number, string]>([
    ['a wrong old password', 'Wrong-2026', NEW, {}, 403, refusals.wrongOldPassword.text],
    ['the same password', PASSWORD, PASSWORD, {}, 400, refusals.samePassword.text],
    ['no old password', '', NEW, {}, 400, refusals.currentPasswordRequired.text],
    ['no new password', PASSWORD, '', {}, 400, refusals.passwordRequired.text],
    ['a short one', PASSWORD, 'Abc-123', {}, 400, 'Password must be at least 8 characters long'],
    ['no capital', PASSWORD, 'abcdefg1', {}, 400, 'Password must contain at least 1 uppercase letter'],
    ['capitals only', PASSWORD, 'ABCDEFG1', {}, 400, 'Password must contain at least 1 lowercase letter'],
    ['no digit', PASSWORD, 'Abcdefgh', {}, 400, 'Password must contain at least 1 number'],
    ['somebody else’s email', PASSWORD, NEW, { username: 'bela@example.org' }, 403, refusals.notYours.text],
    [
      'somebody else’s id',
      PASSWORD,
      NEW,
      { userId: '00000000-0000-4000-8000-000000000000' },
      403,
      refusals.notYours.text,
    ],
  ])('with %s is refused, and the old one stays', async (_, old, next, more, status, text) => {
    const ada = await person(app, 'ada');
    expect(await change(ada, old, next, more)).toMatchObject({ status, text });
    expect((await signIn(ada.email, PASSWORD)).status).toBe(200);
  });

  test('changes it once if requested twice at the same time', async () => {
    const ada = await person(app, 'ada');
    const answers = await Promise.all(
      ['First-2026', 'Second-2026'].map((next) => change(ada, PASSWORD, next)),
    );
    expect(statuses(answers)).toEqual([200, 403]);
  });

  test('tries are limited', async () => {
    await using limited = await startApp({ rateLimits: true });
    const ada = await person(limited, 'ada');
    for (let n = 0; n < 10; n += 1) expect((await change(ada, 'Wrong-2026', NEW)).status).toBe(403);
    expect((await change(ada, PASSWORD, NEW)).status).toBe(429);
  });
});
