import { PIN_UNDO_MS } from '@herenow/contract/constants';
import * as refusals from '@herenow/contract/refusals';
import { Refused } from '../../lib/errors.ts';
import { isOnline, isVisible, type Presence } from '../presence/index.ts';
import { isClosed, type PinMemory } from './memory-policy.ts';
import type { Pin } from './store.ts';

/** What the policy needs to know when one user pins another. */
export interface PinAttempt {
  userId: string;
  targetId: string;
  mine: Presence | undefined;
  theirs: Presence | undefined;
  /** False: the target is unknown, suspended or blocked. */
  targetThere: boolean;
  existing: Pin | undefined;
  /** Whether the target is within the largest distance that a feed can have. */
  near: boolean;
  /** What the pair remembers of this user’s pins. */
  memory: PinMemory | undefined;
}

/** Returns whether pinning adds a new pin or accepts the target’s pin. Throws when pinning is not allowed. */
export function decidePin(attempt: PinAttempt, now: Date): 'add' | 'accept' {
  const { userId, targetId, mine, theirs, targetThere, existing, near, memory } = attempt;
  if (!isOnline(mine, now)) throw new Refused(refusals.goVisibleToPin);
  if (userId === targetId || !targetThere) throw new Refused(refusals.userNotFound);
  // A pin that was not accepted ends with the presence of its initiator, even while its row waits for the sweep.
  const over = existing?.initiatedBy === targetId && existing.status !== 'accepted' && !theirs;
  // A user who rejected a pin may pin its initiator at any time.
  const rejected = existing?.initiatedBy === targetId && existing.status === 'rejected';
  if (existing && !over && !rejected) {
    if (existing.status === 'pending' && existing.initiatedBy === targetId) return 'accept';
    throw new Refused(refusals.alreadyPinned);
  }
  if (!isVisible(theirs, now) || !near) throw new Refused(refusals.userNotFound);
  if (isClosed(memory, now)) throw new Refused(refusals.alreadyPinned);
  return 'add';
}

/** What the policy needs to know when a user accepts or rejects a pin. */
export interface AnswerAttempt<Found extends Pin> {
  userId: string;
  pin: Found | undefined;
  initiatorThere: boolean;
  initiatorActive: boolean;
}

/** Returns the pin. Throws unless the user may accept or reject it. */
export function requireAnswerable<Found extends Pin>(attempt: AnswerAttempt<Found>): Found {
  const { userId, pin, initiatorThere, initiatorActive } = attempt;
  const takesPart = pin !== undefined && (pin.lowId === userId || pin.highId === userId);
  if (!takesPart || !initiatorThere) throw new Refused(refusals.chatNotFound);
  if (pin.initiatedBy === userId) throw new Refused(refusals.notYoursToAnswer);
  if (pin.status === 'pending' && !initiatorActive) throw new Refused(refusals.chatNotFound);
  if (pin.status !== 'pending') throw new Refused(refusals.alreadyAnswered);
  return pin;
}

/** Returns the pin. Throws unless the user may withdraw it. */
export function requireWithdrawable(userId: string, pin: Pin | undefined, now: Date): Pin {
  if (pin?.initiatedBy !== userId) throw new Refused(refusals.userNotFound);
  if (pin.status !== 'pending') throw new Refused(refusals.alreadyAnswered);
  if (now.getTime() - pin.createdAt.getTime() > PIN_UNDO_MS) throw new Refused(refusals.undoTooLate);
  return pin;
}
