import type { AnswerOf, BodyOf } from '@herenow/contract/call';
import type * as calls from '@herenow/contract/alerts';
import * as refusals from '@herenow/contract/refusals';
import { randomInt } from 'node:crypto';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Caller } from '../../http/mount.ts';
import { neighbourhoodOf } from '../../lib/areas.ts';
import type { Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import { throwFailures, tryEach } from '../../lib/try-each.ts';
import type { PushService } from '../push/index.ts';
import * as policy from './policy.ts';
import * as store from './store.ts';

/** Maximum number of areas per sweep; the rest wait for the next. */
const SWEEP_MOST = 200;
const PAYLOAD = { type: 'NEARBY', content: 'New people are visible near you.' };
const OFF = { until: null, maxDistanceKm: null };

type Answer = AnswerOf<typeof calls.getAlert>;
export type AlertsService = ReturnType<typeof createAlerts>;

/**
 * Sends a push when people have become visible nearby. It must serve users who wait for anyone, but not those who watch
 * for one person. So every decision covers a wide neighbourhood, is partly random, and is the same for all users in it.
 */
export function createAlerts(options: {
  db: Db;
  work: Work;
  clock: Clock;
  push: Pick<PushService, 'notify' | 'hasDevice'>;
  cellOf(db: Db, caller: Caller): Promise<string | undefined>;
}) {
  const { db, work, clock, push, cellOf } = options;

  async function lookIn(tx: Tx, area: store.Area, now: Date): Promise<void> {
    const look = await store.lockDue(tx.db, area, now);
    if (!look || (await store.forgetUnasked(tx.db, look, now))) return;
    const times = policy.lookTimes(now);
    const told = await store.listToTell(tx.db, look, times);
    if (told.length === 0) return await store.lookAgain(tx.db, look, policy.nextLook(now, randomInt));
    await store.noteTold(tx.db, told, times);
    const next = { ...look, least: policy.drawLeast(randomInt) };
    await store.lookAgain(tx.db, next, policy.lookAfterPause(now, randomInt));
    const news = { kind: 'nearby', payload: PAYLOAD, expiresAt: policy.newsExpire(now) } as const;
    for (const userId of told) await push.notify(tx, { ...news, userId });
  }

  return {
    async get(userId: string): Promise<Answer> {
      const found = await store.findAlert(db, userId, clock.now());
      return found ? { until: found.until.toISOString(), maxDistanceKm: found.km } : OFF;
    },

    /**
     * Sets an alert for the place where the device is now; the alert does not follow it. Throws unless the registration
     * is finished, the place is known and a device can receive pushes.
     */
    async set(caller: Caller, { maxDistanceKm }: BodyOf<typeof calls.setAlert>): Promise<Answer> {
      const now = clock.now();
      const km = policy.alertDistance(maxDistanceKm ?? undefined);
      const { since, until } = policy.alertTimes(now);
      await work(async (tx) => {
        const registered = await store.lockRegistered(tx.db, caller.userId);
        const cell = await cellOf(tx.db, caller);
        if (!registered) throw new Refused(refusals.registrationUnfinished);
        if (cell === undefined) throw new Refused(refusals.placeUnknown);
        if (!(await push.hasDevice(tx.db, caller.userId))) throw new Refused(refusals.noDevice);
        const area = neighbourhoodOf(cell);
        const least = policy.drawLeast(randomInt);
        await store.watchArea(tx.db, { area, km, least }, policy.nextLook(now, randomInt));
        await store.putAlert(tx.db, caller.userId, { area, km, since, until });
        tx.emit([caller.userId], 'profiles', { userId: caller.userId });
      });
      return { until: until.toISOString(), maxDistanceKm: km };
    },

    clear: (userId: string): Promise<void> =>
      work(async (tx) => {
        await store.endAlert(tx.db, userId, clock.now());
        tx.emit([userId], 'profiles', { userId });
      }),

    /** Looks at the areas that are due. Any number of nodes may do so at the same time. */
    async sweep(): Promise<void> {
      const now = clock.now();
      const due = await store.listDue(db, now, SWEEP_MOST);
      const failures = await tryEach(due, (area) => work((tx) => lookIn(tx, area, now)));
      await store.forgetEnded(db, policy.forgetBefore(now));
      throwFailures(failures, 'Some alerts could not be looked at.');
    },
  };
}
