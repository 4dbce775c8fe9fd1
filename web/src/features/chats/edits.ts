import { editMessage } from '@herenow/contract/chats';
import type { Message } from '@herenow/contract/entities';
import { chatNotFound } from '@herenow/contract/refusals';
import type { QueryClient } from '@tanstack/react-query';
import { errorText, isRefusal } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { emit } from '../../lib/window-events.ts';
import { showToast } from '../../ui/toast.tsx';
import { chatsAfterChange, replaceMessage } from './live.ts';
import { updateChats, updateHistory } from './queries.ts';
import { words } from './words.ts';

/** Saves an edit. What fails is told to the person, and rejects. */
export async function saveEdit(client: QueryClient, message: Message, content: string): Promise<void> {
  const { id, chatId, senderId, recipientId } = message;
  try {
    const edited = await api(editMessage, { body: { id, content, chatId, senderId, recipientId } });
    updateHistory(client, chatId, (history) => ({
      ...history,
      messages: replaceMessage(history.messages, edited),
    }));
    updateChats(client, (chats) => chatsAfterChange(chats, edited));
  } catch (error) {
    if (isRefusal(error, chatNotFound)) emit('error', { destination: editMessage.path, message: error.text });
    else showToast(errorText(error, words.unsent), { tone: 'bad' });
    throw error;
  }
}
