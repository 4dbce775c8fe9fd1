import * as refusals from '@herenow/contract/refusals';
import { Refused } from '../../lib/errors.ts';

/** Throws unless both people are active. */
export function requireLive(chat: { meActive: boolean; otherActive: boolean }): void {
  if (!chat.otherActive) throw new Refused(refusals.chatNotFound);
  if (!chat.meActive) throw new Refused(refusals.goVisibleToChat);
}

/** What `viewer` may know of the other person’s presence in a chat. */
export interface Sight {
  pinStatus: 'pending' | 'accepted' | 'rejected';
  initiatedBy: string;
  otherId: string;
}

/**
 * A user who accepted a pin, or sent one, shows that they are here, even incognito. To one whose pin was not accepted
 * an incognito person is offline, as to any stranger.
 */
export function seesIncognito({ pinStatus, initiatedBy, otherId }: Sight): boolean {
  return pinStatus === 'accepted' || (pinStatus === 'pending' && initiatedBy === otherId);
}

/** Before this moment a pause has lasted long enough for a chat to be gone. */
export const goneBefore = (now: Date, retentionMs: number): Date => new Date(now.getTime() - retentionMs);
