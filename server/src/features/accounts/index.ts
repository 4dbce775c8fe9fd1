import type pg from 'pg';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Limits } from '../../http/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keys } from '../../lib/keys.ts';
import type { HashMailbox } from '../../lib/mailbox.ts';
import type { Log } from '../../lib/log.ts';
import { throwFailures, tryEach } from '../../lib/try-each.ts';
import type { Mail } from '../mail/index.ts';
import { createCodes } from './codes.ts';
import { createDevices } from './devices.ts';
import { createFactorCodes } from './factor-codes.ts';
import { createFactorTries } from './factor-tries.ts';
import { createSignInGate } from './sign-in-gate.ts';
import type { Mailboxes } from './mailboxes.ts';
import { createPasskeys, type PasskeysOptions } from './passkeys.ts';
import { createPasswordProof } from './password-proof.ts';
import { createPasswords, type PasswordCost } from './passwords.ts';
import { createProofs, type ProofWork } from './proofs.ts';
import { createReset } from './reset.ts';
import { createSecondFactorSetup } from './second-factor-setup.ts';
import { createSecondFactors } from './second-factor.ts';
import { createAccounts, type AccountsOptions } from './service.ts';
import type { Sessions } from './sessions.ts';
import { createStanding } from './standing.ts';
import { createUnverified } from './unverified.ts';
import { createVerification } from './verification.ts';

export type { PasswordCost } from './passwords.ts';
export type { ProofWork } from './proofs.ts';
export { accountRoutes, FORGET_SEEN } from './routes.ts';
export { addReset, deleteFactor } from './second-factor-store.ts';
export { countedAs, createMailboxes, PROTECTED_MS, type Mailboxes, type ClosedAccount } from './mailboxes.ts';
export { createSessions, type Sessions } from './sessions.ts';
export { liveSessionsSql } from './sessions-store.ts';
export type { Standing } from './standing.ts';
export { createTokens, TOKEN_MS } from './tokens.ts';
export type { Verification } from './verification.ts';
export {
  deleteAccount,
  findAccount,
  lockAccount,
  lockForDeletion,
  lockMailboxOf,
  lockWithOthers,
  passwordMark,
  requireFinished,
  type Account,
  type Suspension,
} from './users-store.ts';

export interface AccountsFeatureOptions {
  db: Db;
  pool: pg.Pool;
  work: Work;
  clock: Clock;
  limits: Limits;
  mail: Mail;
  keys: Keys;
  /** The cost of hashing a password; the default is safe. */
  passwordCost?: PasswordCost | undefined;
  /** The amount of work that a proof takes; the default is useful. */
  proofWork?: ProofWork | undefined;
  log: Log;
  sessions: Sessions;
  deleteAccount: AccountsOptions['deleteAccount'];
  onLeaving: AccountsOptions['onLeaving'];
  /** Hooks for an account whose email is verified; they apply what was kept of earlier accounts of the mailbox. */
  onVerified: readonly ((tx: Tx, account: { id: string; mailbox: string }) => Promise<void>)[];
  mailboxes: Mailboxes;
  links: AccountsOptions['links'];
  config: PasskeysOptions['config'];
  hashMailbox: HashMailbox;
}

export type AccountsFeature = ReturnType<typeof createAccountsFeature>;

export function createAccountsFeature(options: AccountsFeatureOptions) {
  const { sessions } = options;
  const passwords = createPasswords({ cost: options.passwordCost });
  const codes = createCodes(options);
  const proofs = createProofs({ ...options, work: options.proofWork });
  const gate = createSignInGate({ ...options, proofs, devices: createDevices(options) });
  const tries = createFactorTries(options);
  const proof = createPasswordProof({ ...options, passwords });
  const factorCodes = createFactorCodes({ ...options, proof, tries });
  const passkeys = createPasskeys({ ...options, factorCodes });
  const secondFactors = createSecondFactors({ ...options, passkeys, factorCodes });
  const secondFactorSetup = createSecondFactorSetup({ ...options, proof, factorCodes });
  const standing = createStanding(options);
  const accounts = createAccounts({ ...options, gate, passwords, secondFactors, passkeys, tries, standing });
  const verification = createVerification({ ...options, codes, gate });
  const unverified = createUnverified(options);
  const reset = createReset({ ...options, gate, codes, passwords });
  return {
    accounts,
    sessions,
    verification,
    proofs,
    reset,
    secondFactors,
    secondFactorSetup,
    passkeys,
    standing,
    unverified,
    /** Deletes ended sessions, codes and setups, and ends suspensions that have run out. */
    async sweep(): Promise<void> {
      const parts = [standing, sessions, codes, secondFactors, secondFactorSetup];
      throwFailures(await tryEach(parts, (part) => part.sweep()), 'Some accounts could not be swept.');
    },
    close: () => passwords[Symbol.asyncDispose](),
  };
}
export { accountJobs } from './jobs.ts';
export { accountLimits } from './limits.ts';
