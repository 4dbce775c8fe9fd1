import type { NotificationSettings } from '@herenow/contract/entities';
import type { Selectable } from 'kysely';
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

export async function findUser(db: Db, userId: string): Promise<UserRow | undefined> {
  return await db.selectFrom('users').select(COLUMNS).where('id', '=', userId).executeTakeFirst();
}

/** Locks the record of a user, so that its changes run one after the other. */
export async function lockRecord(db: Db, userId: string): Promise<UserRow | undefined> {
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
