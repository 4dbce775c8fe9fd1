import type { QueueBody } from '@herenow/contract/queue';
import { useEffect, useEffectEvent } from 'react';

/** The payloads of window events, by name. */
export type WindowEvents = {
  message: QueueBody<'messages'>;
  status: QueueBody<'status'>;
  notification: QueueBody<'notifications'>;
  /** What the user did about a pin, perhaps on another device. */
  'own-pin': QueueBody<'pins'>;
  error: QueueBody<'errors'>;
  'edit-message': QueueBody<'messages-edit'>;
  'delete-message': QueueBody<'messages-delete'>;
  reaction: QueueBody<'reactions'>;
  presence: QueueBody<'presence'>;
  /** The name, the photos or the age of the user, or of a person with whom they have a chat, have changed. */
  profile: QueueBody<'profiles'>;
  typing: QueueBody<'typing'>;
  'chats-gone': QueueBody<'chats-gone'>;
  /** The feed that this tab watches has changed. */
  nearby: QueueBody<'nearby'>;
  /** The user's own presence, changed perhaps on another device. */
  'own-presence': QueueBody<'own-presence'>;
  /** The realtime channel is open (again): data on screen may be stale. */
  connected: undefined;
  /** Repeats while the realtime channel is down, for example behind a proxy that blocks it: refetch instead. */
  unheard: undefined;
  /** The page came back to the foreground. */
  appVisible: undefined;
  /** The page is hidden or closes, or the user signs out, and the realtime channel closes: last moment to send. */
  leaving: undefined;
  /** The user's own presence has ended. */
  goOffline: undefined;
  /**
   * The user's own presence has begun, changed or ended here, or another account has signed in: the feed may change.
   */
  presenceChanged: undefined;
  /** The user has unblocked somebody, whose id this is. */
  unblocked: string;
  /** The session is over: sign out. */
  logout: undefined;
  locationPermissionDenied: undefined;
  /** The code of something that the user opens could not be loaded; it is retried. */
  partFailed: undefined;
  openFilter: undefined;
  /** The user may be about to open the filter. */
  nearFilter: undefined;
  /** What screen readers announce about an empty feed; empty once somebody is there. */
  feedEmpty: string;
  /**
   * Native browser events: the device is on a network again; another tab has stored something; the page is shown, even
   * from the back/forward cache.
   */
  online: undefined;
  storage: undefined;
  pageshow: undefined;
};
export type WindowEventName = keyof WindowEvents;

export function emit<N extends WindowEventName>(
  name: N,
  ...[detail]: undefined extends WindowEvents[N] ? [] : [WindowEvents[N]]
): void {
  window.dispatchEvent(new CustomEvent(name, { detail }));
}

/** Adds a listener; the returned function removes it. */
export function listen<N extends WindowEventName>(
  name: N,
  handler: (detail: WindowEvents[N]) => void,
): () => void {
  const listener = (event: Event) => {
    // The browser has native `message` and `error` events.
    if (event instanceof CustomEvent) handler(event.detail as WindowEvents[N]);
    else if (name !== 'message' && name !== 'error') handler(undefined as WindowEvents[N]);
  };
  window.addEventListener(name, listener);
  return () => window.removeEventListener(name, listener);
}

/** Listens while the component is mounted; the handler may be a new function each time. */
export function useWindowEvent<N extends WindowEventName>(
  name: N,
  handler: (detail: WindowEvents[N]) => void,
): void {
  const latest = useEffectEvent(handler);
  useEffect(() => listen(name, (detail) => latest(detail)), [name]);
}

/** Follows what other tabs store on the device, even while this page was in the back/forward cache. */
export function useStoredElsewhere(changed: () => void): void {
  useWindowEvent('storage', changed);
  useWindowEvent('pageshow', changed);
}

/** Listens to several events of the browser at the window until the returned function is called. */
export function listenToAll(
  names: readonly string[],
  listener: (event: Event) => void,
  options?: AddEventListenerOptions,
): () => void {
  const listening = new AbortController();
  for (const name of names) window.addEventListener(name, listener, { ...options, signal: listening.signal });
  return () => listening.abort();
}
