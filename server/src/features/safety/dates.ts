import type { AnswerOf, BodyOf } from '@herenow/contract/call';
import { CLOCK_SKEW_MS, HOUR_MS, SHARED_DATE_HOURS, SHARED_DATES_MAX } from '@herenow/contract/constants';
import * as refusals from '@herenow/contract/refusals';
import { tidyName } from '@herenow/contract/rules';
import type * as calls from '@herenow/contract/shared-dates';
import type { SharedDate } from '@herenow/contract/shared-dates';
import { createHash, randomBytes } from 'node:crypto';
import { lockUser } from '../../database/lock-user.ts';
import type { Db } from '../../database/db.ts';
import type { Work } from '../../database/work.ts';
import { minus, type Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import { idNamed, newId } from '../../lib/ids.ts';
import * as store from './dates-store.ts';

/** 192 bits: too many to guess. */
const TOKEN_BYTES = 24;
/** How long after the end a friend can still read a date. */
export const DATE_KEPT_MS = 12 * HOUR_MS;

export type SharedDates = ReturnType<typeof createSharedDates>;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const view = ({ id, who, place, endsAt, createdAt }: store.DateRow): SharedDate => ({
  id,
  who,
  place,
  until: endsAt.toISOString(),
  created: createdAt.toISOString(),
});

/**
 * Pages that share a date with a friend: what the user wrote, and nothing that the server knows of the user or of the
 * person they meet. Only the link opens one, and the server keeps only its hash.
 */
export function createSharedDates({ db, work, clock }: { db: Db; work: Work; clock: Clock }) {
  const keptSince = () => minus(clock.now(), DATE_KEPT_MS);

  return {
    async list(userId: string): Promise<SharedDate[]> {
      return (await store.listOpen(db, userId, clock.now())).map(view);
    },

    /**
     * Shares a date, or the same one again if its answer was lost. Only this response contains the token. Throws a
     * refusal for an end out of range, or with too many dates open.
     */
    async share(
      userId: string,
      body: BodyOf<typeof calls.shareDate>,
    ): Promise<AnswerOf<typeof calls.shareDate>> {
      const createdAt = clock.now();
      const endsAt = new Date(body.until);
      const ahead = endsAt.getTime() - createdAt.getTime();
      if (!(ahead > 0 && ahead <= SHARED_DATE_HOURS * HOUR_MS + CLOCK_SKEW_MS))
        throw new Refused(refusals.dateEnd);
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const id = body.id === undefined ? newId() : idNamed(body.id, userId);
      const row = { id, who: tidyName(body.who), place: tidyName(body.place), endsAt, createdAt };
      await work(async (tx) => {
        await lockUser(tx.db, userId);
        const open = await store.listOpen(tx.db, userId, createdAt);
        const others = open.filter((date) => date.id !== id);
        if (others.length >= SHARED_DATES_MAX) throw new Refused(refusals.datesTooMany);
        await store.put(tx.db, { ...row, userId, tokenHash: hashOf(token) });
        tx.emit([userId], 'profiles', { userId });
      });
      return { ...view(row), token };
    },

    async end(userId: string, id: string): Promise<void> {
      await work(async (tx) => {
        if (!(await store.remove(tx.db, userId, id))) throw new Refused(refusals.notFound);
        tx.emit([userId], 'profiles', { userId });
      });
    },

    /** Throws the same 404 for a link that never existed, was removed, or expired long ago. */
    async read(token: string): Promise<AnswerOf<typeof calls.readSharedDate>> {
      const found = await store.findByHash(db, hashOf(token), keptSince());
      if (!found) throw new Refused(refusals.linkOver);
      const { who, place, endsAt } = found;
      return { who, place, until: endsAt.toISOString(), over: endsAt <= clock.now() };
    },

    /** Any node may run it. */
    sweep: () => store.deleteEnded(db, keptSince()),
  };
}
