/** Hashes and verifies passwords one after the other, in a thread of its own that gives way to everything else. */
import { hashSync, verifySync } from '@node-rs/argon2';
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { PasswordCost } from './passwords-threads.ts';

export type PasswordTask = { password: string; hash?: string };
export type PasswordAnswer = { hash: string } | { same: boolean } | { error: string };

const cost = workerData as PasswordCost;

// On Linux a thread has a priority of its own; elsewhere this would be the whole server's.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_LOW);

function perform({ password, hash }: PasswordTask): PasswordAnswer {
  try {
    return hash === undefined ? { hash: hashSync(password, cost) } : { same: verifySync(hash, password) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

parentPort!.on('message', (task: PasswordTask) => parentPort!.postMessage(perform(task)));
