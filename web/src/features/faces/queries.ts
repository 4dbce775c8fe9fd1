import {
  beginFaceCheck,
  endFaceCheck,
  getFaceCheck,
  sendSelfie,
  type FaceCheck,
} from '@herenow/contract/faces';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { fetchAgain } from '../../lib/fetch-again.ts';
import { useMe } from '../../lib/session.ts';
import { takeAnswer } from '../../lib/take-answer.ts';

/** How often the page polls for the decision while the user waits for it. */
const WAITING_MS = 10_000;

const keyOf = (userId: string) => ['face-check', userId] as const;

export function useFaceCheck() {
  const { id } = useMe();
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api(getFaceCheck, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? WAITING_MS : false),
  });
}

/** Returns a mutation for a step of the check; every response is the state of the whole check. */
function useStep<Input>(step: (input: Input) => Promise<FaceCheck>) {
  const { id } = useMe();
  const client = useQueryClient();
  return useMutation({
    mutationFn: step,
    onSuccess: (check) => takeAnswer<FaceCheck>(client, keyOf(id), () => check),
    onError: () => fetchAgain(client, { queryKey: keyOf(id) }),
  });
}

export const useBeginFaceCheck = () => useStep(() => api(beginFaceCheck, {}));
export const useSendSelfie = () => useStep((picture: string) => api(sendSelfie, { body: { picture } }));
export const useEndFaceCheck = () =>
  useStep(async () => {
    await api(endFaceCheck, {});
    return await api(getFaceCheck, {});
  });
