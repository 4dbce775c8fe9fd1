/** Fills a database with visible people who chat in pairs. */
import type pg from 'pg';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@herenow/contract/entities';
import { cellCube, snapToCell } from '../../server/src/lib/cells.ts';
import { newId } from '../../server/src/lib/ids.ts';
import { signInAll } from '../lib/signed-in-tokens.ts';

export interface Pair {
  chatId: string;
  sender: Somebody;
  recipient: Somebody;
}

export interface Somebody {
  id: string;
  token: string;
}

const BERLIN: [number, number] = [13.405, 52.52];
const SPREAD_DEGREES = 0.1;
const MESSAGES_BEFORE = 20;

/** Creates pairs of visible, signed-in people, each with an accepted chat. `password` is the hash of all of them. */
export async function seedPairs(pool: pg.Pool, count: number, password = ''): Promise<Pair[]> {
  const ids = Array.from({ length: count * 2 }, newId);
  await insertPeople(pool, ids, password);
  const tokens = await signInAll(pool, ids);
  const somebody = (index: number): Somebody => ({ id: ids[index]!, token: tokens[index]! });
  const pairs = Array.from({ length: count }, (_, index) => ({
    chatId: newId(),
    sender: somebody(index * 2),
    recipient: somebody(index * 2 + 1),
  }));
  await pool.query(
    `INSERT INTO chats (id, low_id, high_id, initiated_by, pin_status, created_at, answered_at)
     SELECT id, least(a, b), greatest(a, b), a, 'accepted', now(), now()
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS t (id, a, b)`,
    [
      pairs.map((pair) => pair.chatId),
      pairs.map((pair) => pair.sender.id),
      pairs.map((pair) => pair.recipient.id),
    ],
  );
  await insertHistory(pool);
  await pool.query('ANALYZE');
  return pairs;
}

/**
 * Subscribes the recipients to pushes on the device whose tab is open: each message leaves a push to decide on, and
 * none is sent.
 */
export async function wakeRecipients(pool: pg.Pool, pairs: readonly Pair[]): Promise<void> {
  await pool.query(
    `INSERT INTO push_subscriptions (id, endpoint, user_id, session_id, keys, created_at)
     SELECT gen_random_uuid(), 'https://push.example.org/' || id, user_id, id, '{}', now()
     FROM sessions WHERE user_id = ANY($1::uuid[])`,
    [pairs.map(({ recipient }) => recipient.id)],
  );
  await pool.query('ANALYZE push_subscriptions');
}

/** Inserts earlier messages, so that statements are planned for tables that hold rows. */
async function insertHistory(pool: pg.Pool): Promise<void> {
  await pool.query(
    `INSERT INTO messages (id, chat_id, sender_id, content, sent_at, seen)
     SELECT gen_random_uuid(), c.id, c.low_id, repeat('x', 100), now() - make_interval(secs => n), true
     FROM chats c, generate_series(1, $1::int) AS n`,
    [MESSAGES_BEFORE],
  );
  await pool.query('UPDATE chats SET last_sent_at = now() - make_interval(secs => 1)');
}

/** Returns the email address of a user created by `seedPairs`. */
export const emailOf = (id: string) => `${id}@example.org`;

async function insertPeople(pool: pg.Pool, ids: string[], password: string): Promise<void> {
  const cells = ids.map((_, index) => cellAround(index / ids.length));
  await pool.query(
    `INSERT INTO users (id, email, password_hash, username, gender, date_of_birth, my_tags, max_distance_km, cell,
       registration_step, email_validated, notification_settings, created_at, updated_at, last_active_at)
     SELECT id, id || '@example.org', $3, 'somebody', 'They/Them', '1996-05-14', '{coffee}', 50, cell,
       6, true, $4, now(), now(), now()
     FROM unnest($1::uuid[], $2::text[]) AS t (id, cell)`,
    [ids, cells, password, JSON.stringify(DEFAULT_NOTIFICATION_SETTINGS)],
  );
  await pool.query(
    `INSERT INTO presences (user_id, status, online_until, started_at, pos, date_of_birth, gender, tags)
     SELECT id, 'online', now() + interval '3 hours', now(), pos::cube, '1996-05-14', 'They/Them', '{coffee}'
     FROM unnest($1::uuid[], $2::text[]) AS t (id, pos)`,
    [ids, cells.map(cellCube)],
  );
}

/** Returns a cell on a spiral around the middle of the city; the cells are the same in every run. */
function cellAround(share: number): string {
  const radius = SPREAD_DEGREES * Math.sqrt(share);
  const angle = share * 1000;
  const coordinates: [number, number] = [
    BERLIN[0] + radius * Math.cos(angle),
    BERLIN[1] + radius * Math.sin(angle),
  ];
  return snapToCell({ type: 'Point', coordinates });
}
