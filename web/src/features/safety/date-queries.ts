import {
  endSharedDate,
  listSharedDates,
  readSharedDate,
  shareDate,
  type SharedDate,
} from '@herenow/contract/shared-dates';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, isStatus } from '../../lib/api.ts';
import { fetchAgain } from '../../lib/fetch-again.ts';
import { readDraft, writeDraft } from '../../lib/form-drafts.ts';
import { useMe } from '../../lib/session.ts';
import { takeAnswer } from '../../lib/take-answer.ts';

/** The key under which this tab keeps the tokens of dates shared in it, by date: the server sends each only once. */
const tokensDraft = (userId: string) => `date-tokens:${userId}`;
type Tokens = Record<string, string>;

export const useDateTokens = (): Partial<Tokens> => readDraft<Tokens>(tokensDraft(useMe().id));

/** How often a page refetches dates. */
const LIVE_MS = 60_000;

const ownKey = (userId: string) => ['shared-dates', userId] as const;

export function useSharedDates() {
  const { id } = useMe();
  return useQuery({
    queryKey: ownKey(id),
    queryFn: ({ signal }) => api(listSharedDates, { signal }),
    refetchOnMount: 'always',
    // Dates expire, and are shared from other devices.
    refetchInterval: LIVE_MS,
  });
}

export function useShareDate() {
  const { id } = useMe();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { id: string; who: string; place: string; until: string }) => api(shareDate, { body }),
    // Runs even if the user has left the page before the answer.
    onSuccess: ({ token, ...date }) => {
      const draft = tokensDraft(id);
      writeDraft(draft, { ...readDraft<Tokens>(draft), [date.id]: token });
      takeAnswer<SharedDate[]>(client, ownKey(id), (known) =>
        known?.filter(({ id: other }) => other !== date.id).concat(date),
      );
      void fetchAgain(client, { queryKey: ownKey(id) });
    },
  });
}

export function useEndSharedDate() {
  const { id } = useMe();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (dateId: string) => api(endSharedDate, { params: { dateId } }),
    onSuccess: (_, dateId) =>
      takeAnswer<SharedDate[]>(client, ownKey(id), (known) => known?.filter((date) => date.id !== dateId)),
    onSettled: () => fetchAgain(client, { queryKey: ownKey(id) }),
  });
}

/** Returns the date of a link; null if it is unknown, revoked or expired. */
export function useDateOf(token: string) {
  return useQuery({
    queryKey: ['shared-date', token],
    queryFn: async ({ signal }) => {
      try {
        return await api(readSharedDate, { body: { token }, signal });
      } catch (error) {
        if (isStatus(error, 404)) return null;
        throw error;
      }
    },
    refetchInterval: LIVE_MS,
  });
}
