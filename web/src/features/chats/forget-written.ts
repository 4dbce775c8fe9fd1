import { deviceStore, readJson } from '../../lib/storage.ts';
import { forgetReactions } from './reactions.ts';
import type { Unsent } from './unsent.ts';

/** The keys of drafts begin with the id of the chat. */
const ID_LENGTH = 36;

/**
 * Deletes from the device what the user has written for chats that are gone. This tab hears of it as of what another one
 * writes. What is still being sent is refused by the server.
 */
export function forgetWritten(isGone: (chatId: string) => boolean): void {
  change<Record<string, string>>('drafts', (drafts) =>
    Object.fromEntries(Object.entries(drafts).filter(([key]) => !isGone(key.slice(0, ID_LENGTH)))),
  );
  change<readonly Unsent[]>('unsent', (unsent) =>
    unsent.filter(({ chatId, state }) => state !== 'failed' || !isGone(chatId)),
  );
  forgetReactions(isGone);
}

/** Changes what is kept under a key; what is empty is not kept. */
function change<T extends object>(key: string, without: (kept: T) => T): void {
  const kept = readJson(deviceStore, key) as T | undefined;
  if (!kept) return;
  const left = without(kept);
  if (Object.keys(left).length === Object.keys(kept).length) return;
  if (Object.keys(left).length === 0) deviceStore.remove(key);
  else deviceStore.write(key, JSON.stringify(left));
  window.dispatchEvent(new StorageEvent('storage', { key }));
}
