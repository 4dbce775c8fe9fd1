import { cardMark } from '@herenow/contract/card-mark';
import { FEED_SHOWN_MAX } from '@herenow/contract/constants';
import type { Chat, FeedItem, OwnUser } from '@herenow/contract/entities';
import { listFeedChanges } from '@herenow/contract/feed';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { warn } from '../../lib/log.ts';
import { queryClient } from '../../lib/query-client.ts';
import { session } from '../../lib/session.ts';
import { createStore } from '../../lib/value-store.ts';
import { listen } from '../../lib/window-events.ts';
import { filterChanges } from './filter-store.ts';
import { filterBody, type Filter } from './filter.ts';
import { hiddenPeople, hidePerson, showPerson } from './hidden-people.ts';
import { afterChanges, withNewcomers, withNews, without, type FeedChanges, type FeedData } from './live.ts';
import { feedKey, loadedPeople } from './queries.ts';
import { rowInView } from './rows.ts';

/** Clients fetch a change after a random delay of up to this, so that they do not all fetch at once. */
export const SPREAD_MS = 500;

/** The delay before a failed fetch of changes is repeated. */
const AGAIN_MS = 5000;

/** Changes of the feed that are not shown yet. */
interface Arrivals {
  /** The name of the feed's filter. */
  filter: string;
  people: FeedItem[];
  /** The viewer's place has changed since the feed was loaded. */
  moved: boolean;
}
const NONE: Arrivals = { filter: '', people: [], moved: false };
const store = createStore(NONE);
const nameOf = (filter: Filter): string => JSON.stringify(filter);
const arrivalsOf = (filter: Filter, all: Arrivals): Arrivals => (all.filter === nameOf(filter) ? all : NONE);
export const useArrivals = (filter: Filter): Arrivals => arrivalsOf(filter, store.use());

/** Counts events that may have changed the feed, even while it is not on the screen. */
const changes = createStore(1);
export const useChanges = changes.use;
/** The server's mark of the latest response for each feed, valid as long as only `nearby` events came since. */
let known = new WeakMap<object, string | null>();
/** Makes the next request compare all people again. */
const forget = () => (known = new WeakMap());
export const mayHaveChanged = () => {
  forget();
  changes.set(changes.get() + 1);
};
export const dropArrivals = () => {
  forget();
  store.set(NONE);
};
listen('nearby', () => changes.set(changes.get() + 1));
listen('connected', mayHaveChanged);
listen('storage', () => filterChanges.set(undefined));
listen('unblocked', (userId) => {
  showPerson(userId);
  // They may have left while they were blocked, so changes are fetched.
  mayHaveChanged();
});
/** The pending pin requests, by chat id: who has pinned which user of this tab. */
let pinners = new Map<string, { from: string; to: string | null }>();
listen('chats-gone', ({ chatId }) => {
  pinners.delete(chatId);
  mayHaveChanged();
});
listen('notification', ({ type, chatId, senderId }) => {
  if (type === 'PIN_REQUEST') pinners.set(chatId, { from: senderId, to: session.get().userId });
  else pinners.delete(chatId);
  mayHaveChanged();
});
// Here or on another device.
listen('own-pin', ({ type, chatId, otherId }) => {
  pinners.delete(chatId);
  if (type !== 'PIN_WITHDRAWN') hidePerson(otherId);
  // A withdrawn pin brings the person back, unless a block withdrew it.
  else if (!session.get().user?.blockedUsers.includes(otherId)) showPerson(otherId);
  mayHaveChanged();
});
// A page that has slept has missed events: which requests are pending, a new list of the chats says.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.query.queryKey[0] !== 'chats') return;
  if (event.action.type === 'success' && !event.action.manual) learnPending(event.action.data as Chat[]);
});
// Such a list, and the pins that it tells of, may have come before this code was loaded.
learnPending(queryClient.getQueryData<Chat[]>(['chats']) ?? []);

function learnPending(chats: readonly Chat[]): void {
  const { userId } = session.get();
  const pending = chats.filter(
    ({ pinStatus, initiatedBy }) => pinStatus === 'pending' && initiatedBy !== userId,
  );
  const known = pinners;
  pinners = new Map(pending.map(({ id, initiatedBy }) => [id, { from: initiatedBy, to: userId }]));
  if (pinners.size !== known.size || pending.some(({ id }) => !known.has(id))) mayHaveChanged();
}
// Drops arrivals of the feed that is left, or of another user.
listen('presenceChanged', dropArrivals);
// The end of a presence ends its pins.
listen('own-presence', mayHaveChanged);

/** The count of changes up to which each feed has been fetched. */
const asked = new WeakMap<object, number>();
/** Feeds with a request in flight. */
const running = new WeakSet<object>();
/** Counts refreshes of the list: an answer about the list before a refresh says nothing about the list after it. */
let refreshes = 0;

/** Returns a function to call once a list that is requested now has replaced the one on the screen. */
export function beginRefresh(): () => void {
  const upTo = changes.get();
  return () => {
    refreshes += 1;
    dropArrivals();
    // The list may have been read before an event that arrived meanwhile.
    if (changes.get() !== upTo) mayHaveChanged();
  };
}

/** Schedules a fetch of what has changed since the last one, if anything may have; returns a function that cancels it. */
export function askSoon(client: QueryClient, me: OwnUser, filter: Filter): () => void {
  const timer = setTimeout(() => void ask(client, me, filter), Math.random() * SPREAD_MS);
  return () => clearTimeout(timer);
}

async function ask(client: QueryClient, me: OwnUser, filter: Filter): Promise<void> {
  const key = [...feedKey, filter];
  const query = client.getQueryCache().find<FeedData>({ queryKey: key });
  const data = query?.state.data;
  if (!query || !data || running.has(query) || asked.get(query) === changes.get()) return;
  running.add(query);
  const upTo = changes.get();
  const marks = known;
  const hidden = hiddenPeople();
  const refreshed = refreshes;
  try {
    const shown = [...loadedPeople(data), ...arrivalsOf(filter, store.get()).people].slice(0, FEED_SHOWN_MAX);
    const answer = await api(listFeedChanges, {
      body: {
        userId: me.id,
        preferences: filterBody(filter),
        shown: shown.map((one) => {
          const { id, onlineUntil, location } = one;
          return { id, onlineUntil, location, card: cardMark(one) };
        }),
        until: data.pages.at(-1)!.next,
        since: marks.get(query),
      },
    });
    // The feed was reloaded meanwhile, so it is as recent as this response.
    if (client.getQueryCache().find({ queryKey: key }) !== query || !query.state.data) return;
    if (refreshes !== refreshed) return;
    take(client, filter, answer, hidden);
    asked.set(query, upTo);
    // A page that arrived meanwhile, or is in flight, may be older than this response, which does not cover it.
    if (query.state.data.pages.length === data.pages.length && query.state.fetchStatus === 'idle')
      marks.set(query, answer.asOf);
    else marks.delete(query);
    // If the list does not fit into one request, another one would return the same.
    if (answer.more && shown.length < FEED_SHOWN_MAX) mayHaveChanged();
  } catch (error) {
    warn('The feed is behind.', error);
    setTimeout(() => changes.set(changes.get() + 1), AGAIN_MS);
  } finally {
    running.delete(query);
    if (changes.get() !== upTo) changes.set(changes.get() + 1);
  }
}

/** `hiddenThen`: who was hidden when the server was asked. */
function take(
  client: QueryClient,
  filter: Filter,
  answer: FeedChanges,
  hiddenThen: ReadonlySet<string>,
): void {
  const key = [...feedKey, filter];
  // The pin that hid them is over, perhaps since this page was offline: they are handled like newcomers.
  const back = new Set(
    answer.came.map(({ id }) => id).filter((id) => hiddenThen.has(id) && hiddenPeople().has(id)),
  );
  for (const id of back) showPerson(id);
  const gone = new Set(answer.gone);
  const news = new Map(answer.changed.map((one) => [one.id, one]));
  const hidden = hiddenPeople();
  const { userId } = session.get();
  const pinned = [...pinners.values()].filter(({ to }) => to === userId).map(({ from }) => from);
  client.setQueryData<FeedData>(key, (data) => {
    if (!data) return data;
    const now = without(data, back);
    const people = loadedPeople(now);
    const { last } = rowInView();
    const below = new Set(people.slice(last).map(({ id }) => id));
    const next = afterChanges(now, answer, below, new Set(pinned));
    return people.length === 0 ? withNewcomers(next, answer.came, undefined) : next;
  });
  const loaded = new Set(loadedPeople(client.getQueryData<FeedData>(key)).map(({ id }) => id));
  const waiting = store.get();
  const before = arrivalsOf(filter, waiting);
  // Newcomers that waited for another filter are dropped.
  if (waiting !== NONE && before === NONE) forget();
  store.set({
    filter: nameOf(filter),
    people: [...before.people, ...answer.came]
      .filter(({ id }) => !gone.has(id) && !loaded.has(id) && !hidden.has(id))
      .map((one) => withNews(one, news.get(one.id))),
    moved: before.moved || answer.moved,
  });
}

/** Inserts the newcomers below the visible row: nothing in or above it moves. */
export function bringIn(client: QueryClient, filter: Filter): void {
  client.setQueryData<FeedData>([...feedKey, filter], (now) => {
    if (!now) return now;
    const after = loadedPeople(now)[rowInView().middle - 1];
    return withNewcomers(now, arrivalsOf(filter, store.get()).people, after?.id);
  });
  store.set(NONE);
}
