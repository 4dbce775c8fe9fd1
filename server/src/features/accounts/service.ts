import type { BodyOf } from '@herenow/contract/call';
import type * as calls from '@herenow/contract/accounts';
import { CONTACT_EMAIL, EMAIL_MAX, NAME_MAX } from '@herenow/contract/constants';
import type { beginPasskeyLogin } from '@herenow/contract/passkeys';
import type { RequestOptions } from '@herenow/contract/webauthn';
import { nameProblem, tidyName } from '@herenow/contract/rules';
import * as refusals from '@herenow/contract/refusals';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Caller, Client } from '../../http/mount.ts';
import type { Limits } from '../../http/limits.ts';
import { snapToCell } from '../../lib/cells.ts';
import type { Clock } from '../../lib/clock.ts';
import { invalid, Refused } from '../../lib/errors.ts';
import { newId, newSilentId } from '../../lib/ids.ts';
import { asciiDomain, normalizeEmail, type HashMailbox } from '../../lib/mailbox.ts';
import type { Log } from '../../lib/log.ts';
import type { Mail } from '../mail/index.ts';
import { isCommonPassword } from './common-passwords.ts';
import { checkOwnEmail } from './emails.ts';
import { isWrongCode, type FactorTries } from './factor-tries.ts';
import { orGiveBack, type SignInGate } from './sign-in-gate.ts';
import type { Passkeys } from './passkeys.ts';
import type { Passwords } from './passwords.ts';
import type { SecondFactors } from './second-factor.ts';
import type { Sessions } from './sessions.ts';
import type { Standing } from './standing.ts';
import { deleteBegunOf } from './second-factor-store.ts';
import * as store from './users-store.ts';

export interface AccountsOptions {
  db: Db;
  work: Work;
  clock: Clock;
  limits: Limits;
  mail: Mail;
  passwords: Passwords;
  sessions: Sessions;
  secondFactors: SecondFactors;
  passkeys: Passkeys;
  tries: FactorTries;
  standing: Pick<Standing, 'endOver'>;
  /** Deletes an account with everything that belongs to it. Returns it; undefined if it was already gone. */
  deleteAccount(tx: Tx, userId: string, isDue?: () => Promise<boolean>): Promise<store.Account | undefined>;
  /** Throws if a user may not delete the account. */
  onLeaving(db: Db, userId: string): Promise<void>;
  gate: SignInGate;
  log: Log;
  hashMailbox: HashMailbox;
  /** Finds where users read decisions about them. */
  links: {
    ofSuspension(db: Db, account: store.Account): Promise<string | undefined>;
    newsFor(db: Db, userId: string, now: Date): Promise<string | undefined>;
  };
}

export function createAccounts(options: AccountsOptions) {
  const { db, work, clock, limits, mail, passwords, sessions, deleteAccount, gate, log } = options;
  const { secondFactors } = options;

  /** Opens a session for a user whose password was right. Returns why not if they are suspended: a code is used up. */
  const openOrSuspended = (account: store.Account, body: BodyOf<typeof calls.login>, client: Client) =>
    work(async (tx) => {
      const current = await store.lockAccount(tx.db, account.id);
      // The password may have been changed, or the account deleted, while the old one was verified.
      if (current?.passwordHash !== account.passwordHash) throw new Refused(refusals.loginWrong);
      const securedSince = await secondFactors.check(tx, account, body);
      if (current.suspended) return suspensionOf(current, await options.links.ofSuspension(tx.db, current));
      await store.setMailbox(tx.db, account.id, options.hashMailbox(account.email));
      const decision = await options.links.newsFor(tx.db, current.id, clock.now());
      const from = { appSource: body.appSource, userAgent: client.device };
      const { token, device } = await sessions.open(tx, account.id, from);
      // A known device is the mailbox owner’s; until the email is verified, anybody may claim to be that.
      const deviceKey = current.emailValidated
        ? gate.deviceKey(account, body.device, securedSince)
        : undefined;
      return { token, device, deviceKey, decision };
    });

  async function openSession(account: store.Account, body: BodyOf<typeof calls.login>, client: Client) {
    const opened = await openOrSuspended(account, body, client);
    if (opened instanceof Refused) throw opened;
    return opened;
  }

  /**
   * Returns the account of an email and password, if it is one for this call. Throws 401 if they match none, which counts
   * as a failure. The caller counts what follows the right password.
   */
  async function recognise(
    body: BodyOf<typeof beginPasskeyLogin>,
    client: Client,
    isFor: (userId: string) => Promise<boolean> = async () => true,
  ) {
    const email = normalizeEmail(body.email);
    // No account has it, and anybody can send it: finding out its mailbox would take the longer the longer it is.
    if (email.length > EMAIL_MAX) throw new Refused(refusals.loginWrong);
    const passage = await gate.signIn(email, client, body);
    const { account, same } = await orGiveBack(passage, async () => {
      const account = await store.findByEmail(db, email);
      // Before the password, or the time would tell whether that is right.
      const fits = await isFor(account?.id ?? store.NOBODY);
      const same = await passwords.verify(account?.passwordHash, body.password, client.network);
      return { account, same: same && fits };
    });
    if (account && same) return { account, passage };
    log.info({ userId: account?.id }, 'sign-in failed');
    throw new Refused(refusals.loginWrong);
  }

  /**
   * Mails a sign-in that has happened, unless the device is known. Only its key makes it so: the name is what its program
   * says of itself. An unverified address may be another person’s, so it gets no mail.
   */
  async function tellOfSignIn(
    account: store.Account,
    { key, device }: { key?: string | undefined; device: string },
  ) {
    if (!account.emailValidated || gate.knownDevice(account, key, undefined) !== undefined) return;
    // Counted only now: tries in progress that fail must not use up the mail about one that succeeds.
    if (!(await limits.tryTake('signInMail', account.id))) return;
    await work((tx) => mail.newDevice(tx, account, { device, at: clock.now() }));
  }

  /** Opens a session with a code or a passkey; wrong ones count. */
  async function tryFactor<T>(
    { account, code }: { account: store.Account; code: string | undefined },
    key: string | undefined,
    enter: () => Promise<T>,
  ): Promise<T> {
    const device = gate.knownDevice(account, key, await secondFactors.since(account.id));
    return await options.tries.count({ account, code, device }, enter);
  }

  async function open(body: BodyOf<typeof calls.createUser>, client: Client): Promise<void> {
    const email = normalizeEmail(body.email);
    if (asciiDomain(email.split('@')[1]!) === undefined) throw invalid(refusals.emailInvalid.text);
    const username = usernameFor(email, body.username);
    if (await isCommonPassword(body.password)) throw new Refused(refusals.passwordCommon);
    if (await store.findByEmail(db, email)) throw new Refused(refusals.duplicateEmail);
    const account = {
      id: newSilentId(),
      email,
      // Only verifying reveals that the mailbox is suspended: anybody may open an account for it.
      mailbox: options.hashMailbox(email),
      passwordHash: await passwords.hash(body.password, client.network),
      username,
      cell: snapToCell(body.location),
    };
    // The email may have been taken since; the database decides.
    if (!(await store.insertAccount(db, account, clock.now()))) throw new Refused(refusals.duplicateEmail);
  }

  return {
    async register(body: BodyOf<typeof calls.createUser>, client: Client): Promise<void> {
      const passage = await gate.register(client, body);
      // To someone who looks for people, learning that an email is taken is worth as much as an account, so it stays
      // counted.
      await orGiveBack(passage, () => open(body, client), isTaken);
    },

    /**
     * Opens a session. Returns its token; the key by which this device is known from now on, if the email is verified;
     * and the token of a decision made since the last sign-in. If the user has a second factor, throws 403 until the
     * code or the passkey is right.
     */
    async login(
      body: BodyOf<typeof calls.login>,
      client: Client,
    ): Promise<{ token: string; deviceKey: string | undefined; decision: string | undefined }> {
      const { account, passage } = await recognise(body, client);
      if (account.suspendedUntil) await options.standing.endOver(account.id);
      const code = body.passkey ? undefined : body.code;
      const tries = Boolean(code || body.passkey);
      const enter = () => openSession(account, body, client);
      const entering = tries ? tryFactor({ account, code }, body.device, enter) : enter();
      const opened = await entering.catch(async (error: unknown) => {
        // A wrong code counts like a wrong password.
        if (tries && isWrongCode(error)) log.info({ userId: account.id }, 'second factor failed');
        else await passage.giveBack();
        throw error;
      });
      await passage.giveBack();
      await tellOfSignIn(account, { key: body.device, device: opened.device });
      return opened;
    },

    /**
     * Returns what a passkey is to sign. Only the right password of an account with a second factor reveals whether there
     * is one. Where a password opens the account, each sign-in is mailed: this call must not try it without.
     */
    async beginPasskeyLogin(body: BodyOf<typeof beginPasskeyLogin>, client: Client): Promise<RequestOptions> {
      const isSecured = async (userId: string) => (await secondFactors.since(userId)) !== undefined;
      const { account, passage } = await recognise(body, client, isSecured);
      await passage.giveBack();
      return await options.passkeys.ask(account);
    },

    /**
     * Changes the password, ends all other sessions, and makes all other devices unknown. Returns the next key of this
     * one, if it was known. Throws if the old password is wrong or the new one is common or unchanged.
     */
    async updatePassword(
      caller: Caller,
      body: BodyOf<typeof calls.updatePassword>,
    ): Promise<string | undefined> {
      await limits.take('passwordBySession', caller.sessionId);
      const account = await store.getAccount(db, caller.userId);
      checkOwnEmail(body.username, account.email);
      if (!(await passwords.verify(account.passwordHash, body.oldPassword, caller.userId)))
        throw new Refused(refusals.wrongOldPassword);
      if (body.newPassword === body.oldPassword) throw new Refused(refusals.samePassword);
      if (await isCommonPassword(body.newPassword)) throw new Refused(refusals.passwordCommon);
      const passwordHash = await passwords.hash(body.newPassword, caller.userId);
      const tells = account.emailValidated && (await limits.tryTake('passwordMail', caller.userId));
      await work(async (tx) => {
        const current = await store.lockAccount(tx.db, caller.userId);
        if (current?.passwordHash !== account.passwordHash) throw new Refused(refusals.wrongOldPassword);
        const now = clock.now();
        await store.setPassword(tx.db, caller.userId, passwordHash, now);
        // Whoever began it may know its secret.
        await deleteBegunOf(tx.db, caller.userId);
        await sessions.end(tx, caller.userId, { except: caller.sessionId });
        if (tells) await mail.passwordChanged(tx, account, { at: now });
      });
      return gate.nextDeviceKey(account, body.device, passwordHash);
    },

    /** Deletes the account and all its data, in one transaction, and tells its owner. */
    delete: (userId: string): Promise<void> =>
      work(async (tx) => {
        await options.onLeaving(tx.db, userId);
        const account = await deleteAccount(tx, userId);
        // With an unused id, since a mail job of the account itself would be deleted with it.
        if (!account) return;
        const { suspended } = account;
        await mail.accountGone(tx, { ...account, id: newId() }, { at: clock.now(), suspended });
      }),
  };
}

const isTaken = (error: unknown): boolean =>
  error instanceof Refused && error.code === refusals.duplicateEmail.code;

/** The name until the user chooses one, if the local part of the email is not a valid name. */
const NAMELESS = 'New here';

/**
 * Returns the given name or the part of the email before the @, cut to the maximum length. Clients send that part as
 * the name: since the user has not chosen it, it is replaced if it breaks the rule for names; a chosen name is refused.
 */
function usernameFor(email: string, given: string | undefined): string {
  const local = email.slice(0, email.lastIndexOf('@'));
  const wanted = tidyName(given ?? '') || local;
  const name = Array.from(wanted).slice(0, NAME_MAX).join('').trim();
  const problem = nameProblem(name);
  if (problem === undefined) return name;
  if (wanted.toLowerCase() === local) return NAMELESS;
  throw invalid(problem);
}

/** Returns the refusal that a suspended user gets after the right password. */
function suspensionOf(
  { suspendedUntil: until, suspendedWhy: why }: store.Account,
  link = CONTACT_EMAIL,
): Refused {
  // The text continues with a full stop.
  const reason = why?.replace(/[.\s]+$/, '');
  const words = { why: reason || '', until: until ? dayOf(until) : '', link };
  if (reason) return new Refused(until ? refusals.suspendedUntil : refusals.suspendedWhy, { words });
  if (until) return new Refused(refusals.suspendedAppealUntil, { words });
  return link === CONTACT_EMAIL
    ? new Refused(refusals.suspended)
    : new Refused(refusals.suspendedAppeal, { words });
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const dayOf = (at: Date) => DAY.format(at);
