import { endSharedDate, listSharedDates, readSharedDate, shareDate } from '@herenow/contract/shared-dates';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, isStatus } from '../../lib/api.ts';
import { useMe } from '../../lib/session.ts';

const ownKey = (userId: string) => ['shared-dates', userId] as const;

export function useSharedDates() {
  const { id } = useMe();
  return useQuery({
    queryKey: ownKey(id),
    queryFn: ({ signal }) => api(listSharedDates, { signal }),
    refetchOnMount: 'always',
  });
}

export function useShareDate() {
  const { id } = useMe();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { who: string; place: string; until: string }) => api(shareDate, { body }),
    // Not cached: the link is returned only once.
    onSuccess: () => void client.invalidateQueries({ queryKey: ownKey(id) }),
  });
}

export function useEndSharedDate() {
  const { id } = useMe();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (dateId: string) => api(endSharedDate, { params: { dateId } }),
    onSettled: () => client.invalidateQueries({ queryKey: ownKey(id) }),
  });
}

/** Returns what a link tells; null if it is unknown, revoked or expired. */
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
    refetchInterval: 60_000,
  });
}
