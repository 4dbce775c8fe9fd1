import {
  createContext,
  startTransition,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { session } from './session.ts';

/** Where the tab is: its address, and what the browser keeps with this entry of its history. */
interface Location {
  pathname: string;
  /** With its `?`, or empty. */
  search: string;
  /** With its `#`, or empty. */
  hash: string;
  /** What the navigation here brought along; null without that. */
  state: unknown;
  /** Another one for each entry of the history; `default` for the first of a visit. */
  key: string;
}

type Options = { replace?: boolean | undefined; state?: unknown };

/** What the browser keeps with an entry of its history: `by` whom it was made. */
type Entry = { state?: unknown; key?: string; by?: string | null };

function currentLocation(): Location {
  const { pathname, search, hash } = window.location;
  const { state, key = 'default', by }: Entry = history.state ?? {};
  // State of an entry made by a user who has signed out since belongs to nobody else.
  return { pathname, search, hash, state: by === session.get().userId ? (state ?? null) : null, key };
}

const listeners = new Set<() => void>();

/** Goes to an address of the client, or by so many entries of the history. */
export function navigate(to: string | number, { replace = false, state }: Options = {}): void {
  if (typeof to === 'number') {
    history.go(to);
    return;
  }
  const entry = { state, key: String(Math.random()), by: session.get().userId } satisfies Entry;
  if (replace) history.replaceState(entry, '', to);
  else history.pushState(entry, '', to);
  for (const listener of listeners) listener();
}

const LocationContext = createContext<Location | undefined>(undefined);

/** Tells all within where the tab is. The next page is rendered in a transition: until then this one stands. */
export function LocationProvider({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(currentLocation);
  useLayoutEffect(() => {
    const follow = () => startTransition(() => setLocation(currentLocation()));
    listeners.add(follow);
    window.addEventListener('popstate', follow);
    return () => {
      listeners.delete(follow);
      window.removeEventListener('popstate', follow);
    };
  }, []);
  return <LocationContext value={location}>{children}</LocationContext>;
}

/** Where the page that is rendered is. */
export function useLocation(): Location {
  return use(LocationContext)!;
}

/** What stands in the address of a page for the parts of its pattern that have a name. */
export type Params = Readonly<Record<string, string | undefined>>;

export const ParamsContext = createContext<Params>({});

export function useParams(): Params {
  return use(ParamsContext);
}

/** Goes on to another address as soon as it is rendered. */
export function Navigate({ to, replace, state }: Options & { to: string }) {
  const { pathname } = useLocation();
  const go = useEffectEvent(() => navigate(to, { replace, state }));
  useEffect(() => go(), [to, pathname]);
  return null;
}

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string;
  state?: unknown;
  /** The browser loads the document of the page. */
  reloadDocument?: boolean;
};

/** A link to a page of the client; with a key held down it is the browser's, as every link. */
export function Link({ to, state, reloadDocument = false, onClick, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { altKey, button, ctrlKey, currentTarget, metaKey, shiftKey } = event;
    const special = altKey || ctrlKey || metaKey || shiftKey || button !== 0 || currentTarget.target;
    if (event.defaultPrevented || reloadDocument || special) return;
    event.preventDefault();
    // The page that is open is not put behind itself.
    navigate(to, { replace: currentTarget.href === window.location.href, state });
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}
