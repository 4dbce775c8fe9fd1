import type { QueueBody } from '@herenow/contract/queue';
import { useEffect, useEffectEvent } from 'react';

/** What travels as an event of the window, by name. */
export type WindowEvents = {
  message: QueueBody<'messages'>;
  status: QueueBody<'status'>;
  notification: QueueBody<'notifications'>;
  /** What one did about a pin, perhaps on another device. */
  'own-pin': QueueBody<'pins'>;
  error: QueueBody<'errors'>;
  'edit-message': QueueBody<'messages-edit'>;
  'delete-message': QueueBody<'messages-delete'>;
  reaction: QueueBody<'reactions'>;
  presence: QueueBody<'presence'>;
  typing: QueueBody<'typing'>;
  'chats-gone': QueueBody<'chats-gone'>;
  /** The feed that this tab watches has changed. */
  nearby: QueueBody<'nearby'>;
  /** One's own presence, changed perhaps on another device. */
  'own-presence': QueueBody<'own-presence'>;
  /** The realtime channel stands (again): what was shown may be behind. */
  connected: undefined;
  /** Comes again and again while no realtime channel stands, as behind a proxy that lets none through: ask instead. */
  unheard: undefined;
  /** The page came back to the foreground. */
  appVisible: undefined;
  /** The own presence has ended. */
  goOffline: undefined;
  /** One's own presence has begun, changed or ended here, or another account is signed in: others may be seen. */
  presenceChanged: undefined;
  /** The session cannot go on: sign out. */
  logout: undefined;
  locationPermissionDenied: undefined;
  /** Opens the filter of the feed. */
  openFilter: undefined;
  /** The browser's own: another tab has kept something; the page is shown, also one that was gone back to. */
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

/** Listens until the returned function is called. */
export function listen<N extends WindowEventName>(
  name: N,
  handler: (detail: WindowEvents[N]) => void,
): () => void {
  const listener = (event: Event) => {
    // The browser has a `message` and an `error` event of its own.
    if (event instanceof CustomEvent) handler(event.detail as WindowEvents[N]);
    else if (name !== 'message' && name !== 'error') handler(undefined as WindowEvents[N]);
  };
  window.addEventListener(name, listener);
  return () => window.removeEventListener(name, listener);
}

/** Listens while the component stands; the handler may be a new function each time. */
export function useWindowEvent<N extends WindowEventName>(
  name: N,
  handler: (detail: WindowEvents[N]) => void,
): void {
  const latest = useEffectEvent(handler);
  useEffect(() => listen(name, (detail) => latest(detail)), [name]);
}
