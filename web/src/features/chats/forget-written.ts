import { draftKeys, writeDraft } from './message-drafts.ts';
import { forgetReactions } from './reactions.ts';
import { forgetUnsent } from './unsent.ts';

/** Deletes from the device what the user has written for chats that are gone. */
export function forgetWritten(isGone: (chatId: string) => boolean): void {
  for (const key of draftKeys()) if (isGone(key.split(' ')[0]!)) writeDraft(key, '');
  forgetUnsent(isGone);
  forgetReactions(isGone);
}
