import * as refusals from '@herenow/contract/refusals';
import { availableParallelism } from 'node:os';
import { Refused } from '../../lib/errors.ts';
import { createPasswordThreads, type PasswordCost } from './passwords-threads.ts';

export type { PasswordCost } from './passwords-threads.ts';

export interface Passwords extends AsyncDisposable {
  hash(password: string): Promise<string>;
  /** Without a hash (nobody has that email) it takes the same time and returns false. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
}

/** The OWASP minimum for argon2id with one lane. */
const SAFE_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

const BUSY_RETRY_SECONDS = 3;

/**
 * Argon2id. Half of the processors at most work on it, in threads of the lowest priority, and few may wait, so that
 * a flood of sign-ins is refused soon and never starves the other calls.
 */
export function createPasswords(
  options: { concurrency?: number; maxWaiting?: number; cost?: PasswordCost | undefined } = {},
): Passwords {
  const { concurrency = Math.max(1, Math.floor(availableParallelism() / 2)), cost = SAFE_COST } = options;
  const { maxWaiting = 40 * concurrency } = options;
  const waiting: (() => void)[] = [];
  let running = 0;
  const threads = createPasswordThreads(cost);
  const nobody = hashOfNobody(cost);

  async function inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting)
        throw new Refused(refusals.signInBusy, { retryAfter: BUSY_RETRY_SECONDS });
      // Whoever ends hands its turn over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    hash: (password) => inTurn(() => threads.hash(sameForm(password))),
    verify: (stored, password) =>
      inTurn(async () => {
        const same = await threads.verify(stored ?? nobody, sameForm(password));
        return stored !== undefined && same;
      }),
    [Symbol.asyncDispose]: () => threads.close(),
  };
}

/** Keyboards write the same letter in different ways, `é` as one character or as two. */
const sameForm = (password: string) => password.normalize('NFC');

/** What no password is known to fit, at the cost of any other. */
const hashOfNobody = ({ memoryCost, timeCost }: PasswordCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$oUIuVbYtw6nrv9feKfTF4A$xWCpdm+FWO7Hpa3e3pzuTmUeFtET3D3OfbxVj1YhIo8`;
