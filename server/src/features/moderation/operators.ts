import * as refusals from '@herenow/contract/refusals';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { Refused } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { addReset, deleteFactor } from '../accounts/index.ts';

type Db = Kysely<Database>;

export interface Operator {
  id: string;
  /** The accounts of the operator's mailbox, this one among them: nobody sees or judges what is about themselves. */
  accounts: readonly string[];
}

/** Whether somebody is an operator, and one with a second factor; undefined: none. */
async function findOperator(
  db: Db,
  userId: string,
): Promise<{ secured: boolean; accounts: string[] } | undefined> {
  return await db
    .selectFrom('operators as o')
    .leftJoin('second_factors as f', (join) =>
      join.onRef('f.user_id', '=', 'o.user_id').on('f.confirmed_at', 'is not', null),
    )
    .select((eb) => [
      eb('f.user_id', 'is not', null).$castTo<boolean>().as('secured'),
      sql<string[]>`ARRAY(SELECT o.user_id::text UNION SELECT other.id::text
        FROM users me JOIN users other ON other.mailbox = me.mailbox WHERE me.id = o.user_id)`.as('accounts'),
    ])
    .where('o.user_id', '=', userId)
    .executeTakeFirst();
}

/** Throws 404 at everybody else, to whom there is no desk, and 403 at operators without a second factor. */
export async function requireOperator(db: Db, userId: string): Promise<Operator> {
  const operator = await findOperator(db, userId);
  if (!operator) throw new Refused(refusals.notFound);
  if (!operator.secured) throw new Refused(refusals.secondFactorNeeded);
  return { id: userId, accounts: operator.accounts };
}

/** Makes the person with this email an operator. Returns false if nobody has it. */
export async function addOperator(db: Db, email: string, now: Date): Promise<boolean> {
  const row = await db
    .insertInto('operators')
    .columns(['user_id', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select((user) => ['id', user.val(now).as('created_at')])
        .where('email', '=', email.trim().toLowerCase()),
    )
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ created_at: now }))
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if nobody with this email was an operator. */
export async function removeOperator(db: Db, email: string): Promise<boolean> {
  const row = await db
    .deleteFrom('operators')
    .using('users')
    .whereRef('users.id', '=', 'operators.user_id')
    .where('users.email', '=', email.trim().toLowerCase())
    .returning('operators.user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The emails of all operators. */
export async function listOperators(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('operators')
    .innerJoin('users', 'users.id', 'operators.user_id')
    .select('users.email')
    .orderBy('users.email')
    .execute();
  return rows.map(({ email }) => email);
}

/** Takes the second factor of somebody away who has lost it, and notes that. Returns false if nobody with this email has one. */
export async function resetSecondFactor(db: Db, email: string, now: Date): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select('id')
      .where('email', '=', email.trim().toLowerCase())
      .executeTakeFirst();
    if (!user || !(await deleteFactor(tx, user.id))) return false;
    await addReset(tx, { id: newId(), userId: user.id }, now);
    return true;
  });
}
