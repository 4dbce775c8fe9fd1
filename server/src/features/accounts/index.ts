import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../database/tables.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Limits } from '../../http/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Mail } from '../mail/index.ts';
import { createClosing } from './closing.ts';
import { createCodes } from './codes.ts';
import { createPasswords, type PasswordCost } from './passwords.ts';
import { createReset } from './reset.ts';
import { createAccounts } from './service.ts';
import { createSessions } from './sessions.ts';
import { createTokens } from './tokens.ts';
import { createVerification } from './verification.ts';

export type { Closing } from './closing.ts';
export type { PasswordCost } from './passwords.ts';
export { accountRoutes } from './routes.ts';

export interface AccountsFeatureOptions {
  db: Kysely<Database>;
  pool: pg.Pool;
  work: Work;
  clock: Clock;
  limits: Limits;
  mail: Mail;
  keys: Keys;
  /** What hashing a password costs; undefined: what is safe. */
  passwordCost?: PasswordCost | undefined;
  /** Runs after the end of a session is committed, to close its sockets on every node. */
  onSessionEnded(sessionId: string): void;
  /** What goes with the person in the transaction that deletes or suspends an account. */
  onGone: readonly ((tx: Tx, userId: string) => Promise<void>)[];
}

export type AccountsFeature = ReturnType<typeof createAccountsFeature>;

export function createAccountsFeature(options: AccountsFeatureOptions) {
  const tokens = createTokens(options);
  const sessions = createSessions({ ...options, tokens });
  const passwords = createPasswords({ cost: options.passwordCost });
  const codes = createCodes(options);
  const closing = createClosing({ ...options, sessions });
  const accounts = createAccounts({ ...options, passwords, sessions, closing });
  const verification = createVerification({ ...options, codes });
  const reset = createReset({ ...options, codes, passwords, sessions });
  return {
    accounts,
    sessions,
    verification,
    reset,
    closing,
    /** Forgets sessions and codes that are over. */
    async sweep(): Promise<void> {
      await sessions.sweep();
      await codes.sweep();
    },
    /** Ends the threads that hash passwords. */
    close: () => passwords[Symbol.asyncDispose](),
  };
}
