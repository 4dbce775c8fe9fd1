import type * as calls from '@herenow/contract/accounts';
import type { BodyOf } from '@herenow/contract/call';
import * as refusals from '@herenow/contract/refusals';
import { codeProblem } from '@herenow/contract/rules';
import type { JobData } from '../../database/jobs.ts';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Limits } from '../../http/limits.ts';
import type { Client } from '../../http/mount.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Log } from '../../lib/log.ts';
import { normalizeEmail, type HashMailbox } from '../../lib/mailbox.ts';
import { createSeal } from '../../lib/seal.ts';
import type { Mail } from '../mail/index.ts';
import { orGiveBack, type SignInGate } from './sign-in-gate.ts';
import type { Codes } from './codes.ts';
import { createResetLinks } from './reset-links.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import { deleteBegunOf } from './second-factor-store.ts';
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
  config: { publicUrl: string };
  gate: SignInGate;
  hashMailbox: HashMailbox;
  log: Log;
}

/** The purpose under which requests are sealed. */
const RESET = 'reset';

/** What is kept of a request until the job; no `clientHash` if a link is to be mailed instead of a code. */
interface Request {
  email: string;
  clientHash?: string;
}

/** A right code or link: whose password it replaces, and whether it may still be used once the account is locked. */
interface Right {
  userId: string;
  use(tx: Tx, account: store.Account): Promise<boolean>;
}

/** Replaces a forgotten password by a mailed code or, after many requests for codes or tries of one, by a link. */
export function createReset(options: ResetOptions) {
  const { db, work, clock, limits, mail, codes, passwords, sessions, gate, hashMailbox, log } = options;
  const seal = createSeal<Request>(options.keys.seals, options.keys.previous?.seals);
  const links = createResetLinks(options);

  async function replacePassword(tx: Tx, right: Right, passwordHash: string): Promise<void> {
    const account = await store.lockAccount(tx.db, right.userId);
    if (!account || !(await right.use(tx, account))) throw new Refused(refusals.resetFailed);
    const now = clock.now();
    await store.setPassword(tx.db, account.id, passwordHash, now);
    await deleteBegunOf(tx.db, account.id);
    await codes.forget(tx, account.id, 'reset');
    await sessions.end(tx, account.id);
    await mail.passwordChanged(tx, account, { at: now });
  }

  async function mailCode({ email, clientHash }: { email: string; clientHash: string }): Promise<void> {
    await work(async (tx) => {
      const found = await store.findByEmail(tx.db, email);
      const account = found && (await store.lockAccount(tx.db, found.id));
      if (!account) return;
      if ((await codes.secondsToWait({ userId: account.id, purpose: 'reset', clientHash }, tx.db)) > 0)
        return;
      const code = await codes.make(tx, account.id, 'reset', clientHash);
      await mail.reset(tx, account, { code, clientHash });
    });
  }

  async function mailLink({ email }: { email: string }): Promise<void> {
    const account = await store.findByEmail(db, email);
    if (!account) return;
    // Anybody may open accounts for another spelling of the mailbox; until they are verified, they share one limit.
    const whose = account.emailValidated ? account.id : hashMailbox(email);
    if (!(await limits.tryTake('resetLinks', whose))) return;
    await work((tx) => mail.resetLink(tx, account, { url: links.linkOf(account) }));
  }

  async function isSpent(email: string, clientHash: string): Promise<boolean> {
    const account = await store.findByEmail(db, email);
    return (
      account !== undefined && (await codes.isSpent({ userId: account.id, purpose: 'reset', clientHash }))
    );
  }

  async function readLink(code: string): Promise<Right | undefined> {
    const link = links.read(code);
    const account = link && (await store.findByEmail(db, link.email));
    if (link && account && links.isUnused(link, account))
      return { userId: account.id, use: async (_tx, locked) => links.isUnused(link, locked) };
    log.info({ userId: account?.id }, 'reset failed');
    return undefined;
  }

  /** Without an email, only codes requested from the same network count. */
  async function tryCode({ email, code }: { email?: string | undefined; code: string }, network: string) {
    const clientHash = codes.clientHash(network);
    const account = email === undefined ? undefined : await store.findByEmail(db, normalizeEmail(email));
    const whose = email === undefined ? { clientHash } : { clientHash, userId: account?.id ?? store.NOBODY };
    const right = await codes.tryCode('reset', whose, code);
    if (!right) log.info({ userId: account?.id }, 'reset failed');
    return right && ({ userId: right.userId, use: (tx) => codes.use(tx, right.id) } satisfies Right);
  }

  return {
    /** Enqueues the same job for known and unknown emails: neither response nor timing reveals which it is. */
    async request(body: BodyOf<typeof calls.forgotPassword>, client: Client): Promise<void> {
      const email = normalizeEmail(body.email);
      const mailbox = hashMailbox(email);
      const passage = await gate.resetMail(email, client, body);
      await orGiveBack(passage, () => limits.take('resetResend', `${mailbox} ${client.network}`));
      const byCode = await limits.tryTake(passage.byDevice ? 'resetCodesByDevices' : 'resetCodes', mailbox);
      const request = byCode ? { email, clientHash: codes.clientHash(client.network) } : { email };
      await work((tx) => tx.enqueue('reset', { sealed: seal.seal(request, RESET) }));
    },

    /**
     * Handles the job: mails a code or a link if an account has this email and has not just received one. Once the tries
     * of a code are used up, the next mail has a link: somebody on the same network could use up those of each code.
     */
    async deliver({ sealed }: JobData['reset']): Promise<void> {
      const { email, clientHash } = seal.open(sealed, RESET);
      if (clientHash === undefined || (await isSpent(email, clientHash))) await mailLink({ email });
      else await mailCode({ email, clientHash });
    },

    /** Sets a new password and ends all sessions. */
    async reset(body: BodyOf<typeof calls.resetPassword>, client: Client): Promise<void> {
      const passage = await gate.codeTry(client, body);
      const right = await (isCode(body.code) ? tryCode(body, client.network) : readLink(body.code));
      if (!right) throw new Refused(refusals.resetFailed);
      const passwordHash = await passwords.hash(body.password, client.network);
      await work((tx) => replacePassword(tx, right, passwordHash));
      await passage.giveBack();
    },
  };
}

const isCode = (text: string): boolean => codeProblem(text) === undefined;
