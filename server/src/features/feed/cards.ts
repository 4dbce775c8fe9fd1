import type pg from 'pg';
import { named } from '../../database/named.ts';
import { heldPhotosSql, type PhotoRow } from '../photos/index.ts';

/** What a feed shows of a user besides their presence. */
export interface Card {
  username: string;
  bio: string;
  verified: boolean;
  photos: PhotoRow[];
}

/** A user, with the version number of their card. */
interface Bearer {
  user_id: string;
  card: number;
}

/** About 10 MB. */
const MOST_HELD = 10_000;

/** Cards by version number. Keyed by pool, so that a node with several databases keeps them apart. */
const held = new WeakMap<pg.Pool, Map<number, Card>>();

/** Returns the cards of users, by user id. Suspended users have none. */
export async function findCards(pool: pg.Pool, people: readonly Bearer[]): Promise<Map<string, Card>> {
  const known = held.getOrInsertComputed(pool, () => new Map());
  const missing = people.filter(({ card }) => !known.has(card)).map(({ user_id }) => user_id);
  const read = missing.length > 0 ? await readCards(pool, missing) : new Map<string, Card>();
  const found = new Map<string, Card>();
  for (const { user_id, card } of people) {
    const one = known.get(card) ?? read.get(user_id);
    if (!one) continue;
    found.set(user_id, one);
    // Least recently used first: reinserting a card moves it to the end, where it is evicted last.
    known.delete(card);
    known.set(card, one);
  }
  for (const oldest of known.keys()) {
    if (known.size <= MOST_HELD) break;
    known.delete(oldest);
  }
  return found;
}

async function readCards(pool: pg.Pool, userIds: readonly string[]): Promise<Map<string, Card>> {
  const { rows } = await pool.query<Card & { id: string }>(
    named(
      'feed-cards',
      `SELECT u.id, u.username, u.bio, u.verified_photo IS NOT NULL AS verified, ${heldPhotosSql('u.id')} AS photos
       FROM users u WHERE u.id = ANY($1::uuid[]) AND u.suspended_at IS NULL`,
      [userIds],
    ),
  );
  return new Map(rows.map(({ id, ...card }) => [id, card]));
}
