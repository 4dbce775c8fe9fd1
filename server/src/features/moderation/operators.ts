import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';

type Db = Kysely<Database>;

export async function isOperator(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('operators')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes whoever has this email an operator. Returns false if nobody has it. */
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
