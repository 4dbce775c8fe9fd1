import { listMessages } from '@herenow/contract/chats';
import type { Message } from '@herenow/contract/entities';
import { api, isStatus } from '../../lib/api.ts';
import { isConnected, sendRealtime } from '../../lib/realtime/index.ts';
import { session } from '../../lib/session.ts';
import { offerUndo } from '../../lib/undo.ts';
import { emit, listen } from '../../lib/window-events.ts';
import { showToast } from '../../ui/toast.tsx';
import { words } from './parts-words.ts';

/** How long the event of a deletion may take. */
const DELETION_MS = 10_000;

/** Deletes a message once the time to undo it has passed. */
export function deleteLater(message: Message): void {
  offerUndo({
    id: message.id,
    text: words.justDeleted,
    undo: () => undefined,
    commit: () => deleteMessage(message),
  });
}

/**
 * Resolves once it is known what has become of a deletion. Its event may be lost with the connection, so without one the
 * server is asked. If the message is still there, the user is told, and nothing deletes it later.
 */
async function deleteMessage(message: Message): Promise<void> {
  if (await isHeardOf(message)) return;
  const now = await readAgain(message);
  // Who has signed out meanwhile is told nothing.
  if (session.get().userId !== message.senderId || now === 'gone') return;
  if (now?.deleted) emit('delete-message', now);
  else showToast(words.notDeleted, { tone: 'bad' });
}

/** Sends the deletion; resolves to whether its event has come in time. */
async function isHeardOf({ id, chatId, senderId, recipientId }: Message): Promise<boolean> {
  // What waits for a connection would be sent whenever that comes.
  const send = () => isConnected() && sendRealtime('/app/chat.delete', { id, chatId, senderId, recipientId });
  // What was sent over a connection that is lost may not have arrived.
  const stops = [listen('connected', send)];
  try {
    return await new Promise<boolean>((resolve) => {
      stops.push(listen('delete-message', (message) => message.id === id && resolve(true)));
      setTimeout(resolve, DELETION_MS, false);
      send();
    });
  } finally {
    for (const stop of stops) stop();
  }
}

/** Returns the message as it is now; undefined without an answer. */
async function readAgain({ id, chatId }: Message): Promise<Message | 'gone' | undefined> {
  try {
    return (await api(listMessages, { params: { chatId }, query: { id } }))[0];
  } catch (error) {
    return isStatus(error, 404) ? 'gone' : undefined;
  }
}
