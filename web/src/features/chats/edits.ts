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
import { keepWords } from './unsent.ts';
import { words } from './words.ts';

/** The conversation on the screen. */
let taker: { chatId: string; take: (message: Message) => boolean } | undefined;

/** `take` reopens a failed edit, or returns that it cannot. Returns the function that unregisters it. */
export function takeEditsBack(chatId: string, take: (message: Message) => boolean): () => void {
  const mine = { chatId, take };
  taker = mine;
  return () => {
    if (taker === mine) taker = undefined;
  };
}

/**
 * Saves an edit. What fails is told to the person, and its words go back to where they were written, or, where one has
 * left that or the chat is gone, to the draft of the chat.
 */
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
    else {
      showToast(errorText(error, words.unsent), { tone: 'bad' });
      // The page being left stays mounted until the next one renders, and would swallow the text.
      const here = location.pathname.includes(chatId);
      if (here && taker?.chatId === chatId && taker.take({ ...message, content })) return;
    }
    keepWords(chatId, content);
  }
}
