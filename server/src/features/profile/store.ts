import type { NotificationSettings } from '@herenow/contract/entities';
import { sql, type Selectable } from 'kysely';
import type { Database, Db } from '../../database/tables.ts';

/** A user without the password and without the last place. */
export type UserRow = Omit<
  Selectable<Database['users']>,
  'password_hash' | 'mailbox' | 'cell' | 'suspended_until' | 'suspended_why' | 'hidden_until'
>;

export const COLUMNS = [
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

const ALL = sql.raw(COLUMNS.join(', '));

export async function findUser(db: Db, userId: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`SELECT ${ALL} FROM users WHERE id = ${userId}`.execute(db);
  return rows[0];
}

/** Locks the record of a user, so that its changes run one after the other. */
export async function lockRecord(db: Db, userId: string): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    SELECT ${ALL} FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(db);
  return rows[0];
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
  const { username, gender, dateOfBirth, bio, tags, maxDistanceKm, registrationStep } = changes;
  await sql`
    UPDATE users SET username = ${username}, gender = ${gender}, date_of_birth = ${dateOfBirth}, bio = ${bio},
      my_tags = ${tags}, max_distance_km = ${maxDistanceKm}, registration_step = ${registrationStep},
      notification_settings = ${JSON.stringify(changes.notificationSettings)}, updated_at = ${now}
    WHERE id = ${userId}`.execute(db);
}
