import { getChallenge, type Proof } from '@herenow/contract/accounts';
import { api } from '../../lib/api.ts';

/**
 * Does the proof of work that the server asks for where many have come from one network, or somebody is guessing
 * passwords: about a second, while the button says that it is busy. Fetched only then.
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
