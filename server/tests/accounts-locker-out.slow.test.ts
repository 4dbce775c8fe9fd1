import { forgotPassword, resetPassword } from '@herenow/contract/accounts';
import { HOUR_MS } from '@herenow/contract/constants';
import { expect, test, vi } from 'vitest';
import { api, PASSWORD, person } from '@herenow/testing/people';
import { nameInLogs } from '../src/lib/log.ts';
import { startApp } from '@herenow/testing/start-app';
import { besiege, from, guessing, linkIn, PROOF_WORK, prove, signInFrom, WRONG } from './locker-out.ts';
import { decidedAtOnce } from './while-locked.ts';

const { app, owner, signIn } = guessing();

test('a thousand wrong sign-ins an hour, from anywhere, lock nobody out (a quarter of an hour)', async () => {
  const { owner: ada } = await besiege(app, 0.25);
  const failures = app.logLines.filter((line) => line.includes('sign-in failed'));
  expect(failures.join('\n')).toContain(`"userId":"${String(nameInLogs(ada.id))}"`);
  expect(app.logLines.some((line) => line.includes('limit reached'))).toBe(true);
  expect(app.logLines.join('\n')).not.toMatch(new RegExp(`${ada.email}|${WRONG}`));
});

test('concurrent guesses are limited like sequential ones, and the right password uses up no guesses', async () => {
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

test('made-up proofs give many networks no more turns than no proofs', async () => {
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

test.each([
  ['never verifies it', 5],
  // Some providers deliver an address with a tag to a separate mailbox.
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

test('after many codes the owner gets a link, which nobody can guess or use up', async () => {
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
  // The three requests after those got one link.
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
  // Later links do not replace earlier ones, and the first one used ends all, also those used in the same moment.
  const use = (link: string) => () => set(link, 'Another-2026');
  const answers = await decidedAtOnce(app, ada.id, use(second!), use(newest!));
  expect(answers.toSorted()).toEqual([200, 400]);
  for (const used of [second!, newest!]) expect(await set(used, WRONG)).toBe(400);
  expect((await signIn(ada.email, 'Another-2026', '192.0.2.60')).status).toBe(200);
  // A used link counts as a wrong try: someone who sends it again and again is refused before anything is hashed.
  const again: number[] = [];
  for (let n = 0; n < 33; n += 1) again.push(await set(second!, WRONG, '192.0.2.62'));
  expect(again.filter((status) => status === 400)).toHaveLength(30 + 1);
  expect(again.at(-1)).toBe(429);
});

test('someone who guesses codes for hours gets no more of them than in one hour, and links are mailed meanwhile', async () => {
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
    vi.setSystemTime(Date.now() + HOUR_MS);
  }
  await expect.poll(() => count('reset code')).toBe(20 + 20);
});

test('a network that floods the node with sign-ins keeps nobody else from signing in', async () => {
  const options = { proofWork: PROOF_WORK, passwordCost: { memoryCost: 8192, timeCost: 5 } };
  await using own = await startApp({ rateLimits: true, trustProxy: true }, options);
  const ada = await person(own, 'ada');
  const flood = Array.from({ length: 150 }, (_, n) =>
    signInFrom(own, `nobody${n}@example.org`, WRONG, '198.51.100.1'),
  );
  await Promise.any(flood.map(async (one) => expect((await one).status).toBe(503)));
  const others = [1, 2, 3].map((n) => signInFrom(own, ada.email, PASSWORD, `192.0.2.${n}`));
  for (const { status } of await Promise.all(others)) expect(status).toBe(200);
  await Promise.all(flood);
});
