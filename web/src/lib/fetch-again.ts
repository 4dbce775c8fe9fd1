import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/** Fetches again what may have changed unheard; an answer in flight is waited for, however slow the network is. */
export const fetchUnheard = (client: QueryClient, what: QueryFilters): Promise<void> =>
  client.invalidateQueries(what, { cancelRefetch: false });

/**
 * Fetches again what has changed. An answer in flight may be older than the change, so it is not waited for, not even
 * the first of a query; what is in flight once it is cancelled was requested after the change.
 */
export const fetchAgain = (client: QueryClient, what: QueryFilters): Promise<void> =>
  client.cancelQueries(what).then(() => fetchUnheard(client, what));
