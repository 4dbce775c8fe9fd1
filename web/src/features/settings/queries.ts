import { downloadExport, getExport, requestExport, type DataExport } from '@herenow/contract/rights';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, isStatus } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { useMe } from '../../lib/session.ts';
import { takeAnswer } from '../../lib/take-answer.ts';

/** How often the client polls for a copy that is being made. */
const MAKING_MS = 1500;

const exportKey = (userId: string) => ['data-export', userId] as const;

/** Returns the latest requested copy of the user's data; null if there is none. */
export function useDataExport() {
  const { id } = useMe();
  return useQuery({
    queryKey: exportKey(id),
    queryFn: ({ signal }) => api(getExport, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'making' ? MAKING_MS : false),
  });
}

export function useRequestExport() {
  const { id } = useMe();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      api(requestExport, {}).catch(async (error: unknown) => {
        // It is being made if only the answer was lost.
        const copy = isStatus(error, 0) && (await api(getExport, {}));
        if (!copy || copy.state !== 'making') throw error;
        return copy;
      }),
    onSuccess: (made) => takeAnswer<DataExport | null>(client, exportKey(id), () => made),
  });
}

export const useDownload = () => useMutation({ mutationFn: () => download(downloadExport) });
