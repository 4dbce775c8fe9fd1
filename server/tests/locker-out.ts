import { forgotPassword, getChallenge, login, resetPassword, type Proof } from '@herenow/contract/accounts';
import { HOUR_MS } from '@herenow/contract/constants';
import { api, PASSWORD, person, type ApiAnswer, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import type { TestApp } from '@herenow/testing/start-app';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, beforeEach, expect, vi } from 'vitest';

export const WRONG = 'Guessed-2026';
/** A hundredth of the work of a real one. */
export const PROOF_WORK = { cost: 500, least: 15, most: 30 };
const PASSWORDS = [PASSWORD, 'Another-2026'] as const;
/** Per hour. */
const WRONG_SIGN_INS = 1000;
const ROUNDS = 4;

export const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** Solves a proof of work, as a client does when the server requires one. */
export async function prove(app: TestApp): Promise<Proof> {
  const challenge = (await api(app, getChallenge, {})).json;
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('There is no answer to the challenge.');
  return { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
}

/** Returns the contents of the link in a mail. */
export function linkIn(text: string) {
  const { hash } = new URL(/\S+\/forgot-password#\S+/.exec(text)![0]);
  return Object.fromEntries(new URLSearchParams(hash.slice(1))) as { link: string; email: string };
}

/** What a client may send along with a password. */
interface Known {
  proof?: Proof;
  device?: string;
}

export const signInFrom = (
  app: TestApp,
  email: string,
  password: string,
  address: string,
  more: Known = {},
) => api(app, login, { body: { email, password, ...more }, ...from(address) });

/** Sets up an app for the tests of a file, with limits by the system time, which tests move forward only. */
export function guessing() {
  const app = sharedApp({ rateLimits: true, trustProxy: true }, { proofWork: PROOF_WORK });
  let today = Date.now();
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: today }));
  afterEach(() => {
    today = Date.now() + 2 * HOUR_MS;
    vi.useRealTimers();
  });
  const signIn = (email: string, password: string, address: string, more: Known = {}) =>
    signInFrom(app, email, password, address, more);
  return {
    app,
    signIn,
    /** Makes ada, who has signed in on a device. */
    async owner(): Promise<{ ada: Person; device: string }> {
      const ada = await person(app, 'ada');
      const device = (await signIn(ada.email, PASSWORD, '203.0.113.1')).headers.get('device-key')!;
      return { ada, device };
    },
  };
}

/** Calls as our client does: if the count refuses it, it calls again with a proof of work. */
async function asClient<Json>(
  app: TestApp,
  call: (more: { proof?: Proof }) => Promise<ApiAnswer<Json>>,
): Promise<ApiAnswer<Json>> {
  const first = await call({});
  return first.status === 429 ? await call({ proof: await prove(app) }) : first;
}

/** The longest that the owner had to wait for each, in milliseconds. */
export interface Waits {
  knownDevice: number;
  newDevice: number;
  reset: number;
}

/**
 * Attacks one account with a thousand wrong sign-ins an hour from everywhere, with requests for reset codes and guesses
 * at them. Four times an hour the owner signs in from a known and from a new device, and once an hour resets the
 * password from a third. The caller fakes the time of day.
 */
export async function besiege(app: TestApp, hours: number): Promise<{ owner: Person; waits: Waits }> {
  const owner = await person(app, 'ada');
  const keyOf = ({ headers }: ApiAnswer) => headers.get('device-key')!;
  let device = keyOf(await signInFrom(app, owner.email, PASSWORD, '203.0.113.1'));
  const waits: Waits = { knownDevice: 0, newDevice: 0, reset: 0 };
  const timed = async (name: keyof Waits, task: () => Promise<ApiAnswer>) => {
    const start = performance.now();
    const answer = await task();
    expect(answer.status, name).toBe(200);
    waits[name] = Math.max(waits[name], performance.now() - start);
    return answer;
  };
  for (let round = 0; round < hours * ROUNDS; round += 1) {
    const resets = Math.floor((round + 2) / ROUNDS);
    const password = PASSWORDS[resets % 2]!;
    const next = PASSWORDS[(resets + 1) % 2]!;
    await attack(app, owner, round);
    const address = (host: number) => `192.0.${round % 250}.${host}`;
    await timed('knownDevice', () => signInFrom(app, owner.email, password, address(1), { device }));
    await timed('newDevice', () =>
      asClient(app, (more) => signInFrom(app, owner.email, password, address(2), more)),
    );
    // With the new password, only the device that signs in after the reset is known.
    if (round % ROUNDS === 1) device = keyOf(await timed('reset', () => reset(app, owner, next, address(3))));
    vi.setSystemTime(Date.now() + HOUR_MS / ROUNDS);
  }
  return { owner, waits };
}

/** Makes a quarter of an hour of the attack. */
async function attack(app: TestApp, { email }: Person, round: number): Promise<void> {
  const place = (n: number) => (n % 2 ? `198.51.${round % 250}.${n % 250}` : `2001:db8:${round}:${n}::1`);
  for (let n = 0; n < WRONG_SIGN_INS / ROUNDS; n += 25) {
    const tries = Array.from({ length: 25 }, (_, m) => signInFrom(app, email, WRONG, place(n + m)));
    for (const { status, headers } of await Promise.all(tries)) {
      expect([401, 429]).toContain(status);
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
  }
  for (let n = 0; n < 25; n += 1) {
    const asked = await api(app, forgotPassword, { body: { email }, ...from(place(n)) });
    expect([200, 429]).toContain(asked.status);
    const body = { email, code: String(100_000 + n), password: WRONG };
    expect([400, 429]).toContain((await api(app, resetPassword, { body, ...from(place(n)) })).status);
  }
}

/** Asks for a mail, sets the password with the code or, once those of a day are used up, the link in it, and signs in. */
async function reset(app: TestApp, { email }: Person, password: string, address: string) {
  const codes = () => app.mailbox.list(email).filter(({ subject }) => subject.includes('reset code'));
  const before = codes().length;
  const asked = await asClient(app, (more) =>
    api(app, forgotPassword, { body: { email, ...more }, ...from(address) }),
  );
  if (asked.status !== 200) return asked;
  const now = app.clock.now().getTime();
  // A link may have been mailed a moment ago because others asked.
  const arrived = () => {
    if (codes().length > before) return /\d{6}/.exec(codes()[0]!.subject)![0];
    const [link] = app.mailbox.list(email).filter((mail) => mail.subject.includes('Reset your'));
    return link && link.at.getTime() >= now - HOUR_MS / ROUNDS / 2 ? linkIn(link.text).link : undefined;
  };
  await expect.poll(arrived).toBeDefined();
  const code = arrived()!;
  const done = await asClient(app, (more) =>
    api(app, resetPassword, { body: { email, code, password, ...more }, ...from(address) }),
  );
  if (done.status !== 200) return done;
  return await asClient(app, (more) => signInFrom(app, email, password, address, more));
}
