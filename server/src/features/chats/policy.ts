import * as refusals from '@herenow/contract/refusals';
import { Refused } from '../../lib/errors.ts';
import { minus } from '../../lib/clock.ts';

/** Throws 400 unless the other user is active, and 409 unless the caller is. */
export function requireLiveChat(chat: { meActive: boolean; otherActive: boolean }): void {
  if (!chat.otherActive) throw new Refused(refusals.chatNotFound);
  if (!chat.meActive) throw new Refused(refusals.goVisibleToChat);
}

/** Returns the moment before which a chat must have been paused to be gone now. */
export const goneBefore = (now: Date, retentionMs: number): Date => minus(now, retentionMs);
