import { deviceStore, readJson } from '../../lib/storage.ts';

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

/** Of what other tabs write, and wrote while this page was kept to be gone back to. Returns the function that ends it. */
export function followDrafts(changed: () => void): () => void {
  const wrote = ({ key }: StorageEvent) => key === KEY && changed();
  const shown = ({ persisted }: PageTransitionEvent) => persisted && changed();
  window.addEventListener('storage', wrote);
  window.addEventListener('pageshow', shown);
  return () => {
    window.removeEventListener('storage', wrote);
    window.removeEventListener('pageshow', shown);
  };
}
