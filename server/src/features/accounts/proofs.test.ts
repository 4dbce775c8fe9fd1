import type { Proof } from '@herenow/contract/accounts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, test } from 'vitest';
import { createProofs } from './proofs.ts';

/** Proofs whose replays are counted in memory, and one that is solved. */
async function solved() {
  const used = new Set<string>();
  const proofs = createProofs({
    keys: { proofs: 'a key for a test' },
    limits: {
      async take(_name, key) {
        if (used.has(key)) throw new Error('used');
        used.add(key);
      },
      tryTake: async () => true,
      giveBack: async () => {},
    },
    work: { cost: 1, least: 2, most: 4 },
  });
  const challenge = await proofs.challenge();
  const { counter, derivedKey } = (await solveChallenge({ challenge, deriveKey }))!;
  return { proofs, proof: { challenge, solution: { counter, derivedKey } } satisfies Proof };
}

test('a proof counts once', async () => {
  const { proofs, proof } = await solved();
  expect(await proofs.accept(proof)).toBe(true);
  expect(await proofs.accept(proof)).toBe(false);
});

test.each<[string, (proof: Proof) => Proof]>([
  [
    'a signature in other letters',
    ({ challenge, solution }) => ({
      challenge: { ...challenge, signature: challenge.signature.toUpperCase() },
      solution,
    }),
  ],
  [
    'a signature with more behind it',
    ({ challenge, solution }) => ({
      challenge: { ...challenge, signature: `${challenge.signature}00` },
      solution,
    }),
  ],
  [
    'a nonce in other letters',
    (proof) => changed(proof, { nonce: `${proof.challenge.parameters.nonce.toUpperCase()}0a` }),
  ],
  ['a later end', (proof) => changed(proof, { expiresAt: proof.challenge.parameters.expiresAt + 1 })],
  ['less work', (proof) => changed(proof, { keyPrefix: '' })],
  [
    'the key of another counter',
    ({ challenge, solution }) => ({
      challenge,
      solution: { ...solution, derivedKey: solution.derivedKey.replace(/.$/, 'x') },
    }),
  ],
])('nor does it count a second time, or at all, with %s', async (_, change) => {
  const { proofs, proof } = await solved();
  expect(await proofs.accept(change(proof))).toBe(false);
  expect(await proofs.accept(proof)).toBe(true);
  expect(await proofs.accept(change(proof))).toBe(false);
});

function changed(
  { challenge, solution }: Proof,
  parameters: Partial<Proof['challenge']['parameters']>,
): Proof {
  return { challenge: { ...challenge, parameters: { ...challenge.parameters, ...parameters } }, solution };
}
