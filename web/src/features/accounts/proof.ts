import { getChallenge, type Proof } from '@herenow/contract/accounts';
import { api } from '../../lib/api.ts';

/**
 * Computes the proof of work that the server asks for when a network makes too many requests or passwords are being
 * guessed. Takes about a second, while the button shows that it is busy. Loaded only when needed.
 */
export async function prove(): Promise<Proof> {
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ]);
  const challenge = await api(getChallenge, {});
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The proof of work has no answer.');
  return { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } };
}
