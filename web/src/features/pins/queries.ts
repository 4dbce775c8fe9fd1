import { acceptPin, pinUser, rejectPin } from '@herenow/contract/pins';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { useMe } from '../../lib/session.ts';
import { showToast } from '../../ui/toast.tsx';
import { isOnline, openVisibility } from '../presence/index.ts';
import { words } from './words.ts';

interface Pinned {
  id: string;
  name: string;
}

/** Long enough for the pin to have dropped before the card leaves. */
const DROP_MS = 320;
/** And then for the card to have left. */
const LEAVE_MS = 180;

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Pins somebody. Someone who is not Online is asked to go visible instead. `onPinned` runs once the server has
 * said yes. `toastMs` is how long the success is shown.
 */
export function usePin({ toastMs, onPinned }: { toastMs: number; onPinned: (userId: string) => void }) {
  const me = useMe();
  const client = useQueryClient();
  // The second tap of a double tap comes before anything is rendered.
  const running = useRef(new Set<string>());
  const [leaving, setLeaving] = useState<string>();
  const mutation = useMutation({
    mutationFn: async ({ id }: Pinned) => {
      const dropped = after(DROP_MS);
      await api(pinUser, { body: { userId: me.id, pinnedUserId: id } });
      await dropped;
      setLeaving(id);
      await after(LEAVE_MS);
    },
    onSuccess: (_answer, { id, name }) => {
      onPinned(id);
      showToast(words.pinned(name), { tone: 'pin', duration: toastMs });
      void client.invalidateQueries({ queryKey: ['chats'] });
    },
    onError: (error, { name }) => {
      const answered = error instanceof ApiError && error.status > 0;
      showToast(answered ? words.already(name) : words.failed, {
        tone: answered ? 'plain' : 'bad',
        duration: toastMs,
      });
    },
    onSettled: (_answer, _error, { id }) => {
      running.current.delete(id);
    },
  });

  return {
    /** Whom the latest running pin is for. */
    pinning: mutation.isPending ? mutation.variables.id : undefined,
    /** Who has just been pinned and is on the way out. */
    leaving,
    pin(person: Pinned, returnTo?: string): void {
      if (running.current.has(person.id)) return;
      if (isOnline(me, Date.now())) {
        running.current.add(person.id);
        mutation.mutate(person);
      } else openVisibility({ flow: 'main', ...(returnTo && { returnTo }) });
    },
  };
}

/** Accepts or rejects a pending pin. */
export function useAnswerPin() {
  return useMutation({
    mutationFn: ({ chatId, accept }: { chatId: string; accept: boolean }) =>
      api(accept ? acceptPin : rejectPin, { params: { chatId }, body: { chatId } }),
  });
}
