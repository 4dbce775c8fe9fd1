import { STEP } from '@herenow/contract/constants';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@herenow/contract/entities';
import * as refusals from '@herenow/contract/refusals';
import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';
import { Refused } from '../../lib/errors.ts';

export interface Account {
  id: string;
  email: string;
  passwordHash: string;
  suspended: boolean;
  suspendedUntil: Date | null;
  suspendedWhy: string | null;
  registrationStep: number;
  emailValidated: boolean;
}

export interface NewAccount {
  id: string;
  email: string;
  mailbox: string;
  passwordHash: string;
  username: string;
  cell: string;
}

/** Returns false, with nothing written, if the email is taken. */
export async function insertAccount(db: Db, account: NewAccount, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('users')
    .values({
      id: account.id,
      email: account.email,
      mailbox: account.mailbox,
      password_hash: account.passwordHash,
      username: account.username,
      cell: account.cell,
      notification_settings: JSON.stringify(DEFAULT_NOTIFICATION_SETTINGS),
      created_at: now,
      updated_at: now,
      last_active_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

const accounts = (db: Db) =>
  db
    .selectFrom('users')
    .select((eb) => [
      'id',
      'email',
      'password_hash as passwordHash',
      eb('suspended_at', 'is not', null).$castTo<boolean>().as('suspended'),
      'suspended_until as suspendedUntil',
      'suspended_why as suspendedWhy',
      'registration_step as registrationStep',
      'email_validated as emailValidated',
    ]);

export async function findByEmail(db: Db, email: string): Promise<Account | undefined> {
  return await accounts(db).where('email', '=', email).executeTakeFirst();
}

/** Returns the account of a caller. Throws 401 if it has been deleted since the call was admitted. */
export async function getAccount(db: Db, userId: string): Promise<Account> {
  return await accounts(db)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new Refused(refusals.signInAgain));
}

/** Undefined if the user has not verified an email. */
export async function findVerifiedEmail(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('email_validated', '=', true)
    .executeTakeFirst();
  return row?.email;
}

/** Throws 409 unless a user has finished the registration, which takes reading a mail: before, accounts cost nothing. */
export async function requireFinished(db: Db, userId: string): Promise<void> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('registration_step', '=', STEP.verified)
    .executeTakeFirst();
  if (!row) throw new Refused(refusals.registrationUnfinished);
}

/** Locks the account until the transaction ends; undefined once it is deleted. */
export async function lockAccount(db: Db, userId: string): Promise<Account | undefined> {
  return await accounts(db).where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();
}

/** Waits for accounts that are being opened or verified for the mailbox of a user, and holds off further ones. */
export async function lockMailboxOf(db: Db, userId: string): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended(mailbox, 0)) FROM users WHERE id = ${userId}`.execute(db);
}

/**
 * Locks the account and the other verified ones of its mailbox, and then the mailbox, so that none is verified
 * meanwhile. Like all code that locks several people, it does so by id, to prevent deadlocks. `ending`: also prevents
 * other transactions from referring to them.
 */
export async function lockWithOthers(db: Db, userId: string, ending = false): Promise<Account | undefined> {
  const them = accounts(db)
    .where((eb) =>
      eb.or([
        eb('id', '=', userId),
        eb.and([
          eb('email_validated', '=', true),
          eb('mailbox', '=', eb.selectFrom('users').select('mailbox').where('id', '=', userId)),
        ]),
      ]),
    )
    .orderBy('id');
  const lock = ending ? them.forUpdate() : them.forNoKeyUpdate();
  const [rows] = await Promise.all([lock.execute(), lockMailboxOf(db, userId)]);
  return rows.find(({ id }) => id === userId);
}

/**
 * Locks an account, so that no other transaction can refer to it before it is deleted, together with others that stay.
 */
export async function lockForDeletion(
  db: Db,
  userId: string,
  others: readonly string[],
): Promise<Account | undefined> {
  const ids = [userId, ...others];
  const rows = await accounts(db)
    .where((where) => where('id', '=', where.fn.any(where.val(ids))))
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.find(({ id }) => id === userId);
}

export async function setPassword(db: Db, userId: string, passwordHash: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

export async function setEmailValidated(db: Db, userId: string, step: number, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_validated: true, registration_step: step, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

/** Until when (null: permanently), why, and where to appeal, as the user is told. */
export interface Suspension {
  until: Date | null;
  why: string;
  /** Where to appeal. */
  link: string;
}

/** Suspends accounts, or, with null, ends their suspension. */
export async function setSuspended(
  db: Db,
  userIds: readonly string[],
  suspension: Suspension | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      suspended_at: suspension && now,
      suspended_until: suspension?.until ?? null,
      suspended_why: suspension?.why ?? null,
      updated_at: now,
    })
    .where((where) => where('id', '=', where.fn.any(where.val(userIds))))
    .execute();
}

/** Returns accounts whose suspension has run out. */
export async function listSuspendedUntil(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('suspended_until', '<=', now)
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

const unverified = (db: Db, before: Date) =>
  db
    .selectFrom('users')
    .select('id')
    // No parameter, or a plan that is kept for all values could not use the index of these accounts.
    .where(sql<boolean>`NOT email_validated`)
    .where('created_at', '<=', before)
    .where('last_active_at', '<=', before);

/** Returns accounts whose email is not verified and that have not been used since `before`, other than some. */
export async function listUnverified(
  db: Db,
  before: Date,
  { limit, but }: { limit: number; but: readonly string[] },
): Promise<string[]> {
  const rows = await unverified(db, before)
    .where(sql<boolean>`id <> ALL(${but}::uuid[])`)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns false for an account that has been verified, or used since `before`. */
export async function isUnverified(db: Db, userId: string, before: Date): Promise<boolean> {
  const row = await unverified(db, before).where('id', '=', userId).executeTakeFirst();
  return row !== undefined;
}

/** Deletes the account and all its data: every table refers to it with ON DELETE CASCADE. */
export async function deleteAccount(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', userId).execute();
}
