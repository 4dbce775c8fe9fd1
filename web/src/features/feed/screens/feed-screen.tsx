import type { FeedItem, OwnUser } from '@herenow/contract/entities';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { session, useMe, verifiedUser } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { whenIdle } from '../../../first-paint/when-idle.ts';
import { useWindowEvent } from '../../../lib/window-events.ts';
import { later } from '../../../ui/later.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PhotoCardSkeleton } from '../../../ui/skeleton.tsx';
import { Slow } from '../../../ui/slow.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { usePin } from '../../pins/index.ts';
import { statusOf } from '../../presence/index.ts';
import type LiveFeed from '../components/live-feed.tsx';
import { GRID, PeopleGrid } from '../components/people-grid.tsx';
import { filterMark } from '../filter-mark.ts';
import { useFilter } from '../filter-store.ts';
import { activeCount, defaultFilter, filterProblem, type Filter } from '../filter.ts';
import { hidePerson, showPerson, useHiddenPeople } from '../hidden-people.ts';
import { personOfFeed, type Person } from '../person.ts';
import { loadedPeople, prefetchFeed, reloadFeed, useFeed } from '../queries.ts';
import { useSentinel } from '../use-sentinel.ts';
import { words } from '../words.ts';

const loadLive = () => import('../components/live-feed.tsx');
const loadFilter = () => import('../components/filter-sheet.tsx');
const FilterSheet = later(loadFilter);
const loadNobody = () => import('../components/nobody-here.tsx');
const NobodyHere = later(loadNobody, <FeedSkeleton />);

type Feed = ReturnType<typeof useFeed>;

export function prefetch(client: QueryClient): void {
  const user = verifiedUser(session.get());
  if (user) prefetchFeed(client, user);
}

export default function FeedScreen() {
  const me = useMe();
  const defaults = useMemo(() => defaultFilter(me.preferences.maxDistanceKm), [me.preferences.maxDistanceKm]);
  const filter = useFilter(me);
  const set = activeCount(filter, defaults);
  useEffect(() => filterMark.set(set), [set]);
  /** Undefined until it has been requested. */
  const [filterOpen, setFilterOpen] = useState<boolean>();
  const [Live, setLive] = useState<typeof LiveFeed>();
  // If its code cannot be loaded offline, the feed stays as it was loaded.
  useEffect(
    () =>
      whenIdle(
        () =>
          void loadLive().then(
            (module) => setLive(() => module.default),
            () => undefined,
          ),
      ),
    [],
  );
  useWindowEvent('nearFilter', () => void loadFilter().catch(() => undefined));
  useWindowEvent('openFilter', () => setFilterOpen(true));
  return (
    <main className="mx-auto w-full max-w-6xl gutter pt-2 pb-8">
      <h1 className="sr-only">{words.title}</h1>
      <People me={me} filter={filter} />
      {Live && <Live me={me} filter={filter} />}
      {filterOpen !== undefined && (
        <FilterSheet open={filterOpen} onOpenChange={setFilterOpen} filter={filter} defaults={defaults} />
      )}
    </main>
  );
}

function People({ me, filter }: { me: OwnUser; filter: Filter }) {
  const client = useQueryClient();
  const feed = useFeed(me, filter);
  // Often enough to be right soon after a laptop wakes: its timers stand still while it sleeps, and there may be no
  // network to ask.
  const now = useNow(5000);
  const status = statusOf(me, now);
  const reload = () => void reloadFeed(client);
  useWindowEvent('presenceChanged', reload);
  // Retries what failed offline.
  useWindowEvent('online', () => {
    if (feed.isError) reload();
  });
  /** A hidden user whose card is about to leave; what the server then says of this user does not change the card. */
  const [leaving, setLeaving] = useState<string>();
  const { pin, pinning } = usePin({
    toastMs: 2000,
    onPinned: (userId) => {
      hidePerson(userId);
      setLeaving(userId);
    },
    onWithdrawn: showPerson,
  });
  const people = usePeople(feed.data, me.location, now, leaving ?? pinning);
  const onPin = useStable((person: Person) => pin(person));
  const more = feed.hasNextPage && !feed.isFetchNextPageError;
  const sentinel = useSentinel(() => {
    if (!feed.isFetching) void feed.fetchNextPage();
  }, more && !feed.isFetching);

  const nobody = <NobodyHere open me={me} filter={filter} online={status === 'online'} onRetry={reload} />;
  if (filterProblem(filter)) return nobody;
  if (feed.isPending) return <FeedSkeleton />;
  if (feed.isError && people.length === 0) {
    return <ErrorState page title={failureTitle(feed.error)} onRetry={reload} />;
  }
  const forNow = feed.data?.pages.at(-1)?.forNow;
  if (people.length === 0 && !more && !forNow) return nobody;
  return (
    <>
      <PeopleGrid
        people={people}
        now={now}
        more={more}
        busy={feed.isFetching}
        pinning={pinning}
        leaving={leaving}
        onPin={onPin}
        onLeft={setLeaving}
      />
      <div
        ref={sentinel}
        className="flex min-h-24 items-center justify-center text-small text-soft"
        role="status"
      >
        <End feed={feed} more={more} forNow={forNow} onRetry={reload} />
      </div>
    </>
  );
}

type EndProps = { feed: Feed; more: boolean; forNow: boolean | undefined; onRetry: () => void };

/** Rendered below the last card. */
function End({ feed, more, forNow, onRetry }: EndProps) {
  if (feed.isFetchingNextPage)
    return (
      <span className="flex items-center gap-3">
        <Spinner /> {words.loadingMore}
      </span>
    );
  if (feed.isFetchNextPageError) return <ErrorState title={failureTitle(feed.error)} onRetry={onRetry} />;
  return !more && (forNow ? words.endForNow : words.end);
}

/** All loaded users. Unchanged users stay the same object, so that their cards do not render again. */
function usePeople(
  data: Feed['data'],
  from: OwnUser['location'],
  now: number,
  leaving: string | undefined,
): Person[] {
  const hidden = useHiddenPeople();
  // A refetched record has the same place in a new object.
  const place = JSON.stringify(from);
  const personOf = useMemo(() => peopleSeenFrom(JSON.parse(place) as typeof from), [place]);
  return useMemo(
    () => loadedPeople(data, hidden, leaving).map((item) => personOf(item, now)),
    [data, hidden, leaving, personOf, now],
  );
}

function peopleSeenFrom(from: OwnUser['location']) {
  const known = new WeakMap<FeedItem, Person>();
  return (item: FeedItem, now: number): Person => {
    const person = known.get(item) ?? personOfFeed(item, from, now);
    known.set(item, person);
    return person;
  };
}

function failureTitle(error: Error | null): string {
  return error instanceof ApiError && error.status > 0 ? words.refused : words.failed;
}

function FeedSkeleton() {
  // While an answer takes long, what an empty one needs is fetched.
  useEffect(() => whenIdle(() => void loadNobody().catch(() => undefined)), []);
  return (
    <div role="status" aria-label={words.loading} className={GRID}>
      <Slow />
      {Array.from({ length: 6 }, (_, at) => (
        <PhotoCardSkeleton key={at} />
      ))}
    </div>
  );
}
