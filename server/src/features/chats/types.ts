import type { Photo } from '@herenow/contract/entities';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Presence } from '../presence/index.ts';

/** Returns the photos of these users’ profiles, as the viewer may see them. */
export type GetPhotos = (
  db: Kysely<Database>,
  viewerId: string,
  userIds: readonly string[],
) => Promise<ReadonlyMap<string, Photo[]>>;

/** Returns the presences of these users that are running at `now`. */
export type GetPresence = (
  db: Kysely<Database>,
  userIds: readonly string[],
  now: Date,
) => Promise<ReadonlyMap<string, Presence>>;
