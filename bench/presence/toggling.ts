import { DEFAULT_VISIBILITY_HOURS, HOUR_MS } from '@herenow/contract/constants';
import { goOffline, goOnline } from '@herenow/contract/presence';
import type pg from 'pg';
import type { LoadRequest } from '../lib/http-load.ts';
import { signInAll } from '../lib/tokens.ts';

/** People who go visible and offline again. */
export interface Toggling {
  /** Everyone goes visible, then everyone goes offline; an even number of requests. */
  requests(): LoadRequest[];
}

/** People of the world who are not visible and have no chat that would come alive, so that a toggle is just that. */
export async function toggling(pool: pg.Pool, count: number): Promise<Toggling> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM users u
     WHERE NOT EXISTS (SELECT FROM presences WHERE user_id = u.id)
       AND NOT EXISTS (SELECT FROM chats WHERE low_id = u.id) AND NOT EXISTS (SELECT FROM chats WHERE high_id = u.id)
     ORDER BY md5(id::text) LIMIT $1`,
    [count],
  );
  const ids = rows.map(({ id }) => id);
  const tokens = await signInAll(pool, ids);
  return {
    requests() {
      const onlineUntil = new Date(Date.now() + DEFAULT_VISIBILITY_HOURS * HOUR_MS).toISOString();
      const post = (path: string, index: number, body: object): LoadRequest => ({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[index]!}` },
        body: JSON.stringify({ userId: ids[index], ...body }),
      });
      return [
        ...ids.map((_, index) => post(goOnline.path, index, { onlineUntil })),
        ...ids.map((_, index) => post(goOffline.path, index, {})),
      ];
    },
  };
}
