import type { Proof } from '@herenow/contract/accounts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, test } from 'vitest';
import { signInBusy } from '@herenow/contract/refusals';
import type { Refused } from '../../lib/errors.ts';
import { createProofs } from './proofs.ts';

const work = { cost: 1, least: 2, most: 4 };

/** Proofs whose replays are counted in memory, and one that is solved. */
async function solved() {
  const used = new Set<string>();
  const proofs = createProofs({
    keys: { proofs: 'a key for a test' },
    limits: {
      take: async () => {},
      async tryTake(_name, key) {
        return used.size < used.add(key).size;
      },
      giveBack: async () => {},
    },
    work,
  });
  const challenge = await proofs.challenge('192.0.2.1');
  const { counter, derivedKey } = (await solveChallenge({ challenge, deriveKey }))!;
  return { proofs, proof: { challenge, solution: { counter, derivedKey } } satisfies Proof };
}

test('a proof counts once', async () => {
  const { proofs, proof } = await solved();
  expect(await proofs.accept(proof)).toBe(true);
  expect(await proofs.accept(proof)).toBe(false);
});

test('challenges are made one at a time, and a flood from one network holds up no other', async () => {
  const limits = { take: async () => {}, tryTake: async () => true, giveBack: async () => {} };
  const proofs = createProofs({ keys: { proofs: 'a key for a test' }, limits, work });
  let made = 0;
  const flood = Array.from({ length: 300 }, (_, n) => proofs.challenge(`192.0.2.${n % 200}`));
  const answers = Promise.allSettled(flood.map((one) => one.then(() => (made += 1))));
  await proofs.challenge('198.51.100.1');
  expect(made).toBeLessThan(10);
  const refused = (await answers).flatMap((one) =>
    one.status === 'rejected' ? [one.reason as Refused] : [],
  );
  expect(refused.length).toBeGreaterThanOrEqual(198);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set([signInBusy.code]));
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
