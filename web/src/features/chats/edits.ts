import { editMessage, listMessages } from '@herenow/contract/chats';
import type { Message } from '@herenow/contract/entities';
import { chatNotFound } from '@herenow/contract/refusals';
import type { QueryClient } from '@tanstack/react-query';
import { api, errorText, isRefusal, isStatus } from '../../lib/api.ts';
import { emit } from '../../lib/window-events.ts';
import { showToast } from '../../ui/toast.tsx';
import { readMessageDraft, writeMessageDraft } from './message-drafts.ts';
import { chatsAfterChange, replaceMessage } from './live.ts';
import { updateChats, updateMessages } from './queries.ts';
import { keepWords } from './unsent.ts';
import { words as parts } from './parts-words.ts';

/** The conversation on the screen. */
let taker: { chatId: string; take: (message: Message) => boolean } | undefined;

/**
 * Registers `take`, which reopens a failed edit, or returns false if it cannot. Returns the function that unregisters
 * it.
 */
export function takeEditsBack(chatId: string, take: (message: Message) => boolean): () => void {
  const mine = { chatId, take };
  taker = mine;
  return () => {
    if (taker === mine) taker = undefined;
  };
}

/** The messages whose edits are being saved. */
const saving = new Set<string>();

/** Returns the latest message with an edit that an earlier visit of the chat left unsaved. */
export function unsavedEdit(messages: readonly Message[]): Message | undefined {
  return messages.findLast(
    (one) =>
      !one.deleted && !saving.has(one.id) && !dropSaved(one) && readMessageDraft(one.chatId + one.id) !== '',
  );
}

/** Drops the draft of an edit if it is what the message says now. Returns whether it was. */
export function dropSaved({ chatId, id, content }: Message): boolean {
  const isSaved = readMessageDraft(chatId + id).trim() === content;
  if (isSaved) writeMessageDraft(chatId + id, '');
  return isSaved;
}

/**
 * Saves an edit. If that fails, the user is told, and the text goes back to the open edit, or to the draft of the chat
 * if the user has left the edit or the chat is gone.
 */
export async function saveEdit(client: QueryClient, message: Message, content: string): Promise<void> {
  const { id, chatId, senderId, recipientId } = message;
  saving.add(id);
  try {
    const edited = await api(editMessage, { body: { id, content, chatId, senderId, recipientId } }).catch(
      async (error: unknown) => {
        // It is saved if only the answer was lost.
        const [now] = isStatus(error, 0)
          ? await api(listMessages, { params: { chatId }, query: { id } })
          : [];
        if (now?.content !== content) throw error;
        return now;
      },
    );
    // The user may have changed the draft since.
    dropSaved({ ...message, content });
    updateMessages(client, chatId, (messages) => replaceMessage(messages, edited));
    updateChats(client, (chats) => chatsAfterChange(chats, edited));
  } catch (error) {
    if (isRefusal(error, chatNotFound)) emit('error', { destination: editMessage.path, message: error.text });
    else {
      showToast(errorText(error, parts.notEdited), { tone: 'bad' });
      // The page that is being left stays mounted until the next one renders, and would take the text with it.
      const here = location.pathname.includes(chatId);
      if (here && taker?.chatId === chatId && taker.take({ ...message, content })) return;
    }
    keepWords(chatId, content);
    dropSaved({ ...message, content });
  } finally {
    saving.delete(id);
  }
}

/**
 * Ends the edit of a message that was deleted meanwhile, perhaps on another device: its text goes to the chat's draft.
 */
export function leaveEdit(chatId: string, id: string): void {
  const words = readMessageDraft(chatId + id);
  writeMessageDraft(chatId + id, '');
  if (words !== '') keepWords(chatId, words);
}
