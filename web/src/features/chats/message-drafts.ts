import { deviceStore, readJson } from '../../lib/storage.ts';
import { useWindowEvent } from '../../lib/window-events.ts';

/** Message drafts by chat. Kept on the device until they are sent or the user signs out; shared by all tabs. */
const KEY = 'drafts';

function read(): Record<string, string> {
  const kept = readJson(deviceStore, KEY);
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, string>) : {};
}

export function readDraft(chatId: string): string {
  return read()[chatId] ?? '';
}

export function writeDraft(chatId: string, text: string): void {
  const { [chatId]: _before, ...others } = read();
  const drafts = text === '' ? others : { ...others, [chatId]: text };
  deviceStore.write(KEY, JSON.stringify(drafts));
}

/** Follows drafts written in other tabs, also while this page was in the back-forward cache. */
export function useDraftsElsewhere(changed: () => void): void {
  useWindowEvent('storage', changed);
  useWindowEvent('pageshow', changed);
}
