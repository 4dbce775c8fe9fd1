import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import { SECONDS, type Counted } from '../../http/counted.ts';
import type { Stretches } from './policy.ts';
import { plus } from '../../lib/clock.ts';

/** The activity of a node. */
export interface Sample extends Omit<Counted, 'granted'> {
  pins: number;
  messages: number;
}

/** The activity of all nodes in one stretch, and the state at its end; null where nothing was recorded. */
export interface Stretch extends Record<Exclude<keyof Sample, 'within'>, number | null> {
  nodes: number;
  visible: number | null;
  chats: number | null;
  waiting: number | null;
  oldestSeconds: number | null;
  within: number[] | null;
}

/** Records a node’s activity since its last sample. */
export async function addSample(db: Db, node: string, at: Date, did: Sample): Promise<void> {
  await sql`
    INSERT INTO pulse_samples (node, at, pins, messages, deliveries, calls, errors, within)
    VALUES (${node}, ${at}, ${did.pins}, ${did.messages}, ${did.deliveries}, ${did.calls}, ${did.errors},
      ${did.within}::int[])`.execute(db);
}

export async function isNoted(db: Db, at: Date): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pulse_moments WHERE at = ${at}`.execute(db);
  return rows.length > 0;
}

/** Records the current state, unless another node has. */
export async function addMoment(
  db: Db,
  at: Date,
  { waiting, oldestSeconds }: { waiting: number; oldestSeconds: number },
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO pulse_moments (at, visible, chats, waiting, oldest_seconds)
    VALUES (${at},
      (SELECT count(*) FROM presences WHERE status = 'online' AND online_until > ${now}),
      (SELECT count(*) FROM chats WHERE pin_status = 'accepted' AND paused_at IS NULL),
      ${waiting}, ${oldestSeconds})
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Returns one row for each stretch, oldest first. */
export async function listStretches(db: Db, { since, stepSeconds, count }: Stretches): Promise<Stretch[]> {
  const end = plus(since, count * stepSeconds * 1000);
  const place = sql`ceil(extract(epoch FROM at - ${since}::timestamptz) / ${stepSeconds}::int)::int AS place`;
  const inside = sql`at > ${since} AND at <= ${end}`;
  const within = sql.join(SECONDS.map((_, index) => sql`sum(within[${sql.lit(index + 1)}])`));
  const { rows } = await sql<Stretch>`
    WITH did AS (
      SELECT ${place}, count(DISTINCT node) AS nodes, sum(pins)::bigint AS pins, sum(messages)::bigint AS messages,
        sum(deliveries)::bigint AS deliveries, sum(calls)::bigint AS calls, sum(errors)::bigint AS errors,
        ARRAY[${within}]::float8[] AS within
      FROM pulse_samples WHERE ${inside} GROUP BY place),
    stood AS (
      SELECT DISTINCT ON (place) ${place}, visible, chats, waiting, oldest_seconds AS "oldestSeconds"
      FROM pulse_moments WHERE ${inside} ORDER BY place, at DESC)
    SELECT coalesce(nodes, 0) AS nodes, pins, messages, deliveries, calls, errors, within,
      visible, chats, waiting, "oldestSeconds"
    FROM generate_series(1, ${count}::int) AS place LEFT JOIN did USING (place) LEFT JOIN stood USING (place)
    ORDER BY place`.execute(db);
  return rows;
}

export async function deleteBefore(db: Db, moment: Date): Promise<void> {
  await sql`DELETE FROM pulse_samples WHERE at < ${moment}`.execute(db);
  await sql`DELETE FROM pulse_moments WHERE at < ${moment}`.execute(db);
}
