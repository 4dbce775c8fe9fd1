import * as refusals from '@herenow/contract/refusals';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { Refused } from '../../lib/errors.ts';
import type { Keys } from '../../lib/keys.ts';
import { createSignedIds } from '../../lib/signed-ids.ts';

export type Unsubscribing = ReturnType<typeof createUnsubscribing>;

/** The addresses by which somebody gets no more news, without a session. They never end. */
export function createUnsubscribing({ db, keys }: { db: Kysely<Database>; keys: Pick<Keys, 'news'> }) {
  const { tokenOf, read } = createSignedIds(keys.news);

  return {
    tokenOf,

    /** Throws 404 unless the token is genuine; doing it twice, or for an account that is gone, changes nothing. */
    async unsubscribe(token: string): Promise<void> {
      const userId = read(token);
      if (userId === undefined) throw new Refused(refusals.linkOver);
      await sql`
        UPDATE users SET notification_settings =
          jsonb_set(notification_settings, '{emailNewsAndUpdatesNotifications}', 'false')
        WHERE id = ${userId}`.execute(db);
    },
  };
}
