import { DAY_MS } from '@herenow/contract/constants';
import type { Point } from '@herenow/contract/entities';
import * as refusals from '@herenow/contract/refusals';
import type pg from 'pg';
import { lockUser } from '../../database/lock-user.ts';
import type { Db } from '../../database/db.ts';
import type { Tx, Work } from '../../database/work.ts';
import type { Admission } from '../../http/admission.ts';
import type { Caller } from '../../http/mount.ts';
import { settleInCell } from '../../lib/cells.ts';
import { minus, type Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import { isDue, move, newMovement, type Viewpoint } from './policy.ts';
import * as store from './store.ts';

export type PlacesService = ReturnType<typeof createPlaces>;

/** The places from which users look. No user learns another’s. */
export function createPlaces(options: {
  db: Db;
  pool: pg.Pool;
  work: Work;
  clock: Clock;
  /** False: no movement budget is enforced. */
  budget: boolean;
  /** Runs in the same transaction when a device looks from another cell. */
  onMoved(tx: Tx, caller: Caller, cell: string, now: Date): Promise<void>;
}) {
  const { db, pool, work, clock, budget, onMoved } = options;

  /** Accepts the position if the account may move that far, or else lets it wait. */
  async function moveIn(tx: Tx, caller: Caller, position: Point | undefined): Promise<Viewpoint> {
    if (!(await lockUser(tx.db, caller.userId))) throw new Refused(refusals.userNotFound);
    const now = clock.now();
    const known = await store.findViewpoint(tx.db, caller);
    const before = known ?? { cell: settleInCell(position!, null), next: undefined };
    const cell = cellOf(before, position, now);
    const movement = (await store.findMovement(tx.db, caller.userId)) ?? newMovement(now);
    const after = budget
      ? move(before, movement, cell, now)
      : { viewpoint: { cell, next: undefined }, movement };
    await store.saveViewpoint(tx.db, caller, after.viewpoint, now);
    if (budget) await store.saveMovement(tx.db, caller.userId, after.movement);
    if (after.viewpoint.cell !== known?.cell) await onMoved(tx, caller, after.viewpoint.cell, now);
    return after.viewpoint;
  }

  /**
   * Returns the cell from which a device looks, after applying its reported position, if any. `viewpoint` is what is
   * stored for the device. Undefined if no position was ever reported.
   */
  async function look(
    caller: Caller,
    position: Point | undefined,
    viewpoint: Viewpoint | undefined,
  ): Promise<string | undefined> {
    if (viewpoint ? rests(viewpoint, position, clock.now()) : !position) return viewpoint?.cell;
    return (await work((tx) => moveIn(tx, caller, position))).cell;
  }

  return {
    look,

    /** Records a device’s position. The query that reads the stored place also admits the caller. */
    async move(admission: Admission, position: Point): Promise<void> {
      const { caller, row } = admission;
      const { viewpoint, ...found } = await store.admitMove(pool, caller, row, clock.now());
      await admission.settle(found);
      await look(caller, position, viewpoint);
    },

    /** Returns the cell from which a device looks. */
    async cellOf(on: Db, caller: Caller): Promise<string | undefined> {
      return (await store.findViewpoint(on, caller))?.cell;
    },

    /** Deletes places stored during a sign-out, and movements that no longer count. */
    async sweep(): Promise<void> {
      const dayAgo = minus(clock.now(), DAY_MS);
      await store.forgetSignedOut(db, dayAgo);
      await store.forgetMovements(db, dayAgo);
    },
  };
}

/** Returns the cell that a device reports, or without a position the one that waits. */
function cellOf({ cell, next }: Viewpoint, position: Point | undefined, now: Date): string {
  const settled = position ? settleInCell(position, cell) : cell;
  // If nothing else was reported since, the place that has waited long enough is where the device is.
  return !position && next && isDue({ cell, next }, now) ? next.cell : settled;
}

/** Returns whether a position changes nothing. */
function rests(viewpoint: Viewpoint, position: Point | undefined, now: Date): boolean {
  if (position) return !viewpoint.next && settleInCell(position, viewpoint.cell) === viewpoint.cell;
  return !isDue(viewpoint, now);
}
