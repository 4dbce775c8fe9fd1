import { DEFAULT_VISIBILITY_HOURS, HOUR_MS } from '@herenow/contract/constants';
import { goIncognito, goOffline, goOnline } from '@herenow/contract/presence';
import type pg from 'pg';
import { signInAll } from '../lib/signed-in-tokens.ts';
import { postJson } from '../live/http-request.ts';

/** People who change their visibility again and again. */
export interface Toggling {
  ids: readonly string[];
  /** All go visible, then all go offline. */
  sessions(): string[];
  /** All go incognito, then all go visible: changes of a running presence. */
  changes(): string[];
}

/** Signs in people who are not visible: with `chats`, those with chats that pause and resume, else those without. */
export async function toggling(
  pool: pg.Pool,
  count: number,
  { chats = false }: { chats?: boolean } = {},
): Promise<Toggling> {
  const has = chats ? 'EXISTS' : 'NOT EXISTS';
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM users u
     WHERE NOT EXISTS (SELECT FROM presences WHERE user_id = u.id)
       AND ${has} (SELECT FROM chats WHERE low_id = u.id)
       AND ${has} (SELECT FROM chats WHERE high_id = u.id)
     ORDER BY md5(id::text) LIMIT $1`,
    [count],
  );
  const ids = rows.map(({ id }) => id);
  const tokens = await signInAll(pool, ids);

  const everyone = (path: string, more: object = {}) =>
    ids.map((userId, index) => postJson(path, { userId, ...more }, tokens[index]));
  const end = () => ({
    onlineUntil: new Date(Date.now() + DEFAULT_VISIBILITY_HOURS * HOUR_MS).toISOString(),
  });
  return {
    ids,
    sessions: () => [...everyone(goOnline.path, end()), ...everyone(goOffline.path)],
    changes: () => [...everyone(goIncognito.path, end()), ...everyone(goOnline.path, end())],
  };
}
