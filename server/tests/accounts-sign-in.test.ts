import { DEVICE_KEY_HEADER, listSessions, login, validateToken } from '@herenow/contract/accounts';
import { beginPasskeyLogin } from '@herenow/contract/passkeys';
import * as refusals from '@herenow/contract/refusals';
import { describe, expect, test } from 'vitest';
import { ok } from '@herenow/testing/encounters';
import { claimsOf } from '@herenow/testing/claims';
import { api, PASSWORD, person } from '@herenow/testing/people';
import { suspend } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';
import { registered } from './registered.ts';

const app = sharedApp();

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const NEWER_FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

test('the answer is a token as plain text, valid for 15 minutes, with its owner', async () => {
  const ada = await person(app, 'ada');
  const answer = await api(app, login, {
    body: { email: ` ${ada.email.toUpperCase()} `, password: PASSWORD, appSource: 'web' },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const claims = claimsOf(answer.text);
  expect(claims).toEqual({
    sub: ada.id,
    sid: expect.any(String),
    jti: expect.any(String),
    iat: expect.any(Number),
    exp: claims.iat + 900,
  });
  expect(await api(app, validateToken, { token: answer.text })).toMatchObject({ status: 200, text: '' });
});

test('stores the mailbox anew, which an earlier release may have told apart by its spelling', async () => {
  const [ada, other] = [await person(app, 'ada', { email: 'a-da@proton.me' }), 'ada@proton.me'];
  await app.db.updateTable('users').set({ mailbox: 'earlier' }).where('id', '=', ada.id).execute();
  ok(await api(app, login, { body: { email: ada.email, password: PASSWORD } }));
  const same = await registered(app, other);
  const mailboxes = await app.db
    .selectFrom('users')
    .select('mailbox')
    .where('id', 'in', [ada.id, same.id])
    .execute();
  expect(new Set(mailboxes.map(({ mailbox }) => mailbox))).toEqual(new Set([expect.any(String)]));
});

describe('refused', () => {
  test.each<[string, (email: string) => unknown, number, string]>([
    ['a wrong password', (email) => ({ email, password: `${PASSWORD}!` }), 401, refusals.loginWrong.text],
    [
      'a password in other case',
      (email) => ({ email, password: PASSWORD.toUpperCase() }),
      401,
      refusals.loginWrong.text,
    ],
    [
      'an unknown email',
      () => ({ email: 'nobody@example.org', password: PASSWORD }),
      401,
      refusals.loginWrong.text,
    ],
    [
      'something that is no email',
      () => ({ email: "' OR 1=1", password: PASSWORD }),
      401,
      refusals.loginWrong.text,
    ],
    ['no email', () => ({ password: PASSWORD }), 400, refusals.loginFields.text],
    ['an empty email', () => ({ email: '', password: PASSWORD }), 400, refusals.loginFields.text],
    ['no password', (email) => ({ email }), 400, refusals.loginFields.text],
    ['an empty password', (email) => ({ email, password: '' }), 400, refusals.loginFields.text],
    ['a password that is a number', (email) => ({ email, password: 1 }), 400, refusals.loginFields.text],
  ])('%s', async (_, body, status, text) => {
    const ada = await person(app, 'ada');
    expect(await api(app, login, { body: body(ada.email) as never })).toMatchObject({ status, text });
  });

  test('a suspended user, once the password is right', async () => {
    const ada = await person(app, 'ada');
    await suspend(app, ada);
    const signIn = (password: string) => api(app, login, { body: { email: ada.email, password } });
    expect(await signIn('Wrong-2026')).toMatchObject({ status: 401, text: refusals.loginWrong.text });
    expect(await signIn(PASSWORD)).toMatchObject({
      status: 403,
      text: 'This account is suspended. If you think this is a mistake, please write to us.',
    });
    expect(await ada.api(validateToken)).toMatchObject({ status: 401, text: refusals.signInAgain.text });
  });

  test.each(['', 'garbage', 'Bearer', 'a.b.c'])('the token %j', async (token) => {
    const answer = await api(app, validateToken, { headers: { authorization: `Bearer ${token}` } });
    expect(answer).toMatchObject({ status: 401, text: refusals.signInAgain.text });
  });

  test('a token without a signature, or signed by somebody else', async () => {
    const ada = await person(app, 'ada');
    const [, claims, signature] = ada.token.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    expect(await api(app, validateToken, { token: ada.token })).toMatchObject({ status: 200 });
    await using elsewhere = await startApp({ tokenSecret: 'another-secret-of-at-least-32-characters' });
    for (const token of [`${none}.${claims}.`, `${none}.${claims}.${signature}`])
      expect(await api(app, validateToken, { token })).toMatchObject({ status: 401 });
    expect(await api(elsewhere, validateToken, { token: ada.token })).toMatchObject({ status: 401 });
  });
});

test.each(['Bearer ', 'bearer ', 'BEARER   '])('a token follows %j', async (scheme) => {
  const { token } = await person(app, 'ada');
  const answer = await api(app, validateToken, { headers: { authorization: scheme + token } });
  expect(answer).toMatchObject({ status: 200 });
});

test('a sign-in is mailed to the user unless the device has a key of theirs, whatever it says it is', async () => {
  const ada = await person(app, 'ada');
  const bela = await person(app, 'bela');
  const signIn = async (email: string, browser: string, device?: string) => {
    const body = { email, password: PASSWORD, device };
    const { text: token, headers } = await api(app, login, { body, headers: { 'user-agent': browser } });
    return { token, key: headers.get(DEVICE_KEY_HEADER)! };
  };
  const first = await signIn(ada.email, FIREFOX);
  await signIn(ada.email, NEWER_FIREFOX, first.key);
  await signIn(ada.email, IPHONE, first.key);
  await signIn(ada.email, FIREFOX);
  await signIn(ada.email, FIREFOX, (await signIn(bela.email, FIREFOX)).key);
  await app.pool.query('DELETE FROM sessions WHERE user_id = $1', [ada.id]);
  const last = await signIn(ada.email, IPHONE);
  const mails = () => app.mailbox.list(ada.email).map(({ subject, text }) => [subject, deviceIn(text)]);
  await expect
    .poll(mails)
    .toEqual(
      ['Safari on iOS', ...Array.from({ length: 3 }, () => 'Firefox on Linux')].map((device) => [
        'New sign-in to your Herenow account',
        device,
      ]),
    );
  const { json } = await api(app, listSessions, { token: last.token });
  expect(json.map(({ device }: { device: string }) => device)).toEqual(['Safari on iOS']);
});

/** Returns the device that a mail names. */
const deviceIn = (text: string) => / with (.*? on \w+) on /.exec(text)?.[1];

test('the counters of tries contain no names', async () => {
  await using limited = await startApp({ rateLimits: true, trustProxy: true });
  const ada = await person(limited, 'ada');
  const body = { email: ada.email, password: 'Wrong-2026' };
  expect((await api(limited, login, { body, headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(401);
  const { rows } = await limited.pool.query('SELECT key FROM rate_limits');
  expect(rows.length).toBeGreaterThan(0);
  for (const { key } of rows)
    for (const name of [ada.email, ada.id, '192.0.2']) expect(key).not.toContain(name);
});

test('a flood of sign-ins is refused early, and other calls continue meanwhile @slow', async () => {
  await using safe = await startApp({}, { passwordCost: undefined });
  const ada = await person(safe, 'ada');
  const body = { email: 'nobody@example.org', password: 'Wrong-2026' };
  const flood = Array.from({ length: 300 }, () => api(safe, login, { body }));
  const order: string[] = [];
  const flooded = Promise.all(flood).then((answers) => {
    order.push('flood');
    return answers;
  });
  expect((await ada.api(validateToken)).status).toBe(200);
  order.push('other');
  const answers = await flooded;
  expect(order).toEqual(['other', 'flood']);
  const busy = answers.filter(({ status }) => status === 503);
  expect(busy.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(300 - busy.length);
  expect(busy[0]?.headers.get('retry-after')).toBe('3');
  expect(busy[0]?.text).toBe('Many people are signing in right now. Please try again in a few seconds.');
  expect((await api(safe, login, { body: { email: ada.email, password: PASSWORD } })).status).toBe(200);
});

test.each([login, beginPasskeyLogin])(
  'an address longer than any is unknown, and not looked at: $path',
  async (call) => {
    await using own = await startApp({ rateLimits: true });
    // To find out its mailbox would take as many steps as the square of its length.
    const email = `a${'+'.repeat(15_000)}\n@example.org`;
    expect(await api(own, call, { body: { email, password: PASSWORD } })).toMatchObject({
      status: 401,
      text: refusals.loginWrong.text,
    });
    const counted = own.pool.query("SELECT FROM rate_limits WHERE key LIKE 'signIn%'");
    expect((await counted).rows).toEqual([]);
  },
);
