import * as refusals from '@herenow/contract/refusals';
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { Refused } from '../../lib/errors.ts';
import { createFairQueue } from '../../lib/fair-queue.ts';
import { wideNetworkOf } from '../../lib/networks.ts';
import type { PasswordCost } from './passwords-worker.ts';

export type { PasswordCost } from './passwords-worker.ts';

export type Passwords = ReturnType<typeof createPasswords>;

/** The OWASP minimum for argon2id with one lane. */
const SAFE_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

const BUSY_RETRY_SECONDS = 3;
/** How long idle threads are kept for the next sign-in. */
const IDLE_MS = 30_000;

/**
 * Hashes with argon2id, on at most half of the processors, in threads of the lowest priority, with a short queue. A
 * flood of sign-ins is refused early, slows no other calls and keeps out nobody but its sender. It does not use the
 * thread pool that Node shares between reading files and compressing responses.
 */
export function createPasswords(
  options: { concurrency?: number; maxWaiting?: number; cost?: PasswordCost | undefined } = {},
) {
  const { concurrency = Math.max(1, Math.floor(availableParallelism() / 2)), cost = SAFE_COST } = options;
  const { maxWaiting = 40 * concurrency } = options;
  const threads = new Piscina({
    filename: new URL('passwords-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: concurrency,
    idleTimeout: IDLE_MS,
    execArgv: [],
    workerData: cost,
  });
  // Each failure rejects its own call; without this listener, one that no caller awaits would end the server.
  threads.on('error', () => {});
  const nobody = hashOfNobody(cost);

  const queue = createFairQueue({ running: concurrency, waiting: maxWaiting }, busy);
  // By site, since a site of IPv6 has 65,536 networks.
  const run = <T>(name: 'hash' | 'verify', whose: string, task: unknown): Promise<T> =>
    queue.run(wideNetworkOf(whose), async () => (await threads.run(task, { name })) as T);

  return {
    /** `whose`: the account that asks, or the network of a visitor; see `networkOf`. */
    hash: (password: string, whose: string) => run<string>('hash', whose, sameForm(password)),
    /** Returns false without a hash (no account has that email), after the same time. */
    async verify(stored: string | undefined, password: string, whose: string): Promise<boolean> {
      const given = { stored: stored ?? nobody, password: sameForm(password) };
      const same = await run<boolean>('verify', whose, given);
      return stored !== undefined && same;
    },
    [Symbol.asyncDispose]: () => threads.destroy(),
  };
}

export const busy = () => new Refused(refusals.signInBusy, { retryAfter: BUSY_RETRY_SECONDS });

/** Normalizes a password: keyboards encode the same letter differently, `é` as one character or as two. */
const sameForm = (password: string) => password.normalize('NFC');

/** Returns a hash that no known password matches, at the cost of any other. */
const hashOfNobody = ({ memoryCost, timeCost }: PasswordCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$oUIuVbYtw6nrv9feKfTF4A$xWCpdm+FWO7Hpa3e3pzuTmUeFtET3D3OfbxVj1YhIo8`;
