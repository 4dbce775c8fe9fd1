import { clearAlert, getAlert, setAlert } from '@herenow/contract/alerts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { takeAnswer } from '../../lib/take-answer.ts';
import { useNow } from '../../lib/use-now.ts';

const alertKey = (userId: string) => ['alert', userId] as const;

export interface RunningAlert {
  until: string;
  maxDistanceKm: number;
}

/** Returns the running alert; undefined while loading; null if it is off or could not be loaded. */
export function useAlert(userId: string): RunningAlert | null | undefined {
  const now = useNow(30_000);
  const { data, isError } = useQuery({
    queryKey: alertKey(userId),
    queryFn: ({ signal }) => api(getAlert, { signal }),
  });
  if (!data) return isError ? null : undefined;
  const { until, maxDistanceKm } = data;
  return until !== null && maxDistanceKm !== null && Date.parse(until) > now
    ? { until, maxDistanceKm }
    : null;
}

/** Returns a mutation that sets the alert for a distance in km; undefined ends it. */
export function useChangeAlert(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (maxDistanceKm: number | undefined) => {
      if (maxDistanceKm !== undefined) return await api(setAlert, { body: { userId, maxDistanceKm } });
      await api(clearAlert, {});
      return { until: null, maxDistanceKm: null };
    },
    onSuccess: (data) => takeAnswer(client, alertKey(userId), () => data),
  });
}
