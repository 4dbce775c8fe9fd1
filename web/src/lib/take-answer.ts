import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { fetchAgain } from './fetch-again.ts';

/**
 * Puts the answer of a change into the cache of a query. A list or state that was requested before the change and is
 * still in flight is requested anew: it would undo the change on the screen, and may contain other changes.
 */
export function takeAnswer<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  answer: (known: Data | undefined) => Data | undefined,
): void {
  const asked = client.isFetching({ queryKey }) > 0;
  void client.cancelQueries({ queryKey });
  client.setQueryData<Data>(queryKey, answer);
  if (asked) void fetchAgain(client, { queryKey });
}
