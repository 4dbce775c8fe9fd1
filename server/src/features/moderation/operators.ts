import * as refusals from '@herenow/contract/refusals';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../database/db.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refused } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { normalizeEmail } from '../../lib/mailbox.ts';
import { addReset, deleteFactor } from '../accounts/index.ts';

export interface Operator {
  id: string;
  /**
   * This account and the other verified ones of the operator’s mailbox: no operator sees or judges a case about
   * themselves.
   */
  accounts: readonly string[];
  /** People whom these accounts have reported and whose report is pending, if another operator could judge it. */
  reported: readonly string[];
  /** The operator’s mailbox, by which reports on its deleted accounts are kept; null: not filled in yet. */
  mailbox: string | null;
}

/**
 * SQL for the accounts of an operator with the user `u`: this one and the other verified ones of the mailbox. Anybody
 * can open an account for another person’s mailbox, but not verify it.
 */
export const accountsSql = (u: RawBuilder<unknown>) => sql`
  SELECT ${u}.id UNION SELECT other.id FROM users other WHERE other.mailbox = ${u}.mailbox AND other.email_validated`;

/**
 * Whether a report `r` is by the user `u`: by this account or by any account that was verified for the mailbox, even a
 * deleted one. An array, since no side of an OR with a subquery would use its index.
 */
export const isReporterSql = (u: RawBuilder<unknown>, r: RawBuilder<unknown>) => sql`(
  ${r}.reporter_id = ${u}.id OR ${r}.reporter_mailbox = ${u}.mailbox
  OR ${r}.reporter_id = ANY(ARRAY(
    SELECT same.id FROM users same WHERE same.mailbox = ${u}.mailbox AND same.email_validated)))`;

/** SQL for the operators `ao` with the users `au` who can use the desk: not suspended, and with a second factor. */
export const ABLE_OPERATORS = sql`
  operators ao JOIN users au ON au.id = ao.user_id AND au.suspended_at IS NULL
    JOIN second_factors af ON af.user_id = ao.user_id AND af.confirmed_at IS NOT NULL`;

/**
 * Whether anyone but the operator with the user `u` could judge a person: an operator of another mailbox who is not the
 * person and has not reported them.
 */
export const anotherOperatorSql = (
  u: RawBuilder<unknown>,
  personId: RawBuilder<unknown>,
) => sql<boolean>`EXISTS (
  SELECT FROM ${ABLE_OPERATORS}
  WHERE au.id <> ${u}.id AND (au.mailbox = ${u}.mailbox) IS NOT TRUE
    AND NOT EXISTS (
      SELECT FROM users own
      WHERE own.id = ${personId} AND (own.id = au.id OR (own.mailbox = au.mailbox AND own.email_validated)))
    AND NOT EXISTS (
      SELECT FROM reports ar WHERE ar.reported_id = ${personId} AND ar.handled_at IS NULL
        AND ${isReporterSql(sql`au`, sql`ar`)}))`;

/** Whether an operator of another mailbox, which is none of `but` either, could judge a sealed case. */
export const operatorElsewhereSql = (
  mailbox: string | null,
  but: RawBuilder<unknown>,
) => sql<boolean>`EXISTS (
  SELECT FROM ${ABLE_OPERATORS}
  WHERE au.mailbox IS DISTINCT FROM ${mailbox}::text AND (au.mailbox = ANY(${but})) IS NOT TRUE)`;

/** Returns an operator, and whether they have a second factor; undefined if the user is not an operator. */
async function findOperator(
  db: Db,
  userId: string,
): Promise<(Omit<Operator, 'id'> & { secured: boolean }) | undefined> {
  const { rows } = await sql<Omit<Operator, 'id'> & { secured: boolean }>`
    SELECT u.mailbox, f.user_id IS NOT NULL AS secured, ARRAY(${accountsSql(sql`u`)}) AS accounts,
      ARRAY(SELECT DISTINCT r.reported_id FROM reports r
        WHERE r.handled_at IS NULL AND ${isReporterSql(sql`u`, sql`r`)}
          AND ${anotherOperatorSql(sql`u`, sql`r.reported_id`)}) AS reported
    FROM operators o JOIN users u ON u.id = o.user_id
    LEFT JOIN second_factors f ON f.user_id = o.user_id AND f.confirmed_at IS NOT NULL
    WHERE o.user_id = ${userId}`.execute(db);
  return rows[0];
}

/**
 * Returns the operator. Throws 404 for any other user, to hide that the desk exists, and 403 for operators without a
 * second factor.
 */
export async function requireOperator(db: Db, userId: string): Promise<Operator> {
  const operator = await findOperator(db, userId);
  if (!operator) throw new Refused(refusals.notFound);
  if (!operator.secured) throw new Refused(refusals.secondFactorNeeded);
  const { accounts, reported, mailbox } = operator;
  return { id: userId, accounts, reported, mailbox };
}

/**
 * Throws 409 if a user, or another verified account of the mailbox, is an operator: otherwise someone with a stolen
 * session of one operator could remove all the others, and nobody could stop them.
 */
export async function requireNoOperator(db: Db, userId: string): Promise<void> {
  const { rows } = await sql`
    SELECT FROM operators o JOIN users u ON u.id = o.user_id
    WHERE ${userId}::uuid IN (${accountsSql(sql`u`)}) OR u.mailbox = (
      SELECT mailbox FROM users person WHERE person.id = ${userId} AND person.email_validated)`.execute(db);
  if (rows.length > 0) throw new Refused(refusals.operatorFirst);
}

/**
 * Throws 409 if an operator wants to delete the account: the log would no longer name them for what they do, and
 * someone with a stolen session could remove them all the same.
 */
export async function requireNotOperating(db: Db, userId: string): Promise<void> {
  const { rows } = await sql`SELECT FROM operators WHERE user_id = ${userId}`.execute(db);
  if (rows.length > 0) throw new Refused(refusals.operatorLeaves);
}

/** Makes the user with this email an operator. Returns false if no user has verified it. */
export async function addOperator(db: Db, email: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO operators (user_id, created_at)
    SELECT id, ${now}::timestamptz FROM users WHERE email = ${normalizeEmail(email)} AND email_validated
    ON CONFLICT (user_id) DO UPDATE SET created_at = excluded.created_at RETURNING user_id`.execute(db);
  return rows.length > 0;
}

/** Removes an operator by email. Returns false if no operator has it. */
export async function removeOperator(db: Db, email: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM operators USING users WHERE users.id = user_id AND users.email = ${normalizeEmail(email)}
    RETURNING user_id`.execute(db);
  return rows.length > 0;
}

export async function listOperators(db: Db): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    SELECT email FROM operators JOIN users ON users.id = user_id ORDER BY email`.execute(db);
  return rows.map(({ email }) => email);
}

/**
 * Removes the second factor of a user who has lost it, and records that. Returns false if no user with this email has
 * one.
 */
export async function resetSecondFactor(db: Db, email: string, now: Date): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    // The same lock as every other change of the factor takes.
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM users WHERE email = ${normalizeEmail(email)} FOR NO KEY UPDATE`.execute(tx);
    const [user] = rows;
    if (!user || !(await deleteFactor(tx, user.id))) return false;
    await addReset(tx, { id: newId(), userId: user.id }, now);
    return true;
  });
}
