import type * as calls from '@herenow/contract/accounts';
import type { BodyOf } from '@herenow/contract/call';
import * as refusals from '@herenow/contract/refusals';
import type { JobData } from '../../database/jobs.ts';
import type { Db } from '../../database/tables.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Limits } from '../../http/limits.ts';
import type { Client } from '../../http/mount.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Log } from '../../lib/log.ts';
import type { HashMailbox } from '../../lib/mailbox.ts';
import { createSeal } from '../../lib/seal.ts';
import type { Mail } from '../mail/index.ts';
import type { Gate } from './sign-in-gate.ts';
import type { Codes } from './codes.ts';
import { normalizeEmail } from './emails.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import * as store from './users-store.ts';

export interface ResetOptions {
  db: Db;
  work: Work;
  clock: Clock;
  limits: Limits;
  mail: Mail;
  codes: Codes;
  passwords: Passwords;
  sessions: Sessions;
  keys: Keys;
  gate: Gate;
  hashMailbox: HashMailbox;
  log: Log;
}

/** The purpose under which requests are sealed. */
const RESET = 'reset';
/** An id that no user has. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export type Reset = ReturnType<typeof createReset>;

/** Replaces a forgotten password with the help of a mailed code. */
export function createReset(options: ResetOptions) {
  const { db, work, clock, limits, mail, codes, passwords, sessions, gate, log } = options;
  const seal = createSeal<{ email: string; clientHash: string }>(
    options.keys.seals,
    options.keys.previous?.seals,
  );

  async function replacePassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
    const account = await store.lockAccount(tx.db, userId);
    if (!account) throw new Refused(refusals.resetFailed);
    const now = clock.now();
    await store.setPassword(tx.db, userId, passwordHash, now);
    await codes.forget(tx, userId, 'reset');
    await sessions.end(tx, userId);
    await mail.passwordChanged(tx, account, { at: now });
  }

  return {
    /** Enqueues the same job for known and unknown emails: neither response nor timing reveals which it is. */
    async request(body: BodyOf<typeof calls.forgotPassword>, client: Client): Promise<void> {
      const email = normalizeEmail(body.email);
      const passage = await gate.resetMail(email, client, body);
      await limits.take('resetResend', `${options.hashMailbox(email)} ${client.network}`);
      await passage.count();
      const sealed = seal.seal({ email, clientHash: codes.clientHash(client.network) }, RESET);
      await work((tx) => tx.enqueue('reset', { sealed }));
    },

    /** Handles the job: mails a code if an account has this email and has not just received one. */
    async mailCode({ sealed }: JobData['reset']): Promise<void> {
      const { email, clientHash } = seal.open(sealed, RESET);
      await work(async (tx) => {
        const found = await store.findByEmail(tx.db, email);
        const account = found && (await store.lockAccount(tx.db, found.id));
        if (!account || account.suspended) return;
        if ((await codes.secondsToWait({ userId: account.id, purpose: 'reset', clientHash }, tx.db)) > 0)
          return;
        const code = await codes.make(tx, account.id, 'reset', clientHash);
        await mail.reset(tx, account, { code });
      });
    },

    /**
     * Sets a new password and ends all sessions. Without an email, only codes requested from the same network count.
     */
    async reset(body: BodyOf<typeof calls.resetPassword>, client: Client): Promise<void> {
      const passage = await gate.codeTry(client, body);
      const clientHash = codes.clientHash(client.network);
      const account =
        body.email === undefined ? undefined : await store.findByEmail(db, normalizeEmail(body.email));
      const whose = body.email === undefined ? { clientHash } : { clientHash, userId: account?.id ?? NOBODY };
      const right = await codes.tryCode('reset', whose, body.code);
      if (!right) {
        await passage.count();
        log.info({ userId: account?.id }, 'reset failed');
        throw new Refused(refusals.resetFailed);
      }
      const passwordHash = await passwords.hash(body.password);
      await work(async (tx) => {
        if (!(await codes.use(tx, right.id))) throw new Refused(refusals.resetFailed);
        await replacePassword(tx, right.userId, passwordHash);
      });
    },
  };
}
