import type { Message } from '@herenow/contract/entities';
import { sendRealtime } from '../../lib/realtime/index.ts';
import { offerUndo } from '../../lib/undo.ts';
import { listen } from '../../lib/window-events.ts';
import { showToast } from '../../ui/toast.tsx';
import { words as partsWords } from './parts-words.ts';
import { words } from './words.ts';

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

/** Resolves on the event of the deletion, or after a timeout, when the user is told that the message is still there. */
function deleteMessage({ id, chatId, senderId, recipientId }: Message): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = listen('delete-message', (message) => message.id === id && finish());
    const timer = setTimeout(() => {
      showToast(partsWords.notDeleted, { tone: 'bad' });
      finish();
    }, DELETION_MS);
    sendRealtime('/app/chat.delete', { id, chatId, senderId, recipientId });
  });
}
