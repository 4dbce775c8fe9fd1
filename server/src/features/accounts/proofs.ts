import type { Challenge, Proof } from '@herenow/contract/accounts';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { randomInt } from 'node:crypto';
import type { Limits } from '../../http/limits.ts';
import { createFairQueue } from '../../lib/fair-queue.ts';
import type { Keys } from '../../lib/keys.ts';
import { wideNetworkOf } from '../../lib/networks.ts';
import { busy } from './passwords.ts';

const LIFETIME_MS = 5 * 60_000;
/** Rounds per derivation, and the bounds of how many derivations find the solution: about a second on a laptop. */
const WORK = { cost: 5000, least: 150, most: 300 };

/**
 * How many challenges may wait to be made. Each takes some milliseconds of the threads that also read files and compress
 * answers, so they are made one at a time, and networks take turns.
 */
const MOST_WAITING = 100;

export type ProofWork = typeof WORK;
export type Proofs = ReturnType<typeof createProofs>;

/** Issues and checks proofs of work: cheap for a person, expensive for thousands of tries. Each is accepted once. */
export function createProofs(options: {
  keys: Pick<Keys, 'proofs'>;
  limits: Limits;
  work?: ProofWork | undefined;
}) {
  const { cost, least, most } = options.work ?? WORK;
  const secrets = {
    hmacSignatureSecret: options.keys.proofs,
    hmacKeySignatureSecret: `${options.keys.proofs} of answers`,
  };

  const queue = createFairQueue({ running: 1, waiting: MOST_WAITING }, busy);

  async function make(): Promise<Challenge> {
    const { parameters, signature } = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost,
      counter: randomInt(least, most + 1),
      deriveKey,
      expiresAt: new Date(Date.now() + LIFETIME_MS),
      ...secrets,
    });
    const { keySignature, expiresAt } = parameters;
    const { algorithm, nonce, salt, keyLength, keyPrefix } = parameters;
    const named = { algorithm, nonce, salt, cost, keyLength, keyPrefix };
    return {
      parameters: { ...named, keySignature: keySignature!, expiresAt: expiresAt! },
      signature: signature!,
    };
  }

  return {
    challenge: (network: string): Promise<Challenge> => queue.run(wideNetworkOf(network), make),

    /** Whether a proof is genuine, fresh and right, and has not been used before. */
    async accept({ challenge, solution }: Proof): Promise<boolean> {
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
      return verified && (await options.limits.tryTake('proof', challenge.signature));
    },
  };
}
