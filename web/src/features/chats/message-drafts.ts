import { deviceStore, readJson } from '../../lib/storage.ts';

/** What someone has begun to write, by chat. Kept on the device until it is sent or they sign out. */
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
