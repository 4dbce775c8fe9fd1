import { APPEAL_DAYS, DAY_MS } from '@herenow/contract/constants';
import * as refusals from '@herenow/contract/refusals';
import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';
import type { Tx } from '../../database/work.ts';
import { minus, plus, type Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import type { HashMailbox } from '../../lib/mailbox.ts';
import type { ClosedAccount } from '../accounts/index.ts';
import type { Picture } from './pictures.ts';

/** Inspects a picture of a user before it is stored, and throws to refuse it. A classifier could join the list. */
export type PictureCheck = (picture: Picture, userId: string) => Promise<void>;

/** A decision by which an operator removed a picture of a user. */
export interface Removal {
  entryId: string;
  userId: string;
  /** Whether nobody may show the picture, or only this user. */
  forEverybody: boolean;
}

export const LIKENESS_MS = 365 * DAY_MS;
/** An appeal is decided well within this time, even one made at the last moment. */
const APPEALED_MS = (APPEAL_DAYS + 30) * DAY_MS;
/** Out of 128 bits; unrelated pictures differ in about half of them. */
const ALIKE_BITS = 12;
const TABLES = ['removed_pictures', 'barred_pictures'] as const;

export type RemovedPictures = ReturnType<typeof createRemovedPictures>;

/**
 * Keeps pictures that operators removed from being uploaded again: by the mailbox of the account that showed them, and
 * by everybody if nobody may show them. Whoever took somebody else’s photo does not bar its owner from it.
 */
export function createRemovedPictures(options: { db: Db; clock: Clock; hashMailbox: HashMailbox }) {
  const { db, clock } = options;

  /** Returns whose pictures are barred: those of a mailbox or, until it is verified, of an account alone. */
  async function keyOf(on: Db, userId: string): Promise<string> {
    const user = await on
      .selectFrom('users')
      .select(['email', 'email_validated as verified'])
      .where('id', '=', userId)
      .executeTakeFirst();
    return user?.verified ? options.hashMailbox(user.email) : userId;
  }

  return {
    async check({ likenesses }: Picture, userId: string, on = db): Promise<void> {
      if (likenesses.length === 0) return;
      const { rows } = await sql`
        SELECT FROM (
          SELECT likeness, forget_at FROM removed_pictures
          UNION ALL SELECT likeness, forget_at FROM barred_pictures
          WHERE mailbox = ${await keyOf(on, userId)}) barred, unnest(${likenesses}::bit(128)[]) AS given
        WHERE forget_at > ${clock.now()} AND bit_count(likeness # given) <= ${ALIKE_BITS} LIMIT 1`.execute(
        on,
      );
      if (rows.length > 0) throw new Refused(refusals.pictureRemoved);
    },

    /** Remembers a picture. If several decisions removed it, taking back one of them does not release it. */
    async remember(
      on: Db,
      { likenesses }: Picture,
      { entryId, userId, forEverybody }: Removal,
    ): Promise<void> {
      const [likeness] = likenesses;
      if (likeness === undefined) return;
      const forgetAt = plus(clock.now(), LIKENESS_MS);
      if (forEverybody)
        await sql`
          INSERT INTO removed_pictures (likeness, entry_id, forget_at)
          VALUES (${likeness}::bit(128), ${entryId}, ${forgetAt})
          ON CONFLICT (likeness) DO UPDATE SET entry_id = NULL, forget_at = excluded.forget_at`.execute(on);
      else
        await sql`
          INSERT INTO barred_pictures (mailbox, likeness, entry_id, forget_at)
          VALUES (${await keyOf(on, userId)}, ${likeness}::bit(128), ${entryId}, ${forgetAt})
          ON CONFLICT (mailbox, likeness) DO UPDATE SET entry_id = NULL, forget_at = excluded.forget_at`.execute(
          on,
        );
    },

    /**
     * Allows the picture that this decision removed, if any, to be uploaded again, since the decision was taken back.
     */
    async release(on: Db, entryId: string): Promise<void> {
      for (const table of TABLES) await on.deleteFrom(table).where('entry_id', '=', entryId).execute();
    },

    /** Keeps what a mailbox is barred from only for a while after its last account is deleted. */
    async keep(tx: Tx, { id, mailbox, last, forgetAt }: ClosedAccount): Promise<void> {
      await tx.db.deleteFrom('barred_pictures').where('mailbox', '=', id).execute();
      if (!last) return;
      await tx.db
        .updateTable('barred_pictures')
        .set({ forget_at: sql`least(forget_at, ${forgetAt}::timestamptz)` })
        .where('mailbox', '=', mailbox)
        .execute();
    },

    async sweep(): Promise<void> {
      const now = clock.now();
      for (const table of TABLES) {
        await db.deleteFrom(table).where('forget_at', '<=', now).execute();
        await db
          .updateTable(table)
          .set({ entry_id: null })
          .where('entry_id', 'is not', null)
          .where('forget_at', '<=', minus(plus(now, LIKENESS_MS), APPEALED_MS))
          .execute();
      }
    },
  };
}
