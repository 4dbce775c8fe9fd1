import { listChats } from '@herenow/contract/chats';
import type { Chat } from '@herenow/contract/entities';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, isStatus } from '../../lib/api.ts';
import { fetchAgain } from '../../lib/fetch-again.ts';
import { offerUndo } from '../../lib/undo.ts';
import { showToast } from '../../ui/toast.tsx';
import { answerPin, openMoment } from '../pins/index.ts';
import { ifMade } from '../profile/index.ts';
import { chatsKey } from './keys.ts';
import { chatsAfterNotification } from './live.ts';
import { updateChats } from './queries.ts';
import { words } from './list-words.ts';

/** Accepts a request at once and celebrates it, or rejects it once the time to undo that has passed. */
export function useAnswer(chat: Chat, me: string, name: string) {
  const client = useQueryClient();
  const { id: chatId, initiatedBy } = chat;
  // The second tap of a double tap arrives before anything renders.
  const accepting = useRef(false);
  const follow = (type: 'PIN_ACCEPT' | 'PIN_REJECT') =>
    updateChats(client, (chats) => chatsAfterNotification(chats, { type, chatId }, me) ?? chats);
  /** Refetches the list if the request was withdrawn or answered elsewhere; returns whether it was. */
  const reloadIfOver = (error: unknown) => {
    const over = isStatus(error, 400, 403, 409);
    if (over) void fetchAgain(client, { queryKey: chatsKey });
    return over;
  };
  const reject = async () => {
    try {
      await answerPin(chatId, false).catch(
        ifMade(({ rejectedUsers }) => rejectedUsers.includes(initiatedBy)),
      );
      follow('PIN_REJECT');
    } catch (error) {
      if (!reloadIfOver(error)) showToast(words.notRejected(name), { tone: 'bad' });
    }
  };
  // The event may unmount the request before the response arrives; the response is handled anyway.
  const answer = useMutation({
    mutationFn: () =>
      answerPin(chatId, true).catch(async (error: unknown) => {
        // It is accepted if only the answer was lost.
        const chats = isStatus(error, 0) && (await api(listChats, { params: { userId: me } }));
        if (!chats || !chats.some(({ id, pinStatus }) => id === chatId && pinStatus === 'accepted'))
          throw error;
      }),
    onSuccess() {
      follow('PIN_ACCEPT');
      openMoment(chatId);
    },
    onError: reloadIfOver,
    onSettled() {
      accepting.current = false;
    },
  });
  return {
    accepting: answer.isPending,
    failed: answer.isError,
    accept(): void {
      if (accepting.current) return;
      accepting.current = true;
      answer.mutate();
    },
    /** Returns whether it is rejected: not while it is being accepted. */
    reject(): boolean {
      if (accepting.current) return false;
      offerUndo({ id: chatId, text: words.justRejected(name), undo: () => undefined, commit: reject });
      return true;
    },
  };
}
