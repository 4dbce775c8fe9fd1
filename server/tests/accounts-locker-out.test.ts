import { createUser, forgotPassword, resetPassword, type Proof } from '@herenow/contract/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { api, BERLIN, PASSWORD, person, type Person } from '@herenow/testing/people';
import { nameInLogs } from '../src/lib/log.ts';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { besiege, from, linkIn, prove, signInFrom, WRONG } from './locker-out.ts';

const HOUR = 3_600_000;

/** A hundredth of the work of a real one. */
const proofWork = { cost: 500, least: 15, most: 30 };

let app: TestApp;
beforeAll(async () => void (app = await startApp({ rateLimits: true, trustProxy: true }, { proofWork })));
afterAll(() => app[Symbol.asyncDispose]());
// Limits use the system time, which these tests move forward only.
let today = Date.now();
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: today }));
afterEach(() => {
  today = Date.now() + 2 * HOUR;
  vi.useRealTimers();
});

const signIn = (
  email: string,
  password: string,
  address: string,
  more: { proof?: Proof; device?: string } = {},
) => signInFrom(app, email, password, address, more);

async function owner(): Promise<{ ada: Person; device: string }> {
  const ada = await person(app, 'ada');
  const device = (await signIn(ada.email, PASSWORD, '203.0.113.1')).headers.get('device-key')!;
  return { ada, device };
}

test('a thousand wrong sign-ins an hour, from anywhere, lock nobody out: a quarter of an hour of it', async () => {
  const { owner: ada } = await besiege(app, 0.25);
  const failures = app.logLines.filter((line) => line.includes('sign-in failed'));
  expect(failures.join('\n')).toContain(`"userId":"${String(nameInLogs(ada.id))}"`);
  expect(app.logLines.some((line) => line.includes('limit reached'))).toBe(true);
  expect(app.logLines.join('\n')).not.toMatch(new RegExp(`${ada.email}|${WRONG}`));
});

test('of guesses at once no more are tried than one after the other, and the right password leaves room', async () => {
  const { ada, device } = await owner();
  const guess = (password: string, more = {}) => signIn(ada.email, password, '198.51.100.1', more);
  const atOnce = async (tries: number, more = {}) =>
    (await Promise.all(Array.from({ length: tries }, () => guess(WRONG, more)))).map(({ status }) => status);
  for (let n = 0; n < 30; n += 1) expect((await guess(PASSWORD)).status).toBe(200);
  // Those of the mailbox, and the turn of a client without proofs.
  expect((await atOnce(35)).filter((status) => status === 401)).toHaveLength(20 + 1);
  expect((await guess(PASSWORD, { device })).status).toBe(200);
  expect((await atOnce(35, { device })).filter((status) => status === 401)).toHaveLength(10);
  expect((await guess(PASSWORD, { proof: await prove(app) })).status).toBe(200);
});

test('a client without proofs comes in once a minute; a proof counts once, and a made-up one not at all', async () => {
  const ada = await person(app, 'ada');
  for (let n = 0; n < 20; n += 1) expect((await signIn(ada.email, WRONG, '198.51.100.1')).status).toBe(401);
  expect((await signIn(ada.email, PASSWORD, '198.51.100.1')).status).toBe(200);
  const refused = await signIn(ada.email, PASSWORD, '198.51.100.1');
  expect(refused.status).toBe(429);
  const proof = await prove(app);
  expect((await signIn(ada.email, PASSWORD, '198.51.100.1', { proof })).status).toBe(200);
  expect((await signIn(ada.email, PASSWORD, '198.51.100.1', { proof })).status).toBe(429);
  const made = {
    ...proof,
    challenge: { ...proof.challenge, parameters: { ...proof.challenge.parameters, cost: 1 } },
  };
  expect((await signIn(ada.email, PASSWORD, '198.51.100.1', { proof: made })).status).toBe(429);
  vi.setSystemTime(Date.now() + 61_000);
  expect((await signIn(ada.email, PASSWORD, '198.51.100.1')).status).toBe(200);
});

test('a made-up proof brings many networks no more turns than none does', async () => {
  const ada = await person(app, 'ada');
  const proof = await prove(app);
  const parameters = { ...proof.challenge.parameters, cost: 1 };
  const made = { ...proof, challenge: { ...proof.challenge, parameters } };
  let tried = 0;
  for (let n = 0; n < 100; n += 20) {
    const guess = (m: number) => signIn(ada.email, WRONG, `198.51.100.${n + m}`, { proof: made });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, m) => guess(m)));
    tried += answers.filter(({ status }) => status === 401).length;
  }
  expect(tried).toBe(80);
});

test('the key of a device is worth nothing for another mailbox, and its lane has an end', async () => {
  const { ada, device } = await owner();
  const bela = await person(app, 'bela');
  for (let n = 0; n < 20; n += 1) {
    await signIn(bela.email, WRONG, `198.51.100.${n}`);
    await signIn(ada.email, WRONG, `198.51.100.${n}`);
  }
  const other = () => signIn(bela.email, PASSWORD, '198.51.100.77', { device });
  expect((await other()).status).toBe(200);
  expect((await other()).status).toBe(429);
  for (let n = 0; n < 10; n += 1)
    expect((await signIn(ada.email, WRONG, '192.0.2.9', { device })).status).toBe(401);
  await signIn(ada.email, WRONG, '192.0.2.9', { device });
  expect((await signIn(ada.email, PASSWORD, '192.0.2.9', { device })).status).toBe(429);
});

test.each([
  ['never verifies it', 5],
  // Some providers deliver what looks like a tag to a mailbox of its own.
  ['verifies it', 6],
] as const)(
  'who opens an account for what looks like somebody’s mailbox and %s gets no lanes to guess in',
  async (how, step) => {
    const { ada } = await owner();
    const email = ada.email.replace('@', '+guesser@');
    await person(app, how, { email, step });
    let guessed = 0;
    for (let n = 0; n < 30; n += 1) {
      const { status, headers } = await signIn(email, PASSWORD, `198.51.100.${n}`);
      const device = headers.get('device-key');
      const known = device === null ? {} : { device };
      if (status === 200 && (await signIn(ada.email, WRONG, `198.51.100.${n}`, known)).status === 401)
        guessed += 1;
    }
    expect(guessed).toBeLessThanOrEqual(20);
  },
);

test('one network opens 30 accounts an hour, an IPv6 network being a /64, and more with a proof each', async () => {
  const register = (n: number, more: { proof?: Proof } = {}) =>
    api(app, createUser, {
      body: {
        email: `campus${n}@example.org`,
        password: PASSWORD,
        location: { type: 'Point', coordinates: BERLIN },
        ...more,
      },
      ...from(`2001:db8:1:2::${n}`),
    });
  // Nobody is kept out by accounts that were not opened.
  for (let n = 0; n < 5; n += 1) expect((await register(n % 2)).status).toBe(n < 2 ? 200 : 400);
  const opened = await Promise.all(Array.from({ length: 35 }, (_, n) => register(n + 2)));
  // One more, in the turn of a client without proofs.
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(28 + 1);
  expect((await register(99)).status).toBe(429);
  for (let n = 100; n < 105; n += 1)
    expect((await register(n, { proof: await prove(app) })).status).toBe(200);
});

test('nobody keeps the owner from a reset: neither by codes asked for nor by codes tried', async () => {
  const { ada, device } = await owner();
  const ask = (email: string, address: string, more: { device?: string } = {}) =>
    api(app, forgotPassword, { body: { email, ...more }, ...from(address) });
  const mails = () => app.mailbox.list(ada.email).filter(({ text }) => /\b\d{6}\b/.test(text));
  let asked = 0;
  for (let n = 0; n < 30; n += 1)
    if ((await ask(n % 2 ? ada.email : ada.email.toUpperCase(), `198.51.100.${n}`)).status === 200)
      asked += 1;
  // One mailbox gets only a few mails, however its address is spelled.
  expect(asked).toBe(6);
  for (let n = 0; n < 30; n += 1)
    expect((await ask(ada.email.replace('@', `+${n}@`), `198.51.100.${n + 100}`)).status).toBe(429);
  await expect.poll(() => mails().length).toBe(asked);
  expect((await ask(ada.email, '192.0.2.30', { device })).status).toBe(200);
  await expect.poll(() => mails().length).toBe(asked + 1);
  const code = /\b\d{6}\b/.exec(mails()[0]!.text)![0];
  const wrong = code === '000000' ? '000001' : '000000';
  const tryCode = (value: string, address: string) =>
    api(app, resetPassword, {
      body: { code: value, password: 'Another-2026', email: ada.email },
      ...from(address),
    });
  for (let n = 0; n < 40; n += 1) expect((await tryCode(wrong, `198.51.100.${n}`)).status).toBe(400);
  expect((await tryCode(code, '192.0.2.30')).status).toBe(200);
});

test('beyond the codes that a guesser could make use of, the owner comes in by a link, which nobody can guess or use up', async () => {
  const { ada, device } = await owner();
  const mails = (words: string, to = ada.email) =>
    app.mailbox.list(to).filter(({ subject }) => subject.includes(words));
  const ask = async (email: string, address: string, more?: { device: string }) =>
    (
      await api(app, forgotPassword, {
        body: { email, ...(more ?? { proof: await prove(app) }) },
        ...from(address),
      })
    ).status;
  for (let n = 0; n < 23; n += 1) expect(await ask(ada.email, `198.51.100.${n}`)).toBe(200);
  await expect.poll(() => mails('reset code').length).toBe(20);
  // The three that came after them are one.
  await expect.poll(() => mails('Reset your').length).toBe(1);
  expect(await ask(ada.email, '192.0.2.31', { device })).toBe(200);
  await expect.poll(() => mails('reset code').length).toBe(21);

  // Another spelling of the mailbox takes none of them, with an account that nobody has verified or without.
  const other = ada.email.replace('@', '+other@');
  await person(app, 'other', { email: other, step: 5 });
  for (let n = 2; n < 4; n += 1) {
    vi.setSystemTime(Date.now() + 181_000);
    for (const [m, email] of [other, ada.email.replace('@', '+none@'), ada.email].entries())
      expect(await ask(email, `192.0.${n}.${m}`)).toBe(200);
    await expect.poll(() => mails('Reset your').length).toBe(n);
    await expect.poll(() => mails('Reset your', other).length).toBe(n - 1);
  }

  const links = mails('Reset your').map(({ text }) => linkIn(text));
  expect(links[0]!.email).toBe(ada.email);
  const [newest, second, first] = links.map(({ link }) => link);
  const set = async (code: string, password: string, address = '192.0.2.60') =>
    (await api(app, resetPassword, { body: { code, password, email: ada.email }, ...from(address) })).status;
  for (let n = 0; n < 20; n += 1) expect(await set(`${newest!.slice(0, -2)}${n + 10}`, WRONG)).toBe(400);
  vi.setSystemTime(Date.now() + 10 * 60_000);
  expect(await set(first!, WRONG)).toBe(400);
  // Those that are mailed later replace none, and the first that is used ends all.
  expect(await set(second!, 'Another-2026')).toBe(200);
  for (const used of [second!, newest!]) expect(await set(used, WRONG)).toBe(400);
  expect((await signIn(ada.email, 'Another-2026', '192.0.2.60')).status).toBe(200);
  // A used link is as wrong as any other try: whoever sends it again and again is refused before anything is hashed.
  const again: number[] = [];
  for (let n = 0; n < 33; n += 1) again.push(await set(second!, WRONG, '192.0.2.62'));
  expect(again.filter((status) => status === 400)).toHaveLength(30 + 1);
  expect(again.at(-1)).toBe(429);
});

test('whoever guesses at codes for hours has no more of them than in one, and links are mailed all the while', async () => {
  const { ada, device } = await owner();
  const subjects = () => app.mailbox.list(ada.email).map(({ subject }) => subject);
  const count = (words: string) => subjects().filter((subject) => subject.includes(words)).length;
  const waiting = async () => {
    const jobs = `SELECT FROM pgboss.job WHERE name IN ('reset', 'mail') AND state < 'completed'`;
    return (await app.pool.query(jobs)).rows.length;
  };
  for (let hour = 1; hour <= 5; hour += 1) {
    for (let n = 0; n < 11; n += 1) {
      const proof = await prove(app);
      for (const [m, more] of [{ proof }, { device }].entries()) {
        const address = from(`198.51.${hour}.${n * 2 + m}`);
        const asked = await api(app, forgotPassword, { body: { email: ada.email, ...more }, ...address });
        expect([200, 429]).toContain(asked.status);
      }
    }
    await expect.poll(() => count('Reset your')).toBe(hour - 1);
    // A mail that is late by an hour is not sent any more.
    await expect.poll(waiting).toBe(0);
    vi.setSystemTime(Date.now() + HOUR);
  }
  await expect.poll(() => count('reset code')).toBe(20 + 20);
});

test('whoever has signed in before brings no more codes, neither by many keys nor from many networks at once', async () => {
  const { ada } = await owner();
  const enter = async () => (await signIn(ada.email, PASSWORD, '203.0.113.1')).headers.get('device-key')!;
  const devices = [await enter(), await enter(), await enter(), await enter()];
  const ask = async (device: string | undefined, address: string) =>
    (await api(app, forgotPassword, { body: { email: ada.email, device }, ...from(address) })).status;
  // What anybody may ask for is used up, so that whoever is late finds no other way; a network may ask once a minute.
  for (let n = 1; (await ask(undefined, `192.0.2.${n}`)) === 200; n += 1);
  const asked = devices.flatMap((device, n) =>
    Array.from({ length: 8 }, (_, m) => ask(device, `198.51.${n}.${m}`)),
  );
  expect((await Promise.all(asked)).filter((status) => status === 200)).toHaveLength(15);
});

test('whoever has signed in before guesses passwords without proofs for a while only', async () => {
  const { ada } = await owner();
  const enter = async () => (await signIn(ada.email, PASSWORD, '203.0.113.1')).headers.get('device-key')!;
  const statuses: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    const device = await enter();
    for (let m = 0; m < 10; m += 1)
      statuses.push((await signIn(ada.email, WRONG, '192.0.2.50', { device })).status);
  }
  // Those of known devices, and then those that anybody has.
  expect(statuses.filter((status) => status === 401)).toHaveLength(50 + 20 + 1);
});

test('the commonest passwords are refused at registration', async () => {
  const body = { email: 'common@example.org', location: { type: 'Point' as const, coordinates: BERLIN } };
  for (const password of ['Password1', 'Qwerty123', '1qaz2WSX', 'Trustno1'])
    expect(await api(app, createUser, { body: { ...body, password }, ...from('192.0.2.40') })).toMatchObject({
      status: 400,
      text: 'This password is one of the most common ones. Please choose another one.',
    });
});
