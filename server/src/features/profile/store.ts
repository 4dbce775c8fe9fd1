import type { NotificationSettings } from '@herenow/contract/entities';
import { LIST_MAX } from '@herenow/contract/constants';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Database, UsersTable } from '../../database/tables.ts';

type Db = Kysely<Database>;

/** A person without the password, and without where they were last. */
export type UserRow = Omit<
  Selectable<UsersTable>,
  'password_hash' | 'mailbox' | 'cell' | 'suspended_until' | 'suspended_why' | 'hidden_until'
>;

const COLUMNS = [
  'id',
  'email',
  'username',
  'gender',
  'date_of_birth',
  'bio',
  'my_tags',
  'max_distance_km',
  'registration_step',
  'email_validated',
  'notification_settings',
  'suspended_at',
  'verified_photo',
  'created_at',
  'updated_at',
  'last_active_at',
] as const;

export async function findUser(db: Db, userId: string): Promise<UserRow | undefined> {
  return await db.selectFrom('users').select(COLUMNS).where('id', '=', userId).executeTakeFirst();
}

/** Locks the person, so that changes of one record come one after the other. */
export async function lockUser(db: Db, userId: string): Promise<UserRow | undefined> {
  return await db
    .selectFrom('users')
    .select(COLUMNS)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The fields of a record that its owner may change. */
export interface Changes {
  username: string;
  gender: string | null;
  dateOfBirth: string | null;
  bio: string;
  tags: string[];
  maxDistanceKm: number | null;
  notificationSettings: NotificationSettings;
  registrationStep: number;
}

export async function saveUser(db: Db, userId: string, changes: Changes, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({
      username: changes.username,
      gender: changes.gender,
      date_of_birth: changes.dateOfBirth,
      bio: changes.bio,
      my_tags: changes.tags,
      max_distance_km: changes.maxDistanceKm,
      notification_settings: JSON.stringify(changes.notificationSettings),
      registration_step: changes.registrationStep,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute();
}

/** Whom a person has pinned, and whose pins they have rejected, since the start of their presence. */
export async function listPinnedAndRejected(
  db: Db,
  userId: string,
  since: Date,
): Promise<{ pinned: string[]; rejected: string[] }> {
  const { rows } = await sql<{ other: string; mine: boolean }>`
    SELECT CASE WHEN low_id = ${userId} THEN high_id ELSE low_id END AS other, initiated_by = ${userId} AS mine
    FROM chats
    WHERE (low_id = ${userId} OR high_id = ${userId}) AND (
      (initiated_by = ${userId} AND created_at >= ${since})
      OR (initiated_by <> ${userId} AND pin_status = 'rejected' AND answered_at >= ${since}))
    ORDER BY created_at DESC, id DESC LIMIT ${LIST_MAX}`.execute(db);
  const others = (mine: boolean) =>
    rows
      .filter((row) => row.mine === mine)
      .map((row) => row.other)
      .toReversed();
  return { pinned: others(true), rejected: others(false) };
}
