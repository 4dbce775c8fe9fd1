/** Hashes and verifies passwords in a thread that yields to everything else. */
import { hashSync, verifySync, type Options } from '@node-rs/argon2';
import os from 'node:os';
import { workerData } from 'piscina';

/** Memory in KiB, and number of passes. */
export type PasswordCost = Required<Pick<Options, 'memoryCost' | 'timeCost'>>;

const cost = workerData as PasswordCost;

try {
  // On Linux a thread has its own priority; elsewhere this would change the priority of the whole server.
  if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_LOW);
} catch {
  // The system does not allow it. If the thread ended here, it would be restarted endlessly, and nobody could sign in.
}

export const hash = (password: string): string => hashSync(password, cost);

/** Whether a password matches. Throws if `stored` is not a hash. */
export const verify = ({ stored, password }: { stored: string; password: string }): boolean =>
  verifySync(stored, password);
