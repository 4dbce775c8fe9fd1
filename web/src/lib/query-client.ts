import { notifyManager, QueryClient } from '@tanstack/react-query';
import { isStatus, type ApiError } from './api-error.ts';

const RETRIES = 2;

/** Returns whether to retry: yes without a response or after a server error, never after a refusal. */
function mayRetry(failures: number, error: unknown): boolean {
  return failures < RETRIES && isStatus(error, 0, 500, 502, 503, 504);
}

/** Returns the retry delay in milliseconds: what a busy server asks for, or longer with each failure. */
const pause = (failures: number, error: unknown) =>
  Math.max(1000 * 2 ** failures, ((error as Partial<ApiError>).retryAfter ?? 0) * 1000);

// With a timer, a second tap would reach a button before it shows as busy.
notifyManager.setScheduler(queueMicrotask);

/** The cache of the server's responses, which lasts as long as this page. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Calls made while offline fail visibly instead of waiting silently.
    queries: { retry: mayRetry, retryDelay: pause, staleTime: 10_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
