import * as refusals from '@herenow/contract/refusals';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/work.ts';
import { plus, type Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import type { HashMailbox } from '../../lib/mailbox.ts';
import { countedAs } from '../accounts/index.ts';
import { BARRED_MS } from './bars.ts';

/** What a picture looks like, as several strings of bits; the first is that of the picture itself. */
interface Likeness {
  likenesses: readonly string[];
}

/** A decision by which an operator removed a picture of a user. */
export interface Removal {
  entryId: string;
  userId: string;
  /** Whether nobody may show the picture, or only this user may not. */
  forEverybody: boolean;
}

/** Out of 128 bits; unrelated pictures differ in about half of them. */
const ALIKE_BITS = 12;

/**
 * Keeps pictures that operators removed from being uploaded again: by the mailbox of the account that showed them, or
 * by everybody if nobody may show them. A user who took another person’s photo does not bar its owner from it.
 */
export function createRemovedPictures(options: { db: Db; clock: Clock; hashMailbox: HashMailbox }) {
  const { db, clock, hashMailbox } = options;

  async function isBarred({ likenesses }: Likeness, userId: string, on: Db): Promise<boolean> {
    if (likenesses.length === 0) return false;
    const { rows } = await sql`
      SELECT FROM (
        SELECT likeness, forget_at FROM removed_pictures
        UNION ALL SELECT likeness, forget_at FROM barred_pictures
        WHERE mailbox = ${await countedAs(on, userId, hashMailbox)}) barred, unnest(${likenesses}::bit(128)[]) AS given
      WHERE forget_at > ${clock.now()} AND bit_count(likeness # given) <= ${ALIKE_BITS} LIMIT 1`.execute(on);
    return rows.length > 0;
  }

  return {
    isBarred,

    async checkPicture(picture: Likeness, userId: string, on = db): Promise<void> {
      if (await isBarred(picture, userId, on)) throw new Refused(refusals.pictureRemoved);
    },

    /**
     * Has the photos of a user checked again: during the setup it was not known that their mailbox is barred from some.
     */
    async queueLookAgain(tx: Tx, { id, mailbox }: { id: string; mailbox: string }): Promise<void> {
      const { rows } = await sql`
        SELECT FROM barred_pictures
        WHERE mailbox = ${mailbox} AND forget_at > ${clock.now()} LIMIT 1`.execute(tx.db);
      if (rows.length > 0) await tx.enqueue('look-again', { userId: id });
    },

    /** Bars a picture. If several decisions removed it, taking back one of them does not release it. */
    async barPicture(
      on: Db,
      { likenesses }: Likeness,
      { entryId, userId, forEverybody }: Removal,
    ): Promise<void> {
      const [likeness] = likenesses;
      if (likeness === undefined) return;
      const forgetAt = plus(clock.now(), BARRED_MS);
      if (forEverybody)
        await sql`
          INSERT INTO removed_pictures (likeness, entry_id, forget_at)
          VALUES (${likeness}::bit(128), ${entryId}, ${forgetAt})
          ON CONFLICT (likeness) DO UPDATE SET entry_id = NULL, forget_at = excluded.forget_at`.execute(on);
      else
        await sql`
          INSERT INTO barred_pictures (mailbox, likeness, entry_id, forget_at)
          VALUES (${await countedAs(on, userId, hashMailbox)}, ${likeness}::bit(128), ${entryId}, ${forgetAt})
          ON CONFLICT (mailbox, likeness) DO UPDATE SET entry_id = NULL, forget_at = excluded.forget_at`.execute(
          on,
        );
    },
  };
}
