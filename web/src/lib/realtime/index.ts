import { validateToken } from '@herenow/contract/accounts';
import { REALTIME } from '@herenow/contract/constants';
import type { DestinationBody, DestinationName } from '@herenow/contract/queue';
import { useSyncExternalStore } from 'react';
import { isStatus } from '../api-error.ts';
import { apiUrl, hostHeaders, socketUrl } from '../host.ts';
import { warn } from '../log.ts';
import { renewToken } from '../token-refresh.ts';
import { session } from '../session.ts';
import { send as sendRequest } from '../transport.ts';
import { emit } from '../window-events.ts';
import { createRealtime, type Connection, type Socket, type SocketHandlers } from './client.ts';
import type { Validity } from './machine.ts';

export type { Connection } from './client.ts';

/** The one realtime connection of this tab. */
export const realtime = createRealtime({ validate, refresh, open, warn });

/** Returns whether the realtime channel is open. */
export const isConnected = (): boolean => realtime.getConnection().status === 'connected';

/** Returns the same; re-renders when it changes. */
export function useConnected(): boolean {
  return useSyncExternalStore(realtime.subscribe, isConnected);
}

/** Returns why the realtime channel will not reconnect by itself soon, if so. */
export function useConnectionTrouble(): Connection['trouble'] {
  return useSyncExternalStore(realtime.subscribe, () => realtime.getConnection().trouble);
}

/** Sends over the realtime channel; drops with a warning what cannot be sent. */
export function sendRealtime<D extends DestinationName>(destination: D, body: DestinationBody<D>): void {
  realtime.send(destination, body);
}

/** Passes the page's lifecycle events to the connection until the returned function is called. */
export function followPage(): () => void {
  const leave = () => emit('leaving');
  const unload = () => {
    leave();
    realtime.disconnect();
  };
  const visibility = () => {
    if (!document.hidden) return realtime.pageVisible();
    emit('leaving');
    realtime.pageHidden();
  };
  const back = (event: PageTransitionEvent) => {
    if (event.persisted && session.get().token) realtime.connect();
  };
  const following = new AbortController();
  const { signal } = following;
  window.addEventListener('online', realtime.reconnect, { signal });
  window.addEventListener('pagehide', unload, { signal });
  // The page may stay: a link to a mail program fires this event, too, and nothing afterwards.
  window.addEventListener('beforeunload', leave, { signal });
  window.addEventListener('pageshow', back, { signal });
  document.addEventListener('visibilitychange', visibility, { signal });
  if (document.hidden) realtime.pageHidden();
  return () => following.abort();
}

/** Success means valid and any other status expired; no response says nothing about the token. */
async function validate(): Promise<Validity> {
  const { token } = session.get();
  if (!token) return 'expired';
  try {
    const { status } = await sendRequest({
      method: validateToken.method,
      url: apiUrl(validateToken.path),
      headers: { authorization: `Bearer ${token}`, ...hostHeaders },
      timeoutMs: 10_000,
    });
    return status >= 200 && status < 300 ? 'valid' : 'expired';
  } catch {
    warn('The server is temporarily unavailable.');
    return 'unavailable';
  }
}

/** Renews the token; resolves to false when the session is over. Without a response, the token is validated again. */
async function refresh(): Promise<boolean> {
  const { token } = session.get();
  try {
    await renewToken(token ?? '');
    return true;
  } catch (error) {
    return !isStatus(error, 401, 403);
  }
}

/** Loads the code of the channel with the first connection. */
function open(handlers: SocketHandlers): Socket {
  let socket: Socket | undefined;
  let closed = false;
  void import('./stomp-socket.ts').then(
    ({ openStompSocket }) => {
      if (closed) return;
      const token = session.get().token ?? '';
      socket = openStompSocket(socketUrl(`${REALTIME.path}?token=${encodeURIComponent(token)}`), handlers);
    },
    () => handlers.onClose(),
  );
  return {
    publish: (destination, body) => socket?.publish(destination, body) ?? false,
    close: () => {
      closed = true;
      socket?.close();
    },
  };
}
