import * as refusals from '@herenow/contract/refusals';
import { sql, type Kysely } from 'kysely';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../database/tables.ts';
import { Refused } from '../../lib/errors.ts';
import type { Keys } from '../../lib/keys.ts';

const ID_BYTES = 16;
const SIGN_BYTES = 16;

export type Unsubscribing = ReturnType<typeof createUnsubscribing>;

/** The addresses by which somebody gets no more news, without a session. They never end. */
export function createUnsubscribing({ db, keys }: { db: Kysely<Database>; keys: Pick<Keys, 'news'> }) {
  const signOf = (id: Buffer) => createHmac('sha256', keys.news).update(id).digest().subarray(0, SIGN_BYTES);

  return {
    tokenOf(userId: string): string {
      const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
      return Buffer.concat([id, signOf(id)]).toString('base64url');
    },

    /** Throws 404 unless the token is genuine; doing it twice, or for an account that is gone, changes nothing. */
    async unsubscribe(token: string): Promise<void> {
      const bytes = Buffer.from(token, 'base64url');
      const id = bytes.subarray(0, ID_BYTES);
      if (bytes.length !== ID_BYTES + SIGN_BYTES || !timingSafeEqual(bytes.subarray(ID_BYTES), signOf(id)))
        throw new Refused(refusals.linkOver);
      await sql`
        UPDATE users SET notification_settings =
          jsonb_set(notification_settings, '{emailNewsAndUpdatesNotifications}', 'false')
        WHERE id = ${id.toString('hex')}::uuid`.execute(db);
    },
  };
}
