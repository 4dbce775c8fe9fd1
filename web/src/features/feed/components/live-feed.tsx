import type { OwnUser } from '@herenow/contract/entities';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useConnected } from '../../../lib/realtime/index.ts';
import { useWindowEvent } from '../../../lib/window-events.ts';
import { Button } from '../../../ui/button.tsx';
import { focusMain } from '../../../ui/focus-main.ts';
import { Hint } from '../../../ui/hint.tsx';
import { cx } from '../../../ui/cx.ts';
import { askSoon, bringIn, dropArrivals, mayHaveChanged, useArrivals, useChanges } from '../arrivals.ts';
import type { Filter } from '../filter.ts';
import { useHiddenPeople } from '../hidden-people.ts';
import { words } from '../live-words.ts';
import { useFeed } from '../queries.ts';
import { refreshFeed } from '../refresh.ts';
import { useGlide } from '../use-glide.ts';
import { usePull } from '../use-pull.ts';
import { watchFeed } from '../watch.ts';
import './live-feed.css';

/** Keeps a loaded feed up to date: changes show in place, newcomers become arrivals. */
function useFeedChanges(me: OwnUser, filter: Filter): void {
  const client = useQueryClient();
  const { data, isFetchingNextPage } = useFeed(me, filter);
  const until = data?.pages.at(-1)?.next;
  const connected = useConnected();
  const { maxDistanceKm } = filter;
  /** When the last page was requested; the first one may have been requested as early as the document. */
  const askedAt = useRef(0);
  useEffect(() => {
    if (isFetchingNextPage) askedAt.current = performance.now();
  }, [isFetchingNextPage]);
  useEffect(() => {
    const ago = Math.round(performance.now() - askedAt.current);
    if (connected && until !== undefined) watchFeed({ maxDistanceKm, until, ago });
  }, [connected, maxDistanceKm, until]);

  const changes = useChanges();
  const loaded = data !== undefined;
  useEffect(() => {
    if (loaded && connected) return askSoon(client, me, filter);
    return undefined;
  }, [client, me, filter, changes, loaded, connected]);
  const askUnheard = () => {
    if (connected) return;
    mayHaveChanged();
    askSoon(client, me, filter);
  };
  useWindowEvent('appVisible', askUnheard);
  useWindowEvent('unheard', askUnheard);
  // A reloaded feed contains them.
  useEffect(() => (loaded ? undefined : dropArrivals()), [loaded]);
}

/** Keeps a feed up to date whose list is not on the screen: newcomers are inserted at once. */
export function UnseenFeed({ me, filter }: { me: OwnUser; filter: Filter }) {
  const client = useQueryClient();
  useFeedChanges(me, filter);
  const came = useArrivals(filter).people.length > 0;
  useEffect(() => (came ? bringIn(client, filter) : undefined), [client, filter, came]);
  return null;
}

/** Keeps an open feed up to date: changes show in place, newcomers wait behind a pill. */
export default function LiveFeed({ me, filter }: { me: OwnUser; filter: Filter }) {
  const client = useQueryClient();
  const feed = useFeed(me, filter);
  const loaded = feed.data !== undefined;
  useFeedChanges(me, filter);
  useGlide();

  const [refreshing, setRefreshing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const refresh = async () => {
    // A bar says so.
    if (!navigator.onLine || refreshing) return;
    setRefreshing(true);
    const fresh = await refreshFeed(client, me, filter);
    setRefreshing(false);
    if (!fresh) return;
    window.scrollTo(0, 0);
    // The button was below the old list.
    if (button.current && button.current === document.activeElement) focusMain();
  };
  const pull = usePull(() => void refresh());
  const people = feed.data?.pages.some(({ items }) => items.length > 0) === true;
  // A user who has pinned somebody knows how.
  const untried = useHiddenPeople().size === 0;
  return (
    <>
      <EmptyNews />
      <Hint name="feed" text={words.hint} okText={words.ok} ready={people && untried} />
      <Pill filter={filter} onBring={() => bringIn(client, filter)} onBegin={() => void refresh()} />
      {pull && (
        <p className="pointer-events-none fixed inset-x-0 top-[calc(env(safe-area-inset-top)+4.75rem)] z-30 flex justify-center">
          <span className="floating-pill text-small shadow-float">
            <ArrowDown
              aria-hidden
              className={cx('size-5 transition-transform duration-160', pull === 'far' && 'rotate-180')}
            />
            {pull === 'far' ? words.release : words.pull}
          </span>
        </p>
      )}
      {/* A feed that failed has a button of its own. */}
      {loaded && (
        // The empty state is as high as the page, and leaves room for this button above the tabs.
        <div style={{ marginTop: people ? 0 : -40 }}>
          <div className="flex justify-center pb-3 lg:fixed lg:start-65 lg:top-2.5 lg:z-30 lg:p-0">
            <Button
              ref={button}
              variant="ghost"
              size="medium"
              busy={refreshing || (feed.isFetching && !feed.isFetchingNextPage)}
              icon={<RefreshCw aria-hidden className="size-4.5" />}
              onClick={() => void refresh()}
            >
              {words.refresh}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}

/** Announces to screen readers that nobody is there: the empty state itself comes with its words, unannounced. */
function EmptyNews() {
  const [said, setSaid] = useState('');
  useWindowEvent('feedEmpty', setSaid);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}

type PillProps = { filter: Filter; onBring: () => void; onBegin: () => void };

/** The pill that announces newcomers. It floats over the page and inserts them below the row in view. */
function Pill({ filter, onBring, onBegin }: PillProps) {
  const { people, moved } = useArrivals(filter);
  const text = moved ? words.moved : people.length > 0 ? newcomers(people.length) : undefined;
  const last = useRef(text);
  useEffect(() => {
    last.current = text;
  }, [text]);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-[calc(env(safe-area-inset-top)+4.75rem)] z-30 flex justify-center gutter lg:ps-60"
    >
      {text && (
        <button
          type="button"
          onClick={moved ? onBegin : onBring}
          className={cx(
            'pointer-events-auto min-h-11 rounded-chip bg-signal-fill px-5 text-small font-bold text-on-signal shadow-float',
            last.current === undefined && 'animate-[fade-in_200ms_ease-out]',
          )}
        >
          {text}
        </button>
      )}
    </div>
  );
}

function newcomers(count: number): string {
  if (count === 1) return words.one;
  return count < 50 ? words.some(count) : words.many;
}
