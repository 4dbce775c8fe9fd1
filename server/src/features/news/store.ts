import { STEP } from '@herenow/contract/constants';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';

export interface Recipient {
  id: string;
  email: string;
}

/** Users who allow news, have a verified email, and have not received this one. */
const WAITING = (newsId: string) => sql`
  FROM users u WHERE u.registration_step = ${STEP.verified} AND u.email_validated AND u.suspended_at IS NULL
    AND (u.notification_settings ->> 'emailNewsAndUpdatesNotifications')::boolean
    AND NOT EXISTS (SELECT FROM news_sent s WHERE s.news_id = ${newsId} AND s.user_id = u.id)`;

export async function countRecipients(db: Db, newsId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count ${WAITING(newsId)}`.execute(db);
  return rows[0]!.count;
}

/** Returns the next recipients after an id. */
export async function listRecipients(
  db: Db,
  newsId: string,
  after: string,
  limit: number,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    SELECT u.id, u.email ${WAITING(newsId)} AND u.id > ${after} ORDER BY u.id LIMIT ${limit}`.execute(db);
  return rows;
}

/** Records that a user is now sent the news. False if they have received it or no longer want it. */
export async function claim(db: Db, newsId: string, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO news_sent (news_id, user_id, sent_at)
    SELECT ${newsId}, u.id, ${now}::timestamptz ${WAITING(newsId)} AND u.id = ${userId}
    ON CONFLICT DO NOTHING RETURNING user_id`.execute(db);
  return rows.length > 0;
}

/** Removes the record after the mail server has refused the mail, so that the next run retries. */
export async function unclaim(db: Db, newsId: string, userId: string): Promise<void> {
  await sql`DELETE FROM news_sent WHERE news_id = ${newsId} AND user_id = ${userId}`.execute(db);
}
