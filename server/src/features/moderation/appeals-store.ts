import { MODERATION_PAGE_MAX } from '@herenow/contract/constants';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../database/db.ts';
import { ACT, type LogRow } from './log-store.ts';
import { ABLE_OPERATORS, accountsSql, type Operator } from './operators.ts';

/** The acts on a user whose account stays; they can be appealed. */
const APPEALABLE = ['warn', 'remove-photo', 'remove-name', 'suspend', 'hide'] as const;
/** Entries that are not acts on a user: deciding an appeal, looking, and keeping a case. */
const NO_ACTS = sql`('grant-appeal', 'decline-appeal', 'look', 'hold')`;
const appealable = sql.join(APPEALABLE.map((action) => sql.lit(action)));

/** Returns the latest suspension of an account, or, if it is verified, of another account of its mailbox. */
export async function findSuspension(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT l.id FROM users me JOIN users u ON u.id = me.id OR (u.mailbox = me.mailbox AND me.email_validated)
    JOIN moderation_log l ON l.user_id = u.id AND l.action = 'suspend'
    WHERE me.id = ${userId} ORDER BY l.created_at DESC, l.id DESC LIMIT 1`.execute(db);
  return rows[0]?.id;
}

/**
 * Returns the latest decision about a user since a moment, unless they have signed in after it. A hiding is returned
 * only while it lasts.
 */
export async function findNewDecision(
  db: Db,
  userId: string,
  since: Date,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM moderation_log
    WHERE user_id = ${userId} AND action IN (${appealable}) AND created_at > ${since}
      AND (action <> 'hide' OR EXISTS (SELECT FROM users WHERE id = ${userId} AND hidden_until > ${now}))
      AND created_at > coalesce((SELECT max(created_at) FROM sessions WHERE user_id = ${userId}), '-infinity')
    ORDER BY created_at DESC, id DESC LIMIT 1`.execute(db);
  return rows[0]?.id;
}

/** A decision about an account that still exists, and the outcome of its appeal. */
export interface DecisionRow extends Omit<LogRow, 'userId'> {
  userId: string;
  appealed: boolean;
  granted: boolean | null;
}

export async function findDecision(db: Db, entryId: string): Promise<DecisionRow | undefined> {
  const { rows } = await sql<DecisionRow>`
    SELECT e.id, e.user_id AS "userId", e.created_at AS "createdAt", ${ACT}, a.id IS NOT NULL AS appealed, a.granted
    FROM moderation_log e JOIN users u ON u.id = e.user_id LEFT JOIN appeals a ON a.entry_id = e.id
    WHERE e.id = ${entryId} AND e.action IN (${appealable})`.execute(db);
  return rows[0];
}

/** Adds an appeal. Returns false if the decision has already been appealed. */
export async function addAppeal(
  db: Db,
  appeal: { id: string; entryId: string; userId: string; words: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO appeals (id, entry_id, user_id, words, created_at)
    VALUES (${appeal.id}, ${appeal.entryId}, ${appeal.userId}, ${appeal.words}, ${now})
    ON CONFLICT (entry_id) DO NOTHING RETURNING id`.execute(db);
  return rows.length > 0;
}

export interface AppealRow {
  id: string;
  userId: string;
  username: string;
  email: string;
  emailValidated: boolean;
  words: string;
  createdAt: Date;
  entry: LogRow;
  ownAct: boolean;
}

/**
 * Whether an operator, with any account, has acted on the person of an appeal or reported them: the appeal may then be
 * against the operator’s own act.
 */
const isOwnCause = (accounts: RawBuilder<unknown>) => sql<boolean>`(
  EXISTS (SELECT FROM moderation_log l
    WHERE l.user_id = a.user_id AND l.operator_id IN (${accounts}) AND l.action NOT IN ${NO_ACTS})
  OR EXISTS (SELECT FROM reports r WHERE r.reported_id = a.user_id AND r.reporter_id IN (${accounts})))`;

const THEIRS = accountsSql(sql`au`);
/** SQL for whether another operator could decide: one who has neither judged nor reported the person. */
const ANOTHER = sql`EXISTS (
  SELECT FROM ${ABLE_OPERATORS} WHERE a.user_id NOT IN (${THEIRS}) AND NOT ${isOwnCause(THEIRS)})`;

/**
 * Returns the appeals pending for this operator: those of people whom the operator has neither judged nor reported, and
 * those pending since before `alone` if every operator has. With an id, returns only that one, locked.
 */
export async function listAppeals(
  db: Db,
  { accounts }: Operator,
  alone: Date,
  id?: string,
): Promise<AppealRow[]> {
  const own = isOwnCause(sql`SELECT unnest(${accounts}::uuid[])`);
  const { rows } = await sql<
    Omit<AppealRow, 'entry'> & Omit<LogRow, 'id' | 'createdAt'> & { entryId: string; actedAt: Date }
  >`
    SELECT a.id, a.user_id AS "userId", u.username, u.email, u.email_validated AS "emailValidated",
      a.words, a.created_at AS "createdAt",
      e.id AS "entryId", e.created_at AS "actedAt", ${ACT}, ${own} AS "ownAct"
    FROM appeals a JOIN users u ON u.id = a.user_id JOIN moderation_log e ON e.id = a.entry_id
    WHERE a.decided_at IS NULL AND a.user_id <> ALL(${accounts}::uuid[]) ${id === undefined ? sql`` : sql`AND a.id = ${id}`}
      AND (NOT ${own} OR (a.created_at <= ${alone} AND NOT ${ANOTHER}))
    ORDER BY a.created_at, a.id LIMIT ${MODERATION_PAGE_MAX}
    ${id === undefined ? sql`` : sql`FOR UPDATE OF a`}`.execute(db);
  return rows.map(
    ({
      id: appealId,
      username,
      email,
      emailValidated,
      words,
      createdAt,
      ownAct,
      entryId,
      actedAt,
      ...act
    }) => {
      const appeal = { id: appealId, userId: act.userId, username, email, emailValidated, words, createdAt };
      return { ...appeal, ownAct, entry: { ...act, id: entryId, createdAt: actedAt } };
    },
  );
}

export async function findAppellant(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`
    SELECT user_id AS "userId" FROM appeals WHERE id = ${id}`.execute(db);
  return rows[0]?.userId;
}

export async function closeAppeal(db: Db, id: string, granted: boolean, now: Date): Promise<void> {
  await sql`UPDATE appeals SET decided_at = ${now}, granted = ${granted} WHERE id = ${id}`.execute(db);
}

export async function isSuspendedBy(db: Db, { id, userId, action }: LogRow): Promise<boolean> {
  if (action !== 'suspend' || userId === null) return false;
  const { rows } = await sql`SELECT FROM users WHERE id = ${userId} AND suspended_at IS NOT NULL`.execute(db);
  return rows.length > 0 && (await findSuspension(db, userId)) === id;
}
