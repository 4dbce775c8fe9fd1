import { QueryClient } from '@tanstack/react-query';
import { isStatus, type ApiError } from './api-error.ts';

const RETRIES = 2;

/** Worth another try: no answer at all, or a fault of the server. A refusal stays a refusal. */
export function mayRetry(failures: number, error: unknown): boolean {
  return failures < RETRIES && isStatus(error, 0, 500, 502, 503, 504);
}

/** Milliseconds until then: what a busy server asks for, or longer with each failure. */
const pause = (failures: number, error: unknown) =>
  Math.max(1000 * 2 ** failures, ((error as Partial<ApiError>).retryAfter ?? 0) * 1000);

/** What the server said, for the time of this page. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Calls made while offline fail and say so, instead of waiting unseen.
    queries: { retry: mayRetry, retryDelay: pause, staleTime: 10_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
