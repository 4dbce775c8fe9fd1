import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Puts the answer of a change into the cache of a query. A list or state that was requested before the change and is
 * still in flight is cancelled: it would undo the change on the screen.
 */
export function takeAnswer<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  answer: (known: Data | undefined) => Data | undefined,
): void {
  void client.cancelQueries({ queryKey });
  client.setQueryData<Data>(queryKey, answer);
}
