import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Fetches again what has changed. An answer in flight may be older than the change, so it is not waited for, not even
 * the first of a query. `patient`: it is, for what is asked for again and again, however slow the network is.
 */
export async function fetchAgain(client: QueryClient, what: QueryFilters, patient = false): Promise<void> {
  if (!patient) await client.cancelQueries(what);
  // What is in flight by now was requested after the change.
  await client.invalidateQueries(what, { cancelRefetch: false });
}
