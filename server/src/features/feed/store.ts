import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../database/tables.ts';
import type { PhotoRow } from '../photos/index.ts';
import { pageQuery, type Search } from './query.ts';

export interface FeedRow {
  user_id: string;
  online_until: Date;
  date_of_birth: string;
  gender: string;
  tags: string[];
  username: string;
  cell: string;
  photos: PhotoRow[];
}

export interface Viewer {
  cell: string | null;
  max_distance_km: number | null;
}

export async function listNear(pool: pg.Pool, search: Search): Promise<FeedRow[]> {
  return (await pool.query<FeedRow>(pageQuery(search))).rows;
}

export async function findViewer(db: Kysely<Database>, userId: string): Promise<Viewer | undefined> {
  return await db
    .selectFrom('users')
    .select(['cell', 'max_distance_km'])
    .where('id', '=', userId)
    .executeTakeFirst();
}
