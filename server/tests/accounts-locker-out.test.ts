import { createUser, forgotPassword, resetPassword, type Proof } from '@herenow/contract/accounts';
import { expect, test, vi } from 'vitest';
import { api, BERLIN, PASSWORD, person } from '@herenow/testing/people';
import { from, guessing, linkIn, prove, WRONG } from './locker-out.ts';
import { wrongFor } from './mailed-codes.ts';

const { app, owner, signIn } = guessing();

test('a client without proofs is admitted once a minute; a proof counts once, and a made-up one not at all', async () => {
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

test('one network cannot spread guesses and mails over more mailboxes than its limit allows', async () => {
  const of = (n: number) => `spread${n}@example.org`;
  const guess = (n: number) => signIn(of(n), WRONG, '198.51.100.1');
  const ask = (n: number) => api(app, forgotPassword, { body: { email: of(n) }, ...from('198.51.100.1') });
  const letIn = async (most: number, call: (n: number) => Promise<{ status: number }>) => {
    const statuses: number[] = [];
    for (let n = 0; n < most; n += 20) {
      const some = await Promise.all(Array.from({ length: 20 }, (_, m) => call(n + m)));
      statuses.push(...some.map(({ status }) => status));
    }
    return statuses.filter((status) => status !== 429).length;
  };
  const before = await mailboxesCounted();
  expect(await letIn(220, guess)).toBe(200 + 1);
  // Made-up addresses beyond that leave nothing in the database.
  expect((await mailboxesCounted()) - before).toBe(200 + 1);
  expect(await letIn(80, ask)).toBe(60 + 1);
  vi.setSystemTime(Date.now() + 61_000);
  expect((await guess(300)).status).toBe(401);
  expect((await guess(301)).status).toBe(429);
  expect((await signIn(of(302), WRONG, '198.51.100.1', { proof: await prove(app) })).status).toBe(401);
});

async function mailboxesCounted(): Promise<number> {
  const { rows } = await app.pool.query(`SELECT FROM rate_limits WHERE key LIKE 'signInByMailbox:%'`);
  return rows.length;
}

test('an IPv6 site with 65,536 networks has three times the tries of one network', async () => {
  const tried: number[] = [];
  for (let n = 0; n < 100; n += 1) {
    const body = { code: '123456', password: PASSWORD, email: `site${n}@example.org` };
    tried.push((await api(app, resetPassword, { body, ...from(`2001:db8:2:${n}::1`) })).status);
  }
  expect(tried.filter((status) => status === 400)).toHaveLength(90 + 1);
  const body = { code: '123456', password: PASSWORD, email: 'site@example.org' };
  expect((await api(app, resetPassword, { body, ...from('2001:db8:3::1') })).status).toBe(400);
  const proof = await prove(app);
  const proven = await api(app, resetPassword, { body: { ...body, proof }, ...from('2001:db8:2:1::1') });
  expect(proven.status).toBe(400);
});

test('a device key is useless for another mailbox, and its own limit ends', async () => {
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

test('one network can open 30 accounts an hour, or learn of as many emails that they are taken, and more with a proof each', async () => {
  const register = (n: number, more: { proof?: Proof; password?: string } = {}) =>
    api(app, createUser, {
      body: {
        email: `campus${n}@example.org`,
        password: PASSWORD,
        location: { type: 'Point', coordinates: BERLIN },
        ...more,
      },
      // An IPv6 network is a /64.
      ...from(`2001:db8:1:2::${n}`),
    });
  for (let n = 0; n < 5; n += 1) expect((await register(n % 2)).status).toBe(n < 2 ? 200 : 400);
  // Failed registrations, which open no account and reveal none, do not count.
  for (let n = 0; n < 5; n += 1) expect((await register(n, { password: 'Password1' })).status).toBe(400);
  const opened = await Promise.all(Array.from({ length: 35 }, (_, n) => register(n + 2)));
  // One more, in the turn of a client without proofs.
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(25 + 1);
  for (const n of [0, 99]) expect((await register(n)).status).toBe(429);
  for (let n = 100; n < 105; n += 1)
    expect((await register(n, { proof: await prove(app) })).status).toBe(200);
});

test('nobody can keep the owner from a reset by requesting or trying codes', async () => {
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

test('somebody on the owner’s own network can use up one code, and then a link is mailed', async () => {
  const { ada } = await owner();
  const home = '192.0.2.40';
  const ask = () => api(app, forgotPassword, { body: { email: ada.email }, ...from(home) });
  const mails = (words: string) =>
    app.mailbox.list(ada.email).filter(({ subject }) => subject.includes(words));
  const set = async (code: string) =>
    (
      await api(app, resetPassword, {
        body: { code, password: 'Another-2026', email: ada.email },
        ...from(home),
      })
    ).status;
  expect((await ask()).status).toBe(200);
  await expect.poll(() => mails('reset code')).toHaveLength(1);
  const code = /\b\d{6}\b/.exec(mails('reset code')[0]!.text)![0];
  for (let n = 0; n < 5; n += 1) expect(await set(wrongFor(code))).toBe(400);
  expect(await set(code)).toBe(400);
  vi.setSystemTime(Date.now() + 61_000);
  expect((await ask()).status).toBe(200);
  await expect.poll(() => mails('Reset your')).toHaveLength(1);
  expect(mails('reset code')).toHaveLength(1);
  const { link } = linkIn(mails('Reset your')[0]!.text);
  for (let n = 0; n < 6; n += 1) expect(await set(`${link!.slice(0, -2)}${n + 10}`)).toBe(400);
  expect(await set(link!)).toBe(200);
});

test('a device that has signed in before cannot request more codes with many keys or from many networks at once', async () => {
  const { ada } = await owner();
  const enter = async () => (await signIn(ada.email, PASSWORD, '203.0.113.1')).headers.get('device-key')!;
  const devices = [await enter(), await enter(), await enter(), await enter()];
  const ask = async (device: string | undefined, address: string) =>
    (await api(app, forgotPassword, { body: { email: ada.email, device }, ...from(address) })).status;
  // The shared limit is used up, so that a late request finds no other way; a network may ask once a minute.
  for (let n = 1; (await ask(undefined, `192.0.2.${n}`)) === 200; n += 1);
  const asked = devices.flatMap((device, n) =>
    Array.from({ length: 8 }, (_, m) => ask(device, `198.51.${n}.${m}`)),
  );
  expect((await Promise.all(asked)).filter((status) => status === 200)).toHaveLength(15);
});

test('a device that has signed in before can guess passwords without proofs only for a while', async () => {
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

test('the most common passwords are refused at registration', async () => {
  const body = { email: 'common@example.org', location: { type: 'Point' as const, coordinates: BERLIN } };
  for (const password of ['Password1', 'Qwerty123', '1qaz2WSX', 'Trustno1'])
    expect(await api(app, createUser, { body: { ...body, password }, ...from('192.0.2.40') })).toMatchObject({
      status: 400,
      text: 'This password is too common. Please choose another one.',
    });
});
