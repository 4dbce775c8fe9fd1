import { TEXT } from '@herenow/contract/rules';
import { badRequest, conflict } from '../../lib/errors.ts';

/** Texts of refusals that only chats know. */
export const REFUSED = {
  idTaken: 'This message id is already in use.',
  noMessage: 'Message not found',
  editOthers: 'You can only edit your own messages.',
  deleteOthers: 'You can only delete your own messages.',
  editDeleted: 'This message was deleted',
  seenOwn: 'Only the person who receives a message can mark it as seen.',
} as const;

/** Throws unless both people are active. */
export function requireLive(chat: { meActive: boolean; otherActive: boolean }): void {
  if (!chat.otherActive) throw badRequest(TEXT.chatNotFound);
  if (!chat.meActive) throw conflict(TEXT.goVisibleToChat);
}

/** What `viewer` may know of the other person’s session in a chat. */
export interface Sight {
  pinStatus: 'pending' | 'accepted' | 'rejected';
  initiatedBy: string;
  otherId: string;
}

/**
 * Who accepted a pin, or sent one, shows that they are here, even incognito. To somebody whose pin was not accepted
 * an incognito person is offline, as to any stranger.
 */
export function seesIncognito({ pinStatus, initiatedBy, otherId }: Sight): boolean {
  return pinStatus === 'accepted' || (pinStatus === 'pending' && initiatedBy === otherId);
}

/** Before this moment a pause has lasted long enough for a chat to be gone. */
export const goneBefore = (now: Date, retentionMs: number): Date => new Date(now.getTime() - retentionMs);
