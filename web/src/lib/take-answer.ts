import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Puts the answer of a change where a query shows it. A list or state that was asked for before the change and is still
 * on its way no longer counts: it would undo on the screen what has been done.
 */
export function takeAnswer<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  answer: (known: Data | undefined) => Data | undefined,
): void {
  void client.cancelQueries({ queryKey });
  client.setQueryData<Data>(queryKey, answer);
}
