import {
  beginFaceCheck,
  closeFace,
  endFaceCheck,
  getFaceCheck,
  listFaces,
  openFace,
  sendSelfie,
  type FaceCheck,
} from '@herenow/contract/faces';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useMe } from '../../lib/session.ts';

/** How often somebody who waits looks whether it is decided, and an operator at the queue. */
const LIVE_MS = 10_000;

const keys = {
  own: (userId: string) => ['face-check', userId] as const,
  queue: ['desk', 'faces'] as const,
  one: (userId: string) => ['desk', 'face', userId] as const,
};

export function useFaceCheck() {
  const { id } = useMe();
  return useQuery({
    queryKey: keys.own(id),
    queryFn: ({ signal }) => api(getFaceCheck, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? LIVE_MS : false),
  });
}

/** A step of the check: each answers how far it has come. */
function useStep<Input>(step: (input: Input) => Promise<FaceCheck>) {
  const { id } = useMe();
  const client = useQueryClient();
  return useMutation({
    mutationFn: step,
    onSuccess: (check) => client.setQueryData<FaceCheck>(keys.own(id), check),
    onError: () => client.invalidateQueries({ queryKey: keys.own(id) }),
  });
}

export const useBegin = () => useStep(() => api(beginFaceCheck, {}));
export const useSendSelfie = () => useStep((picture: string) => api(sendSelfie, { body: { picture } }));
export const useEnd = () =>
  useStep(async () => {
    await api(endFaceCheck, {});
    return await api(getFaceCheck, {});
  });

export const useFaces = () =>
  useQuery({
    queryKey: keys.queue,
    queryFn: ({ signal }) => api(listFaces, { signal }),
    refetchInterval: LIVE_MS,
  });

/** The selfies of a person; opening them keeps them to this operator. They are held nowhere beside the screen. */
export const useFace = (userId: string) =>
  useQuery({
    queryKey: keys.one(userId),
    queryFn: ({ signal }) => api(openFace, { params: { userId }, signal }),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

export interface Decision {
  userId: string;
  decision: 'verify' | 'decline';
  photoId: string;
  why: string;
}

export function useDecide() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, ...body }: Decision) => api(closeFace, { params: { userId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.queue }),
  });
}
