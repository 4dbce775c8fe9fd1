import { deviceStore, readJson } from '../../lib/storage.ts';

/**
 * Message drafts by the id of their chat. A key of the ids of a chat and a message holds the draft of an edit, one of a
 * chat’s id and `reply` the message that the draft replies to. All are kept on the device until they are sent, their
 * chat is gone or the user signs out, and are shared by all tabs.
 */
const KEY = 'drafts';

function read(): Record<string, string> {
  const kept = readJson(deviceStore, KEY);
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, string>) : {};
}

export function readMessageDraft(id: string): string {
  const draft: unknown = read()[id];
  return typeof draft === 'string' ? draft : '';
}

export function writeMessageDraft(id: string, text: string): void {
  const { [id]: _before, ...others } = read();
  const drafts = text === '' ? others : { ...others, [id]: text };
  deviceStore.write(KEY, JSON.stringify(drafts));
}
