import { deviceStore, readJson } from '../../lib/storage.ts';
import { useWindowEvent } from '../../lib/window-events.ts';

/** What someone has begun to write, by chat. Kept on the device until it is sent or they sign out; tabs share it. */
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

/** Hears of what other tabs write, and wrote while this page was kept to be gone back to. */
export function useDraftsElsewhere(changed: () => void): void {
  useWindowEvent('storage', changed);
  useWindowEvent('pageshow', changed);
}
