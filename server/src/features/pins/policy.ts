import { PIN_UNDO_MS } from '@herenow/contract/constants';
import { acceptPin } from '@herenow/contract/pins';
import { TEXT } from '@herenow/contract/rules';
import { badRequest, conflict, forbidden, notFound } from '../../lib/errors.ts';
import { isOnline, isVisible, type Presence } from '../presence/index.ts';
import type { Pin } from './store.ts';

/** What is known when one person pins another. */
export interface PinAttempt {
  userId: string;
  targetId: string;
  mine: Presence | undefined;
  theirs: Presence | undefined;
  /** False: unknown, suspended or blocked. */
  targetThere: boolean;
  existing: Pin | undefined;
}

/** Whether pinning makes a new pin or accepts the other’s; throws when it may not happen. */
export function decidePin(attempt: PinAttempt, now: Date): 'add' | 'accept' {
  const { userId, targetId, mine, theirs, targetThere, existing } = attempt;
  if (!isOnline(mine, now)) throw forbidden(TEXT.goVisibleToPin);
  if (userId === targetId || !targetThere) throw notFound(TEXT.userNotFound);
  // A pin that was not accepted ends with its maker’s session, also while its row waits for the sweep.
  const over = existing?.initiatedBy === targetId && existing.status !== 'accepted' && !theirs;
  if (existing && !over) {
    if (existing.status === 'pending' && existing.initiatedBy === targetId) return 'accept';
    throw conflict(TEXT.alreadyPinned);
  }
  if (!isVisible(theirs, now)) throw notFound(TEXT.userNotFound);
  return 'add';
}

/** What is known when a person answers a pin. */
export interface AnswerAttempt {
  userId: string;
  pin: Pin | undefined;
  initiatorThere: boolean;
  initiatorActive: boolean;
}

/** Throws unless the person may answer the pin; answers the pin. */
export function requireAnswerable({ userId, pin, initiatorThere, initiatorActive }: AnswerAttempt): Pin {
  const takesPart = pin !== undefined && (pin.lowId === userId || pin.highId === userId);
  if (!takesPart || !initiatorThere) throw badRequest(TEXT.chatNotFound);
  if (pin.initiatedBy === userId) throw forbidden(acceptPin.errors[403]);
  if (pin.status === 'pending' && !initiatorActive) throw badRequest(TEXT.chatNotFound);
  if (pin.status !== 'pending') throw conflict(acceptPin.errors[409]);
  return pin;
}

/** Throws unless the person may take the pin of a pair back; answers the pin. */
export function requireWithdrawable(userId: string, pin: Pin | undefined, now: Date): Pin {
  if (pin?.initiatedBy !== userId) throw notFound(TEXT.userNotFound);
  if (pin.status !== 'pending') throw conflict(acceptPin.errors[409]);
  if (now.getTime() - pin.createdAt.getTime() > PIN_UNDO_MS) throw conflict(TEXT.undoTooLate);
  return pin;
}
