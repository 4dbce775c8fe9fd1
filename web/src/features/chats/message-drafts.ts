import { deviceStore, readJson } from '../../lib/storage.ts';
import { useWindowEvent } from '../../lib/window-events.ts';

/**
 * Message drafts by chat, the ids of the messages that they reply to, and drafts of edits by chat and message. Kept on
 * the device until they are sent, their chat is gone or the user signs out; shared by all tabs.
 */
const KEY = 'drafts';

function read(): Record<string, string> {
  const kept = readJson(deviceStore, KEY);
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, string>) : {};
}

export function readDraft(id: string): string {
  return read()[id] ?? '';
}

export function writeDraft(id: string, text: string): void {
  const { [id]: _before, ...others } = read();
  const drafts = text === '' ? others : { ...others, [id]: text };
  deviceStore.write(KEY, JSON.stringify(drafts));
}

export const draftKeys = (): string[] => Object.keys(read());

/** Returns the key of what is kept beside the draft of a chat: an edit, by its message, or what the draft replies to. */
export const draftKey = (chatId: string, about: string): string => `${chatId} ${about}`;

/** Follows drafts written in other tabs, also while this page was in the back-forward cache. */
export function useDraftsElsewhere(changed: () => void): void {
  useWindowEvent('storage', changed);
  useWindowEvent('pageshow', changed);
}
