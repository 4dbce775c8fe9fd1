import type { OwnUser } from '@herenow/contract/entities';
import type { QueryClient } from '@tanstack/react-query';
import { warn } from '../../lib/log.ts';
import { listen } from '../../lib/window-events.ts';
import { showToast } from '../../ui/toast.tsx';
import { beginRefresh } from './arrivals.ts';
import type { Filter } from './filter.ts';
import { hiddenPeople, showPerson } from './hidden-people.ts';
import type { FeedData } from './live.ts';
import { words } from './live-words.ts';
import { feedKey, fetchPage } from './queries.ts';

/**
 * Replaces the list by a fresh first page. The old list stays until that arrives, and if it does not, which the user is
 * then told. Returns whether the list was replaced.
 */
export async function refreshFeed(client: QueryClient, me: OwnUser, filter: Filter): Promise<boolean> {
  const queryKey = [...feedKey, filter];
  const superseded = new AbortController();
  // The feed reloads by itself then.
  const stop = listen('presenceChanged', () => superseded.abort());
  const hidden = hiddenPeople();
  const taken = beginRefresh();
  try {
    const page = await fetchPage(me, filter, null, superseded.signal);
    // A further page of the old list does not belong to the new one.
    await client.cancelQueries({ queryKey });
    // People who were hidden before the request and are in its list are visible again.
    for (const { id } of page.items) if (hidden.has(id)) showPerson(id);
    client.setQueryData<FeedData>(queryKey, { pages: [page], pageParams: [null] });
    taken();
    return true;
  } catch (error) {
    if (superseded.signal.aborted) return false;
    warn('not refreshed', error);
    showToast(words.notRefreshed, { id: 'refresh', tone: 'bad' });
    return false;
  } finally {
    stop();
  }
}
