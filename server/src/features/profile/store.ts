import type { NotificationSettings } from '@herenow/contract/entities';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';

/** A user without the password and without the last place. */
export interface UserRow {
  id: string;
  email: string;
  username: string;
  gender: string | null;
  /** `YYYY-MM-DD` */
  date_of_birth: string | null;
  bio: string;
  my_tags: string[];
  max_distance_km: number | null;
  registration_step: number;
  email_validated: boolean;
  notification_settings: NotificationSettings;
  suspended_at: Date | null;
  /** The first photo, if an operator confirmed that it shows the user. */
  verified_photo: string | null;
  created_at: Date;
  updated_at: Date;
  last_active_at: Date;
}

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

export async function findUser(db: Db, userId: string, lock = sql``): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`SELECT ${ALL} FROM users WHERE id = ${userId} ${lock}`.execute(db);
  return rows[0];
}

/** Locks the record of a user, so that its changes run one after the other. */
export const lockRecord = (db: Db, userId: string): Promise<UserRow | undefined> =>
  findUser(db, userId, sql`FOR NO KEY UPDATE`);

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
