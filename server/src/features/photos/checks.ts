import { APPEAL_DAYS, DAY_MS } from '@herenow/contract/constants';
import * as refusals from '@herenow/contract/refusals';
import { sql } from 'kysely';
import type { Db } from '../../database/tables.ts';
import { plus, type Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import type { Picture } from './pictures.ts';

/** Inspects a picture before it is stored, and throws to refuse it. A classifier could join the list. */
export type PictureCheck = (picture: Picture) => Promise<void>;

export const LIKENESS_MS = 365 * DAY_MS;
/** An appeal is decided well within this time, even one made at the last moment. */
const APPEALED_MS = (APPEAL_DAYS + 30) * DAY_MS;
/** Out of 128 bits; unrelated pictures differ in about half of them. */
const ALIKE_BITS = 12;

export type RemovedPictures = ReturnType<typeof createRemovedPictures>;

/** Keeps pictures that operators removed from being uploaded again, by any account. What is kept names no user. */
export function createRemovedPictures({ db, clock }: { db: Db; clock: Clock }) {
  return {
    async check({ likenesses }: Picture, on = db): Promise<void> {
      if (likenesses.length === 0) return;
      const { rows } = await sql`
        SELECT FROM removed_pictures, unnest(${likenesses}::bit(128)[]) AS given
        WHERE forget_at > ${clock.now()} AND bit_count(likeness # given) <= ${ALIKE_BITS} LIMIT 1`.execute(
        on,
      );
      if (rows.length > 0) throw new Refused(refusals.pictureRemoved);
    },

    /** Remembers a picture. If several decisions removed it, taking back one of them does not release it. */
    async remember(on: Db, { likenesses }: Picture, entryId: string): Promise<void> {
      const [likeness] = likenesses;
      if (likeness === undefined) return;
      const forgetAt = plus(clock.now(), LIKENESS_MS);
      await sql`
        INSERT INTO removed_pictures (likeness, entry_id, forget_at)
        VALUES (${likeness}::bit(128), ${entryId}, ${forgetAt})
        ON CONFLICT (likeness) DO UPDATE SET entry_id = NULL, forget_at = excluded.forget_at`.execute(on);
    },

    /**
     * Allows the picture that this decision removed, if any, to be uploaded again, since the decision was taken back.
     */
    async release(on: Db, entryId: string): Promise<void> {
      await on.deleteFrom('removed_pictures').where('entry_id', '=', entryId).execute();
    },

    async sweep(): Promise<void> {
      const now = clock.now().getTime();
      await db.deleteFrom('removed_pictures').where('forget_at', '<=', new Date(now)).execute();
      await db
        .updateTable('removed_pictures')
        .set({ entry_id: null })
        .where('entry_id', 'is not', null)
        .where('forget_at', '<=', new Date(now + LIKENESS_MS - APPEALED_MS))
        .execute();
    },
  };
}
