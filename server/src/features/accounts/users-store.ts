import { STEP } from '@herenow/contract/constants';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@herenow/contract/entities';
import * as refusals from '@herenow/contract/refusals';
import { sql, type RawBuilder } from 'kysely';
import { createHash } from 'node:crypto';
import type { Db } from '../../database/db.ts';
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

/** A hash of the account’s present password, for what ends with it: 43 characters that nobody can try passwords on. */
export const passwordMark = ({ passwordHash }: Pick<Account, 'passwordHash'>): string =>
  createHash('sha256').update(passwordHash).digest('base64url');

/** The id of no account, for the same queries where there is none. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

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
  const { id, email, mailbox, passwordHash, username, cell } = account;
  const { rows } = await sql`
    INSERT INTO users (id, email, mailbox, password_hash, username, cell, notification_settings, created_at,
      updated_at, last_active_at)
    VALUES (${id}, ${email}, ${mailbox}, ${passwordHash}, ${username}, ${cell},
      ${JSON.stringify(DEFAULT_NOTIFICATION_SETTINGS)}, ${now}, ${now}, ${now})
    ON CONFLICT (email) DO NOTHING RETURNING id`.execute(db);
  return rows.length > 0;
}

/** Returns the accounts of a condition, perhaps followed by an order and a lock. */
async function listAccounts(db: Db, where: RawBuilder<unknown>): Promise<Account[]> {
  const { rows } = await sql<Account>`
    SELECT id, email, password_hash AS "passwordHash", suspended_at IS NOT NULL AS suspended,
      suspended_until AS "suspendedUntil", suspended_why AS "suspendedWhy",
      registration_step AS "registrationStep", email_validated AS "emailValidated"
    FROM users WHERE ${where}`.execute(db);
  return rows;
}

export async function findByEmail(db: Db, email: string): Promise<Account | undefined> {
  return (await listAccounts(db, sql`email = ${email}`))[0];
}

export async function findAccount(db: Db, userId: string): Promise<Account | undefined> {
  return (await listAccounts(db, sql`id = ${userId}`))[0];
}

/** Returns the account of a caller. Throws 401 if it has been deleted since the call was admitted. */
export async function getAccount(db: Db, userId: string): Promise<Account> {
  const account = await findAccount(db, userId);
  if (!account) throw new Refused(refusals.signInAgain);
  return account;
}

/** Undefined if the user has not verified an email. */
export async function findVerifiedEmail(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    SELECT email FROM users WHERE id = ${userId} AND email_validated`.execute(db);
  return rows[0]?.email;
}

/** Throws 409 unless a user has finished the registration, which takes reading a mail: before, accounts cost nothing. */
export async function requireFinished(db: Db, userId: string): Promise<void> {
  const { rows } = await sql`
    SELECT FROM users WHERE id = ${userId} AND registration_step = ${STEP.verified}`.execute(db);
  if (rows.length === 0) throw new Refused(refusals.registrationUnfinished);
}

/** Locks the account until the transaction ends; undefined once it is deleted. */
export async function lockAccount(db: Db, userId: string): Promise<Account | undefined> {
  return (await listAccounts(db, sql`id = ${userId} FOR NO KEY UPDATE`))[0];
}

/** Waits for accounts that are being opened or verified for the mailbox of a user, and holds off further ones. */
export async function lockMailboxOf(db: Db, userId: string): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended(mailbox, 0)) FROM users WHERE id = ${userId}`.execute(db);
}

/** SQL for the verified accounts of a user’s mailbox. */
const verifiedWith = (userId: string) =>
  sql`(email_validated AND mailbox = (SELECT mailbox FROM users WHERE id = ${userId}))`;

/**
 * Locks the account and the other verified ones of its mailbox, and then the mailbox, so that none is verified
 * meanwhile. Like all code that locks several people, it does so by id, to prevent deadlocks. `ending`: also prevents
 * other transactions from referring to them.
 */
export async function lockWithOthers(db: Db, userId: string, ending = false): Promise<Account | undefined> {
  const them = sql`
    id = ${userId} OR ${verifiedWith(userId)} ORDER BY id FOR ${ending ? sql`UPDATE` : sql`NO KEY UPDATE`}`;
  const [rows] = await Promise.all([listAccounts(db, them), lockMailboxOf(db, userId)]);
  return rows.find(({ id }) => id === userId);
}

/**
 * Locks an account, so that no other transaction can refer to it before it is deleted, together with the others of its
 * mailbox and `others`, which stay, and then the mailbox. These can be referred to: a deletion may take long, and must
 * not hold up what they do, or what is noted of them.
 */
export async function lockForDeletion(
  db: Db,
  userId: string,
  others: readonly string[],
): Promise<Account | undefined> {
  const staying = sql`(id = ANY(${others}::uuid[]) OR ${verifiedWith(userId)})`;
  const [, [account]] = await Promise.all([
    listAccounts(db, sql`${staying} AND id < ${userId} ORDER BY id FOR NO KEY UPDATE`),
    listAccounts(db, sql`id = ${userId} FOR UPDATE`),
    listAccounts(db, sql`${staying} AND id > ${userId} ORDER BY id FOR NO KEY UPDATE`),
    lockMailboxOf(db, userId),
  ]);
  return account;
}

/** Stores the mailbox of an account anew: it may be from before a rule by which it counts as that of another. */
export async function setMailbox(db: Db, userId: string, mailbox: string): Promise<void> {
  await sql`
    UPDATE users SET mailbox = ${mailbox} WHERE id = ${userId} AND mailbox IS DISTINCT FROM ${mailbox}`.execute(
    db,
  );
}

export async function setPassword(db: Db, userId: string, passwordHash: string, now: Date): Promise<void> {
  await sql`UPDATE users SET password_hash = ${passwordHash}, updated_at = ${now} WHERE id = ${userId}`.execute(
    db,
  );
}

export async function setEmailValidated(db: Db, userId: string, step: number, now: Date): Promise<void> {
  await sql`
    UPDATE users SET email_validated = true, registration_step = ${step}, updated_at = ${now}
    WHERE id = ${userId}`.execute(db);
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
  const { until = null, why = null } = suspension ?? {};
  await sql`
    UPDATE users SET suspended_at = ${suspension && now}, suspended_until = ${until}, suspended_why = ${why},
      updated_at = ${now}
    WHERE id = ANY(${userIds}::uuid[])`.execute(db);
}

export async function listSuspendedUntil(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE suspended_until <= ${now} LIMIT 100`.execute(db);
  return rows.map(({ id }) => id);
}

const unverified = (before: Date) =>
  sql`NOT email_validated AND created_at <= ${before} AND last_active_at <= ${before}`;

/** Returns accounts whose email is not verified and that have not been used since `before`, other than some. */
export async function listUnverified(
  db: Db,
  before: Date,
  { limit, but }: { limit: number; but: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM users WHERE ${unverified(before)} AND id <> ALL(${but}::uuid[]) LIMIT ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Returns false for an account that has been verified, or used since `before`. */
export async function isUnverified(db: Db, userId: string, before: Date): Promise<boolean> {
  const { rows } = await sql`SELECT FROM users WHERE ${unverified(before)} AND id = ${userId}`.execute(db);
  return rows.length > 0;
}

/** Deletes the account and all its data: every table refers to it with ON DELETE CASCADE. */
export async function deleteAccount(db: Db, userId: string): Promise<void> {
  await sql`DELETE FROM users WHERE id = ${userId}`.execute(db);
}
