import { DAY_MS } from '@herenow/contract/constants';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@herenow/contract/entities';
import { hash } from '@node-rs/argon2';
import type pg from 'pg';
import { createRandom } from '@herenow/cast/random';
import { cellCube } from '../../server/src/lib/cells.ts';
import { PASSWORD, userRow } from '@herenow/testing/people';
import { blocksOf, chatsOf, type Circle } from './chats-and-blocks.ts';
import { inhabitants, type Inhabitant } from './inhabitants.ts';
import type { Plan } from './plan.ts';

const BATCH = 10_000;
/** How long people stay visible: long enough to use a world for months. */
const VISIBLE_MS = 300 * DAY_MS;
const THUMBHASH = 'YJqGPQw7sFlslqhFafSE+Q6oJ1h2iHB2Rw==';

/** Fills a migrated, empty database as its administrator. `told` receives the progress. */
export async function seed(client: pg.Client, plan: Plan, told: (text: string) => void): Promise<void> {
  const now = new Date();
  await client.query(`SET synchronous_commit = off; SET maintenance_work_mem = '512MB'`);
  // Every reference is right by construction; checking each would take most of the time.
  await client.query('SET session_replication_role = replica');
  const indexes = await dropIndexes(client);
  const circles = await insertPeople(client, plan, now);
  told(`${plan.people.toLocaleString('en-US')} people`);
  await insertEncounters(client, circles, plan, now);
  await insertPhotos(client, now);
  await insertMessages(client);
  told('photos, blocks, pins, chats and messages');
  // The trigger that fills this table is off.
  await client.query(
    'INSERT INTO occupied_cells (cell, pos) SELECT DISTINCT ON (cell) cell, pos FROM presences',
  );
  for (const index of indexes) await client.query(index);
  await client.query('VACUUM (ANALYZE)');
  told('indexes');
}

/** Drops indexes, because building them last is much faster; returns their definitions. Those of constraints stay. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition
    FROM pg_index JOIN pg_class t ON t.oid = indrelid
    WHERE t.relnamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`);
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map((row) => row.definition);
}

async function insertPeople(client: pg.Client, plan: Plan, now: Date): Promise<Circle[]> {
  const circles = Array.from({ length: plan.cities + 1 }, (): Circle => ({ everyone: [], visible: [] }));
  const passwordHash = await hash(PASSWORD);
  for (const batch of inhabitants(plan)) {
    const rows = batch.map((one) => rowOf(one, passwordHash, now));
    await insertRows(client, 'users', rows);
    const visible = batch.flatMap((one, index) => (one.visible ? [presenceOf(rows[index]!, now)] : []));
    if (visible.length > 0) await insertRows(client, 'presences', visible);
    for (const { id, city, visible: isVisible } of batch) {
      const circle = circles.at(city)!;
      circle.everyone.push(id);
      if (isVisible) circle.visible.push(id);
    }
  }
  return circles;
}

function rowOf({ id, email, character, at }: Inhabitant, passwordHash: string, now: Date) {
  const { name, gender, dateOfBirth, tags } = character;
  const row = userRow({ id, email, name, passwordHash }, { at, gender, dateOfBirth, tags }, now);
  return { ...row, notification_settings: DEFAULT_NOTIFICATION_SETTINGS };
}

function presenceOf(row: ReturnType<typeof rowOf>, now: Date) {
  return {
    user_id: row.id,
    status: 'online',
    online_until: new Date(now.getTime() + VISIBLE_MS),
    started_at: now,
    cell: row.cell,
    pos: cellCube(row.cell),
    date_of_birth: row.date_of_birth,
    gender: row.gender,
    tags: row.my_tags,
  };
}

async function insertEncounters(
  client: pg.Client,
  circles: readonly Circle[],
  plan: Plan,
  now: Date,
): Promise<void> {
  const random = createRandom(plan.seed + 1);
  for (const circle of circles.filter(({ visible }) => visible.length > 1)) {
    for (const rows of batches(blocksOf(circle, random, now))) await insertRows(client, 'blocks', rows);
    for (const rows of batches(chatsOf(circle, random, now))) await insertRows(client, 'chats', rows);
  }
}

/** Inserts two photos for half of the people and three for the others, as rows without files. */
async function insertPhotos(client: pg.Client, now: Date): Promise<void> {
  await client.query(
    `INSERT INTO photos (id, user_id, key, thumbhash, position, created_at)
     SELECT md5(id || 'photo' || position)::uuid, id,
            translate(left(encode(sha256(convert_to(id || 'key' || position, 'UTF8')), 'base64'), 24), '+/', '-_'),
            $1, position, $2
     FROM users, generate_series(0, 1 + get_byte(uuid_send(id), 15) % 2) AS position`,
    [THUMBHASH, now],
  );
}

/** Inserts 1 to 16 messages into each accepted chat, a minute apart, the last at its `last_sent_at`. */
async function insertMessages(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO messages (id, chat_id, sender_id, content, sent_at, seen)
     SELECT md5(id || 'message' || back)::uuid, id, CASE WHEN back % 2 = 0 THEN low_id ELSE high_id END,
            'Are you near the river? There is a place that has the best cake, number ' || back,
            last_sent_at - make_interval(mins => back), back > 2
     FROM chats, generate_series(0, get_byte(uuid_send(id), 15) % 16) AS back
     WHERE pin_status = 'accepted'`,
  );
}

function* batches<T>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

async function insertRows(client: pg.Client, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0]!).join(', ');
  await client.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)`,
    [JSON.stringify(rows)],
  );
}
