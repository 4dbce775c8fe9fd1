import { PIN_UNDO_MS } from '@herenow/contract/constants';
import type { Chat } from '@herenow/contract/entities';
import { acceptPin, pinUser, rejectPin, withdrawPin } from '@herenow/contract/pins';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { refusalText, type ApiError } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { serverNow } from '../../lib/clock.ts';
import { fetchAgain } from '../../lib/fetch-again.ts';
import { session } from '../../lib/session.ts';
import { closeUndo, offerUndo } from '../../lib/undo.ts';
import { closeToast, showToast } from '../../ui/toast.tsx';
import { isOnline, openVisibility } from '../presence/index.ts';
import { ifMade, myId } from '../profile/index.ts';
import { RefusedPin } from './components/refused-pin.tsx';
import { openMoment } from './moment-store.ts';
import { words } from './words.ts';

interface Pinned {
  id: string;
  name: string;
}

interface PinOptions {
  /** How long the success is shown. */
  toastMs: number;
  /** The page the pin was begun on, unless that is the feed: a user who has to go visible first returns there. */
  returnTo?: string;
  /** Called once the server has accepted it. `resumed`: after going visible, when the first screen is unmounted. */
  onPinned: (userId: string, resumed: boolean) => void;
  /** Called when the pin was undone. */
  onWithdrawn: (userId: string) => void;
}

/**
 * Pins a person. A user who is not Online is asked to go visible, or incognito with an end; then the pin continues by
 * itself.
 */
export function usePin({ toastMs, returnTo, onPinned, onWithdrawn }: PinOptions) {
  const client = useQueryClient();
  // The second tap of a double tap arrives before anything renders.
  const running = useRef(new Set<string>());
  const reloadChats = () => fetchAgain(client, { queryKey: ['chats'] });
  /** Pins a person, or withdraws the pin. A pin that has accepted theirs is none of one's own. */
  const change = (call: typeof pinUser | typeof withdrawPin, id: string, pinned: boolean) =>
    api(call, { body: { userId: myId(), pinnedUserId: id } }).catch(
      ifMade(
        ({ pinnedUsers }) =>
          pinnedUsers.includes(id) === pinned ||
          (pinned && reloadChats().then(() => chatWith(client, id)?.pinStatus === 'accepted')),
      ),
    );

  const withdraw = async ({ id, name }: Pinned) => {
    try {
      await change(withdrawPin, id, false);
      onWithdrawn(id);
    } catch (error) {
      showToast(refusalText(error, words.notWithdrawn(name)), { tone: 'bad' });
    }
    void reloadChats();
  };
  const mutation = useMutation({
    mutationFn: ({ person }: { person: Pinned; resumed: boolean; at: number }) =>
      change(pinUser, person.id, true),
    onSuccess: (_answer, { person, resumed, at }) => {
      const id = `pin:${person.id}`;
      onPinned(person.id, resumed);
      showToast(words.pinned(person.name), { tone: 'pin', duration: toastMs, id });
      offerUndo({
        id,
        text: words.byMistake(person.name),
        undo: () => {
          closeToast(id);
          void withdraw(person);
        },
        // The server's five seconds began a moment ago, with the pin.
        ms: Math.max(0, PIN_UNDO_MS - (Date.now() - at)),
      });
      void reloadChats().then(() => showIfMet(client, person.id));
    },
    onError: (error, { person: { name } }) => {
      const { status, text } = error as Partial<ApiError>;
      if (!status) {
        showToast(words.failed, { tone: 'bad', duration: toastMs });
        return;
      }
      const reason = status === 409 ? undefined : text;
      showToast(RefusedPin({ text: words.already(name), reason }), {
        // A reason is there to be read, for as long as other toasts.
        duration: reason ? undefined : toastMs,
      });
    },
    onSettled: (_answer, _error, { person }) => {
      running.current.delete(person.id);
    },
  });
  const send = (person: Pinned, resumed: boolean) => {
    running.current.add(person.id);
    mutation.mutate({ person, resumed, at: Date.now() });
  };

  return {
    /** The target of the latest pin in flight. */
    pinning: mutation.isPending ? mutation.variables.person.id : undefined,
    pin(person: Pinned): void {
      if (running.current.has(person.id)) return;
      if (isOnline(session.get().user ?? undefined, serverNow())) send(person, false);
      else
        openVisibility({
          flow: returnTo ? 'main' : 'feed',
          returnTo,
          pin: { name: person.name, go: () => send(person, true) },
        });
    },
  };
}

/**
 * If the other user pinned this one meanwhile, the pin accepts theirs: a match, with nothing to undo. The cached list
 * may be older than the pin, or not loaded yet; then later lists are checked.
 */
function showIfMet(client: QueryClient, id: string): void {
  const until = Date.now() + PIN_UNDO_MS;
  const stop = client.getQueryCache().subscribe(look);
  function look(): void {
    const chat = chatWith(client, id);
    const met = chat?.pinStatus === 'accepted';
    if (!met && chat?.initiatedBy !== session.get().userId && Date.now() < until) return;
    stop();
    if (!met) return;
    closeUndo(`pin:${id}`);
    openMoment(chat.id);
  }
  look();
}

const chatWith = (client: QueryClient, id: string): Chat | undefined =>
  client
    .getQueryData<Chat[]>(['chats'])
    ?.find(({ participants }) => participants.some(({ userId }) => userId === id));

/** Accepts or rejects a pending pin. */
export const answerPin = (chatId: string, accept: boolean): Promise<unknown> =>
  api(accept ? acceptPin : rejectPin, { params: { chatId }, body: { chatId } });
