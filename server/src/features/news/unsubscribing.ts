import * as refusals from '@herenow/contract/refusals';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import { Refused } from '../../lib/errors.ts';
import type { Keys } from '../../lib/keys.ts';
import { createSignedIds } from '../../lib/signed-ids.ts';

export type Unsubscribing = ReturnType<typeof createUnsubscribing>;

/** The addresses by which a user unsubscribes from news, without a session. They never expire. */
export function createUnsubscribing({ db, keys }: { db: Db; keys: Pick<Keys, 'news'> }) {
  const { tokenOf, read } = createSignedIds(keys.news);

  return {
    tokenOf,

    /** Unsubscribes a user. Throws 404 unless the token is genuine; idempotent, even for a deleted account. */
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
