import type { BodyInput } from '@herenow/contract/call';
import { MODERATION_PAGE_MAX, type LoggedAction } from '@herenow/contract/constants';
import { decideAppeal, getRemovedEvidence, listAppeals, type WaitingAppeal } from '@herenow/contract/appeals';
import { closeFace, listFaces, openFace } from '@herenow/contract/faces';
import {
  exportModerationLog,
  getCase,
  getModerationStatistics,
  getModerationSummary,
  holdCase,
  listCases,
  listModerationLog,
  moderate,
  moderateMany,
  type ModerationCase,
  type ModerationEntry,
} from '@herenow/contract/moderation';
import { getPulse } from '@herenow/contract/pulse';
import { closeSealedCase, listSealedCases, type SealedCase } from '@herenow/contract/sealed-cases';
import {
  hashKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type Query,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, isStatus } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { fetchAgain } from '../../lib/fetch-again.ts';

const PAGE = 50;
/** How often what is looked at, and the hold on it, is asked for again. */
const LIVE_MS = 10_000;

/** The figures of whole months change slowly, and the server adds them up each time. */
const STATISTICS_MS = 60_000;

/** The interval at which nodes write their metrics. */
const PULSE_MS = 15_000;

const keys = {
  all: ['desk'] as const,
  queue: ['desk', 'queue'] as const,
  summary: ['desk', 'summary'] as const,
  file: (userId: string) => ['desk', 'case', userId] as const,
  removed: (appealId: string) => ['desk', 'removed', appealId] as const,
  log: (filter: LogFilter) => ['desk', 'log', filter] as const,
  appeals: ['desk', 'appeals'] as const,
  sealed: ['desk', 'sealed'] as const,
  faces: ['desk', 'faces'] as const,
  face: (userId: string) => ['desk', 'face', userId] as const,
  statistics: (days: number) => ['desk', 'statistics', days] as const,
  pulse: (minutes: number) => ['desk', 'pulse', minutes] as const,
};

export const useSummary = () =>
  useQuery({
    queryKey: keys.summary,
    queryFn: ({ signal }) => api(getModerationSummary, { signal }),
    refetchInterval: LIVE_MS,
  });

/** Returns the open cases by page, most severe first. */
export const useQueue = () =>
  useInfiniteQuery({
    queryKey: keys.queue,
    queryFn: ({ pageParam, signal }) =>
      api(listCases, { query: { limit: PAGE, ...(pageParam ? { after: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page: ModerationCase[]) => (page.length === PAGE ? page.at(-1)!.user.id : undefined),
    refetchInterval: LIVE_MS,
  });

function nullIfGone(error: unknown): null {
  if (isStatus(error, 404)) return null;
  throw error;
}

/** Returns a person's case; null once their account is deleted. */
export const useFile = (userId: string) =>
  useQuery({
    queryKey: keys.file(userId),
    queryFn: ({ signal }) => api(getCase, { params: { userId }, signal }).catch(nullIfGone),
    // Another operator may decide, and more reports may come.
    refetchInterval: LIVE_MS,
  });

/** The code of `caseHeldLong`: importing the refusal would add it to every page. */
const SPENT = 'case-held-long';
/** Who holds a case: this operator, another one, or nobody, after this one has used up the time. */
export type Held = 'here' | 'elsewhere' | 'spent';

/** Holds the open case for this operator while the component is mounted, then releases it. */
export function useHold(userId: string): Held {
  const [held, setHeld] = useState<Held>('here');
  const client = useQueryClient();
  useEffect(() => {
    let was: Held = 'here';
    const turn = (now: Held) => {
      // The operator who held the case may have acted on it.
      if (was === 'elsewhere' && now !== was) void fetchAgain(client, { queryKey: keys.file(userId) });
      was = now;
      setHeld(now);
    };
    const hold = (on: boolean) => api(holdCase, { params: { userId }, body: { hold: on } });
    let kept: Promise<void>;
    const keep = () => {
      kept = hold(true).then(
        () => turn('here'),
        (error: unknown) => {
          if (!isStatus(error, 409)) return turn('here');
          return turn(error.code === SPENT ? 'spent' : 'elsewhere');
        },
      );
    };
    keep();
    const timer = setInterval(keep, LIVE_MS);
    return () => {
      clearInterval(timer);
      // Of two calls at once, either may arrive first.
      void kept.then(() => hold(false)).catch(() => undefined);
    };
  }, [client, userId]);
  return held;
}

/** Returns a mutation after which the desk is fetched anew. */
function useDeskAct<Act, Done>(mutationFn: (act: Act) => Promise<Done>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    // Also after a refusal, so that what the operator had not seen shows up.
    onSettled: () => fetchAgain(client, { queryKey: keys.all }),
  });
}

export function useAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, ...body }: BodyInput<typeof moderate> & { userId: string }) =>
      api(moderate, { params: { userId }, body }),
    // Not waited for: if the account is deleted, the case would be gone before the act is confirmed.
    onSettled: (_, error, { userId }) => {
      // An act leads away from the case: to fetch it once more would be a look without a report, which is logged.
      const isLeft = ({ queryKey }: Query) =>
        error === null && hashKey(queryKey) === hashKey(keys.file(userId));
      void client.invalidateQueries({ predicate: isLeft, refetchType: 'none' });
      void fetchAgain(client, { queryKey: keys.all, predicate: (query) => !isLeft(query) });
    },
  });
}

export const useActOnMany = () =>
  useDeskAct((body: BodyInput<typeof moderateMany>) => api(moderateMany, { body }));

/** A filter of the log: by kind, by person, by operator. */
export interface LogFilter {
  action?: LoggedAction;
  userId?: string;
  operatorId?: string;
}

export const useLog = (filter: LogFilter) =>
  useInfiniteQuery({
    queryKey: keys.log(filter),
    queryFn: ({ pageParam, signal }) =>
      api(listModerationLog, {
        query: { limit: PAGE, ...filter, ...(pageParam ? { before: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page: ModerationEntry[]) => (page.length === PAGE ? page.at(-1)!.id : undefined),
    refetchInterval: LIVE_MS,
  });

export const useAppeals = () =>
  useQuery({
    queryKey: keys.appeals,
    queryFn: ({ signal }) => api(listAppeals, { signal }),
    refetchInterval: LIVE_MS,
  });

export const isAppealed = (client: QueryClient, id: string): boolean =>
  client.getQueryData<WaitingAppeal[]>(keys.appeals)?.some((one) => one.id === id) ?? false;

/** Returns what a decision removed, once an operator asks for it: each look is logged. Cached only while on screen. */
export const useRemovedEvidence = (appealId: string, wanted: boolean) =>
  useQuery({
    queryKey: keys.removed(appealId),
    queryFn: ({ signal }) => api(getRemovedEvidence, { params: { appealId }, signal }),
    enabled: wanted,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

export const useDecideAppeal = () =>
  useDeskAct(({ appealId, ...body }: BodyInput<typeof decideAppeal> & { appealId: string }) =>
    api(decideAppeal, { params: { appealId }, body }),
  );

/** Returns reports on deleted accounts, oldest first. A page of large ones holds fewer. */
export const useSealed = () =>
  useInfiniteQuery({
    queryKey: keys.sealed,
    queryFn: async ({ pageParam, signal }) => {
      let more = false;
      const cases = await api(listSealedCases, {
        query: pageParam ? { after: pageParam } : {},
        signal,
        onHeaders: (headers) => (more = headers.has('link')),
      });
      return { cases, more };
    },
    initialPageParam: '',
    getNextPageParam: ({ cases, more }) => (more ? cases.at(-1)!.id : undefined),
    refetchInterval: LIVE_MS,
  });

export const isSealed = (client: QueryClient, id: string): boolean =>
  client
    .getQueryData<InfiniteData<{ cases: SealedCase[] }>>(keys.sealed)
    ?.pages.some(({ cases }) => cases.some((one) => one.id === id)) ?? false;

export const useCloseSealed = () =>
  useDeskAct(({ caseId, ...body }: BodyInput<typeof closeSealedCase> & { caseId: string }) =>
    api(closeSealedCase, { params: { caseId }, body }),
  );

export const useFaces = () =>
  useQuery({
    queryKey: keys.faces,
    queryFn: ({ signal }) => api(listFaces, { signal }),
    refetchInterval: LIVE_MS,
  });

/**
 * Returns a person's selfies; null once they no longer wait for a decision. Fetching them holds them for this operator,
 * so they are fetched once, and the list tells what other operators do. They are cached only while on screen.
 */
export function useFace(userId: string) {
  const face = useQuery({
    queryKey: keys.face(userId),
    queryFn: ({ signal }) => api(openFace, { params: { userId }, signal }).catch(nullIfGone),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const faces = useFaces();
  const waiting = faces.data?.find((one) => one.userId === userId);
  const isOver =
    faces.dataUpdatedAt > face.dataUpdatedAt && !waiting && faces.data!.length < MODERATION_PAGE_MAX;
  return { ...face, data: isOver ? null : face.data, heldBy: waiting?.heldBy ?? null };
}

export type FaceDecision = BodyInput<typeof closeFace> & { userId: string };

export function useDecideFace() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, ...body }: FaceDecision) => api(closeFace, { params: { userId }, body }),
    // They may have changed, or another operator has decided.
    onError: (_, { userId }) => void fetchAgain(client, { queryKey: keys.face(userId) }),
    // Except the open ones: a refetch would renew their hold. Not waited for, since the panel closes without them.
    onSettled: () => {
      for (const queryKey of [keys.faces, keys.summary]) void fetchAgain(client, { queryKey });
    },
  });
}

export const useLogFile = () =>
  useMutation({ mutationFn: (filter: LogFilter) => download(exportModerationLog, { ...filter }) });

export const useStatistics = (days: number) =>
  useQuery({
    queryKey: keys.statistics(days),
    queryFn: ({ signal }) => api(getModerationStatistics, { query: { days }, signal }),
    refetchInterval: STATISTICS_MS,
  });

/** Returns the metrics of the last minutes; polls while the page is visible. */
export const usePulse = (minutes: number) =>
  useQuery({
    queryKey: keys.pulse(minutes),
    queryFn: ({ signal }) => api(getPulse, { query: { minutes }, signal }),
    refetchInterval: PULSE_MS,
  });
