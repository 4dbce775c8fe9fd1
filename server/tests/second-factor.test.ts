import { login, updatePassword } from '@herenow/contract/accounts';
import * as refusals from '@herenow/contract/refusals';
import { endSecondFactor, getSecondFactor, renewRecoveryCodes } from '@herenow/contract/second-factor';
import { ok, signInAgain } from '@herenow/testing/encounters';
import { api, PASSWORD, person, type Person } from '@herenow/testing/people';
import { setUpSecondFactor, type Authenticator } from '@herenow/testing/second-factor';
import { sharedApp } from '@herenow/testing/shared-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { moment } from '../src/features/mail/letter.ts';
import { nameInLogs } from '../src/lib/log.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { resetByMail } from './mailed-codes.ts';

const STEP_MS = 30_000;

const app = sharedApp({ rateLimits: true });
let ada: Person;
let phone: Authenticator;
beforeEach(async () => {
  await app.pool.query('DELETE FROM rate_limits');
  ada = await person(app, 'ada');
  phone = await setUpSecondFactor(app, ada, app.clock.now());
  // Moves to the start of a step, so that none ends in the middle of a test.
  app.clock.moveBy(2 * STEP_MS - (app.clock.now().getTime() % STEP_MS));
});

const signIn = (code?: string, more: { password?: string; device?: string } = {}) =>
  api(app, login, {
    body: { email: ada.email, password: PASSWORD, ...(code === undefined ? {} : { code }), ...more },
  });
const now = (steps = 0) => phone.codeAt(new Date(app.clock.now().getTime() + steps * STEP_MS));
/** Returns six digits that are not valid now, nor a step before or after. */
const wrong = (n = 0) => {
  const right = [-1, 0, 1].map(now);
  return Array.from({ length: 10 }, (_, at) => String(123_450 + n * 10 + at)).find(
    (code) => !right.includes(code),
  )!;
};
const subjects = () => app.mailbox.list(ada.email).map(({ subject }) => subject);
const asked = { status: 403, text: 'Enter the code of your authenticator app.' };

describe('signing in', () => {
  test('requires the password and then the code; a wrong password is refused first', async () => {
    expect(await signIn()).toMatchObject(asked);
    expect((await signIn()).headers.get(refusals.REFUSAL_HEADER)).toBe('factor-code-required');
    expect(await signIn('')).toMatchObject(asked);
    expect(await signIn(wrong())).toMatchObject(asked);
    expect(await signIn(now(), { password: 'Guessed-2026' })).toMatchObject({ status: 401 });
    const { status, headers } = await signIn(now());
    expect(status).toBe(200);
    expect(headers.get('device-key')).toBeTruthy();
  });

  test('a code is accepted once, and no earlier one after it, even many at once', async () => {
    const code = now();
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(403)]);
    expect(await signIn(now(-1))).toMatchObject(asked);
    expect((await signIn(now(1))).status).toBe(200);
  });

  test('the phone’s clock may be half a minute off, and no more', async () => {
    expect(await signIn(now(2))).toMatchObject(asked);
    expect(await signIn(now(-2))).toMatchObject(asked);
    expect((await signIn(now(-1))).status).toBe(200);
    app.clock.moveBy(3 * STEP_MS);
    expect((await signIn(now(1))).status).toBe(200);
  });

  test('a recovery code is accepted once, in any case and with any gaps, and the owner is told', async () => {
    const [code, other] = phone.recoveryCodes as [string, string];
    expect(phone.recoveryCodes).toHaveLength(10);
    await using tab = await connectStomp({ url: app.url, token: ada.token });
    expect((await signIn(code.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect(await signIn(code)).toMatchObject(asked);
    expect((await ada.api(getSecondFactor)).json).toMatchObject({ recoveryCodes: 9 });
    await expect.poll(subjects).toContain('A recovery code for your Herenow account was used');
    // Settings that are open elsewhere show how many are left.
    expect(await tab.nextEvent('profiles')).toEqual({ userId: ada.id });
    expect(await signIn('abcd-efgh-ijkm-npqr')).toMatchObject(asked);
    expect((await signIn(other)).status).toBe(200);
  });

  test('no secret or code can be read in the database or the log', async () => {
    const { rows } = await app.pool.query<{ text: string }>(
      'SELECT row_to_json(f)::text AS text FROM second_factors f',
    );
    await signIn(wrong());
    const all = [...rows.map(({ text }) => text), ...app.logLines].join('\n');
    for (const code of phone.recoveryCodes) expect(all).not.toContain(code.replaceAll('-', ''));
    expect(all).not.toContain(wrong());
    const failures = app.logLines.filter((line) => line.includes('second factor failed'));
    expect(failures.join('\n')).toContain(String(nameInLogs(ada.id)));
  });
});

describe('someone who knows the password', () => {
  const guess = async (times: number) => {
    const tries = Array.from({ length: times }, (_, n) => signIn(wrong(n)));
    return (await Promise.all(tries)).map(({ status }) => status);
  };

  test('can try thirty codes a day, even at once, and the owner is told', async () => {
    // The sign-in limits count failures, too; clearing them leaves the limit on codes.
    const statuses = await guess(12);
    for (let n = 0; n < 6; n += 1) {
      await app.pool.query("DELETE FROM rate_limits WHERE key NOT LIKE 'factor%'");
      statuses.push(...(await guess(12)));
    }
    expect(statuses.filter((status) => status === 403)).toHaveLength(30);
    await app.pool.query("DELETE FROM rate_limits WHERE key NOT LIKE 'factor%'");
    const refused = await signIn(now());
    expect(refused.status).toBe(429);
    expect(refused.text).toBe('Too many wrong codes. Please wait 24 hours, or use a recovery code.');
    expect(refused.headers.get(refusals.REFUSAL_HEADER)).toBe('factor-codes-spent');
    await expect.poll(subjects).toContain('Someone knows your Herenow password');
    expect(subjects().filter((one) => one === 'Someone knows your Herenow password')).toHaveLength(1);
  });

  test('can try ninety codes a day, however often the password is reset @slow', async () => {
    const statuses: number[] = [];
    let password = PASSWORD;
    for (let n = 0; n < 4; n += 1) {
      for (let times = 0; times < 4; times += 1) {
        await app.pool.query("DELETE FROM rate_limits WHERE key NOT LIKE 'factor%'");
        const tries = Array.from({ length: 10 }, (_, at) => signIn(wrong(at), { password }));
        statuses.push(...(await Promise.all(tries)).map(({ status }) => status));
      }
      const body = { userId: ada.id, oldPassword: password, newPassword: `Another-${n}` };
      ok(await ada.api(updatePassword, { body }));
      password = body.newPassword;
    }
    expect(statuses.filter((status) => status === 403)).toHaveLength(90);
    await app.pool.query("DELETE FROM rate_limits WHERE key NOT LIKE 'factor%'");
    expect((await signIn(now(), { password })).status).toBe(429);
    expect((await signIn(phone.recoveryCodes[0], { password })).status).toBe(200);
  });

  test('can try no more codes on devices that signed in before there was a second factor @slow', async () => {
    ada = await person(app, 'ada');
    const enter = async () => ok(await signIn()).headers.get('device-key')!;
    const devices = await Promise.all(Array.from({ length: 4 }, enter));
    phone = await setUpSecondFactor(app, ada, app.clock.now());
    app.clock.moveBy(2 * STEP_MS);
    const statuses: number[] = [];
    for (const device of devices)
      for (let at = 0; at < 10; at += 1) {
        await app.pool.query("DELETE FROM rate_limits WHERE key NOT LIKE 'factor%'");
        statuses.push((await signIn(wrong(at), { device })).status);
      }
    expect(statuses.filter((status) => status === 403)).toHaveLength(30);
    expect((await signIn(now(), { device: devices[0]! })).status).toBe(429);
  });

  test('cannot lock the owner out of a known device, a recovery code, or a new password @slow', async () => {
    const device = (await signIn(now())).headers.get('device-key')!;
    app.clock.moveBy(2 * STEP_MS);
    for (let n = 0; n < 4; n += 1) {
      await app.pool.query("DELETE FROM rate_limits WHERE key NOT LIKE 'factor%'");
      await guess(12);
    }
    await app.pool.query("DELETE FROM rate_limits WHERE key NOT LIKE 'factor%'");
    expect((await signIn(now())).status).toBe(429);
    expect((await signIn(now(), { device })).status).toBe(200);
    expect((await signIn(phone.recoveryCodes[0])).status).toBe(200);
    app.clock.moveBy(2 * STEP_MS);
    const [again] = await signInAgain(app, ada);
    const password = 'Another-2026';
    ok(
      await again.api(updatePassword, {
        body: { userId: ada.id, oldPassword: PASSWORD, newPassword: password },
      }),
    );
    expect(await signIn(undefined, { password })).toMatchObject(asked);
    expect((await signIn(now(), { password })).status).toBe(200);
  });
});

test('new recovery codes require the password and a code, and invalidate the old ones', async () => {
  const renew = (password: string, code: string) => ada.api(renewRecoveryCodes, { body: { password, code } });
  expect((await renew('Guessed-2026', now())).status).toBe(403);
  // Otherwise somebody with the password and the unlocked phone would have a second factor for good.
  expect(await renew(PASSWORD, wrong())).toMatchObject({ status: 400, text: refusals.factorCodeWrong.text });
  const madeAt = app.clock.now();
  const { recoveryCodes } = ok(await renew(PASSWORD, now())).json;
  expect(await signIn(phone.recoveryCodes[0])).toMatchObject(asked);
  expect((await signIn(recoveryCodes[0])).status).toBe(200);
  const mailed = () =>
    app.mailbox.list(ada.email).find(({ subject }) => subject.includes('new recovery codes'));
  const [day] = moment(madeAt).split(' at ');
  await expect.poll(() => mailed()?.text).toContain(`made on ${day} at `);
});

test('a reset of the password does not skip the code', async () => {
  const password = 'Forgotten1';
  await resetByMail(app, ada, password);
  expect(await signIn(undefined, { password })).toMatchObject(asked);
  expect((await signIn(now(), { password })).status).toBe(200);
});

test('switching it off requires the password and a code, and leaves nothing', async () => {
  const off = (password: string, code: string) => ada.api(endSecondFactor, { body: { password, code } });
  expect((await off('Guessed-2026', now())).status).toBe(403);
  expect(await off(PASSWORD, wrong())).toMatchObject({
    status: 400,
    text: 'That code isn’t right. Please enter the one your app shows now.',
  });
  expect((await ada.api(getSecondFactor)).json).toMatchObject({ recoveryCodes: 10 });
  ok(await off(PASSWORD, now()));
  expect((await signIn()).status).toBe(200);
  await expect.poll(subjects).toContain('Two-step sign-in is off');
  const { rows } = await app.pool.query('SELECT FROM second_factors WHERE user_id = $1', [ada.id]);
  expect(rows).toEqual([]);
});
