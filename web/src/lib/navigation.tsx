import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  useTransition,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
} from 'react';
import type { Params } from './path-pattern.ts';
import { session } from './session.ts';

/** The tab's address, and what the browser stores with this history entry. */
interface Location {
  pathname: string;
  /** With its `?`, or empty. */
  search: string;
  /** With its `#`, or empty. */
  hash: string;
  /** The state passed with the navigation; null without one. */
  state: unknown;
  /** Unique for each history entry; `default` for the first of a visit. */
  key: string;
}

type Options = { replace?: boolean | undefined; state?: unknown };

/**
 * What the browser stores with a history entry: `by` is the id of the user who created it, `from` the path of the
 * app's page before it, if there is one.
 */
type Entry = { state?: unknown; key?: string; by?: string | null; from?: string };

function currentLocation(): Location {
  const { pathname, search, hash } = window.location;
  const { state, key = 'default', by }: Entry = history.state ?? {};
  // The state of an entry is only for the user who made it.
  return { pathname, search, hash, state: by === session.get().userId ? (state ?? null) : null, key };
}

const listeners = new Set<() => void>();

/**
 * Navigates by `go`, which adds a history entry, or replaces or traverses entries. `ui/layers.ts`, once loaded, leads
 * it around the entries of layers over the page.
 */
export const leaving = {
  by: (go: (replace?: boolean) => void, _adds?: boolean): void => go(),
};

/**
 * Navigates to an address of the client, or by a number of history entries. The current address again, as after a
 * second tap, adds no second entry.
 */
export function navigate(to: string | number, { replace, state }: Options = {}): void {
  if (typeof to === 'number') {
    leaving.by(() => history.go(to));
    return;
  }
  const adds = !replace && new URL(to, document.URL).href !== document.URL;
  const entry = {
    state,
    key: String(Math.random()),
    by: session.get().userId,
    from: adds ? window.location.pathname : history.state?.from,
  } satisfies Entry;
  leaving.by((over) => {
    history[over || !adds ? 'replaceState' : 'pushState'](entry, '', to);
    for (const listener of listeners) listener();
  }, adds);
}

/**
 * Goes up to a page: back, if it is the previous one, else by replacing this one, so that Back does not return here.
 */
export function goUp(to: string): void {
  if (history.state?.from === to) navigate(-1);
  else navigate(to, { replace: true });
}

/** Goes back within the app; to the given page if this one is the first of a visit. */
export const goBack = (first: string): void => goUp(history.state?.from ?? first);

const LocationContext = createContext<Location | undefined>(undefined);

/**
 * Provides the location to its children. The next page renders in a transition: until it is ready, the current one
 * stays, with a bar above it that appears when this takes long.
 */
export function LocationProvider({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(currentLocation);
  const [turning, startTransition] = useTransition();
  useLayoutEffect(() => {
    const follow = () => startTransition(() => setLocation(currentLocation()));
    listeners.add(follow);
    window.addEventListener('popstate', follow);
    return () => {
      listeners.delete(follow);
      window.removeEventListener('popstate', follow);
    };
  }, []);
  return (
    <LocationContext value={location}>
      {children}
      {turning && <div className="turning" />}
    </LocationContext>
  );
}

/** Returns the location of the page that is rendered. */
export function useLocation(): Location {
  return use(LocationContext)!;
}

export const ParamsContext = createContext<Params>({});

export function useParams(): Params {
  return use(ParamsContext);
}

/** Navigates to another address once mounted. */
export function Navigate({ to, replace, state }: Options & { to: string }) {
  const { pathname } = useLocation();
  const go = useEffectEvent(() => navigate(to, { replace, state }));
  useEffect(() => go(), [to, pathname]);
  return null;
}

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string;
  state?: unknown;
  /** Lets the browser load the page as a new document. */
  reloadDocument?: boolean;
};

/** Renders a link to a page of the client. A click with a modifier key is left to the browser. */
export function Link({ to, state, reloadDocument = false, onClick, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { altKey, ctrlKey, currentTarget, metaKey, shiftKey } = event;
    const special = altKey || ctrlKey || metaKey || shiftKey || currentTarget.target;
    if (event.defaultPrevented || reloadDocument || special) return;
    event.preventDefault();
    navigate(to, { state });
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}
