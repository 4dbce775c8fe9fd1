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

/** Returns the key of the draft of an edit. */
export const editKey = (chatId: string, id: string): string => `${chatId} ${id}`;

const replyKey = (chatId: string) => `${chatId} reply`;

/** Keeps which message the draft of a chat replies to, or that it replies to none. */
export function keepReply(chatId: string, messageId = ''): void {
  if (readDraft(replyKey(chatId)) !== messageId) writeDraft(replyKey(chatId), messageId);
}

/** Returns the id of the message to which the draft replies that was left in a chat. */
export function replyLeft(chatId: string): string | undefined {
  return (readDraft(chatId) && readDraft(replyKey(chatId))) || undefined;
}

/** Follows drafts written in other tabs, also while this page was in the back-forward cache. */
export function useDraftsElsewhere(changed: () => void): void {
  useWindowEvent('storage', changed);
  useWindowEvent('pageshow', changed);
}
