import type { ModerationAction } from '@herenow/contract/constants';
import {
  exportModerationLog,
  getCase,
  getModerationStatistics,
  getModerationSummary,
  holdCase,
  listCases,
  listModerationLog,
  moderate,
  type ModerationCase,
  type ModerationEntry,
} from '@herenow/contract/moderation';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';

const PAGE = 50;
/** How often the queue is looked at while it is in sight. */
const LIVE_MS = 10_000;

const keys = {
  all: ['desk'] as const,
  queue: ['desk', 'queue'] as const,
  summary: ['desk', 'summary'] as const,
  file: (userId: string) => ['desk', 'case', userId] as const,
  log: (action: ModerationAction | undefined) => ['desk', 'log', action] as const,
  statistics: ['desk', 'statistics'] as const,
};

export const useSummary = () =>
  useQuery({
    queryKey: keys.summary,
    queryFn: ({ signal }) => api(getModerationSummary, { signal }),
    refetchInterval: LIVE_MS,
  });

/** The gravest cases first, page by page. */
export const useQueue = () =>
  useInfiniteQuery({
    queryKey: keys.queue,
    queryFn: ({ pageParam, signal }) =>
      api(listCases, { query: { limit: PAGE, ...(pageParam ? { after: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: (page: ModerationCase[]) => (page.length === PAGE ? page.at(-1)!.user.id : undefined),
    refetchInterval: LIVE_MS,
  });

export const useFile = (userId: string) =>
  useQuery({
    queryKey: keys.file(userId),
    queryFn: ({ signal }) => api(getCase, { params: { userId }, signal }),
  });

/** Keeps the case that is looked at to oneself, and gives it back on leaving. */
export function useHold(userId: string): void {
  useEffect(() => {
    const hold = (on: boolean) =>
      void api(holdCase, { params: { userId }, body: { hold: on } }).catch(() => undefined);
    hold(true);
    return () => hold(false);
  }, [userId]);
}

export interface Act {
  userId: string;
  action: ModerationAction;
  photoId?: string | undefined;
  days?: 3 | 7 | 30 | undefined;
  why?: string | undefined;
  note?: string | undefined;
}

export function useAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, ...body }: Act) => api(moderate, { params: { userId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.all }),
  });
}

export const useLog = (action: ModerationAction | undefined) =>
  useInfiniteQuery({
    queryKey: keys.log(action),
    queryFn: ({ pageParam, signal }) =>
      api(listModerationLog, {
        query: { limit: PAGE, ...(action ? { action } : {}), ...(pageParam ? { before: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page: ModerationEntry[]) => (page.length === PAGE ? page.at(-1)!.id : undefined),
  });

export const useLogFile = () => useMutation({ mutationFn: () => download(exportModerationLog) });

export const useStatistics = () =>
  useQuery({
    queryKey: keys.statistics,
    queryFn: ({ signal }) => api(getModerationStatistics, { query: { days: 30 }, signal }),
  });
