import * as refusals from '@herenow/contract/refusals';
import { Refused } from '../../lib/errors.ts';
import { minus } from '../../lib/clock.ts';

/** Throws 400 unless the other user is active, and 409 unless the caller is. */
export function requireLive(chat: { meActive: boolean; otherActive: boolean }): void {
  if (!chat.otherActive) throw new Refused(refusals.chatNotFound);
  if (!chat.meActive) throw new Refused(refusals.goVisibleToChat);
}

/** A chat as the viewer sees it: the facts that decide whether the other user’s incognito presence shows. */
export interface Sight {
  pinStatus: 'pending' | 'accepted' | 'rejected';
  initiatedBy: string;
  otherId: string;
}

/**
 * Whether the viewer sees the other user’s incognito presence. Sending or accepting a pin reveals that a user is here,
 * even incognito. To a sender whose pin was not accepted, an incognito user is offline, as to any stranger.
 */
export function seesIncognito({ pinStatus, initiatedBy, otherId }: Sight): boolean {
  return pinStatus === 'accepted' || (pinStatus === 'pending' && initiatedBy === otherId);
}

/** Returns the moment before which a chat must have been paused to be gone now. */
export const goneBefore = (now: Date, retentionMs: number): Date => minus(now, retentionMs);
