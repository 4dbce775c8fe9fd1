import type { Refusal } from '@herenow/contract/refusal';
import * as refusals from '@herenow/contract/refusals';
import type { Tx } from '../../database/work.ts';
import { minus } from '../../lib/clock.ts';
import { lockWithOthers } from '../accounts/index.ts';
import * as store from './case-store.ts';
import { HOLD_REST_MS, nextHold } from './hold-policy.ts';
import { noteOnce } from './log-store.ts';

/**
 * Reserves a case for an operator, or returns why not; commit either way, since a refusal may be logged. Nobody can
 * keep a case from the other operators for long: the person is waiting for the decision, or goes unpunished meanwhile.
 */
export async function take(
  tx: Tx,
  { operatorId, userId }: { operatorId: string; userId: string },
  now: Date,
): Promise<Refusal | undefined> {
  if (!(await lockWithOthers(tx.db, userId))) return refusals.userNotFound;
  const alone = !(await store.couldAnother(tx.db, { userId, operatorId }));
  const hold = nextHold(await store.findHold(tx.db, userId), { operatorId, alone }, now);
  if (hold === 'elsewhere') return refusals.caseHeld;
  if (hold !== 'spent') {
    await store.setHold(tx.db, userId, hold);
    return undefined;
  }
  await noteOnce(tx.db, { operatorId, userId, action: 'hold' }, minus(now, HOLD_REST_MS), now);
  return refusals.caseHeldLong;
}
