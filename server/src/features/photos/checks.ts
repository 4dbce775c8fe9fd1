import { HOUR_MS } from '@herenow/contract/constants';
import * as refusals from '@herenow/contract/refusals';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import type { Picture } from './pictures.ts';

/** Looks at each picture before it is stored, and throws to refuse it. There is room for a classifier beside the list. */
export type PictureCheck = (picture: Picture) => Promise<void>;

const KEPT_MS = 365 * 24 * HOUR_MS;
/** Of 128 bits; pictures of different things differ in about half of them. */
const ALIKE_BITS = 12;

export type RemovedPictures = ReturnType<typeof createRemovedPictures>;

/** Pictures that operators removed: none comes back, from any account. What is kept of one names nobody. */
export function createRemovedPictures({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  return {
    async check({ likenesses }: Picture): Promise<void> {
      if (likenesses.length === 0) return;
      const { rows } = await sql`
        SELECT FROM removed_pictures, unnest(${likenesses}::bit(128)[]) AS given
        WHERE forget_at > ${clock.now()} AND bit_count(likeness # given) <= ${ALIKE_BITS} LIMIT 1`.execute(
        db,
      );
      if (rows.length > 0) throw new Refused(refusals.pictureRemoved);
    },

    async remember(on: Kysely<Database>, { likenesses }: Picture): Promise<void> {
      const [likeness] = likenesses;
      if (likeness === undefined) return;
      const forgetAt = new Date(clock.now().getTime() + KEPT_MS);
      await sql`
        INSERT INTO removed_pictures (likeness, forget_at) VALUES (${likeness}::bit(128), ${forgetAt})
        ON CONFLICT (likeness) DO UPDATE SET forget_at = excluded.forget_at`.execute(on);
    },

    async sweep(): Promise<void> {
      await db.deleteFrom('removed_pictures').where('forget_at', '<=', clock.now()).execute();
    },
  };
}
