import { deviceStore, readJson } from '../../lib/storage.ts';
import { forgetReactions } from './reactions.ts';
import type { Unsent } from './unsent.ts';

/** The keys of drafts begin with the id of the chat. */
const ID_LENGTH = 36;

/**
 * Deletes from the device what the user has written for chats that are gone. This tab is notified as if another one had
 * written. The server refuses what is still being sent.
 */
export function forgetWritten(isGone: (chatId: string) => boolean): void {
  change('drafts', (drafts) =>
    Object.fromEntries(Object.entries(drafts).filter(([key]) => !isGone(key.slice(0, ID_LENGTH)))),
  );
  change('unsent', (unsent) =>
    Object.values(unsent as (Unsent | null)[]).filter(
      (entry) => entry?.state !== 'failed' || !isGone(entry.chatId),
    ),
  );
  forgetReactions(isGone);
}

function change(key: string, without: (kept: object) => object): void {
  const kept = readJson(deviceStore, key);
  if (typeof kept !== 'object' || kept === null) return;
  const left = without(kept);
  const count = Object.keys(left).length;
  if (count === Object.keys(kept).length) return;
  if (count === 0) deviceStore.remove(key);
  else deviceStore.write(key, JSON.stringify(left));
  window.dispatchEvent(new StorageEvent('storage', { key }));
}
