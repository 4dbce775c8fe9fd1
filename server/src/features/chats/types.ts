import type { Photo } from '@herenow/contract/entities';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Presence } from '../presence/index.ts';

/** The photos of these people’s profiles, for a viewer. */
export type GetPhotos = (
  db: Kysely<Database>,
  viewerId: string,
  userIds: readonly string[],
) => Promise<ReadonlyMap<string, Photo[]>>;

/** The presences of these people that run at `now`. */
export type GetPresence = (
  db: Kysely<Database>,
  userIds: readonly string[],
  now: Date,
) => Promise<ReadonlyMap<string, Presence>>;
