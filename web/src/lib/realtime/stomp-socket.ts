import { REALTIME } from '@herenow/contract/constants';
import { Client, StompSocketState, type IMessage } from '@stomp/stompjs';
import type { QueueBody } from '@herenow/contract/queue';
import { serverNow } from '../clock.ts';
import { warn } from '../log.ts';
import { session } from '../session.ts';
import { emit } from '../window-events.ts';
import type { Socket, SocketHandlers } from './client.ts';

/** Maps each queue to its window event. */
const EVENTS = {
  messages: 'message',
  status: 'status',
  notifications: 'notification',
  pins: 'own-pin',
  errors: 'error',
  'messages-edit': 'edit-message',
  'messages-delete': 'delete-message',
  reactions: 'reaction',
  presence: 'presence',
  profiles: 'profile',
  typing: 'typing',
  'chats-gone': 'chats-gone',
  nearby: 'nearby',
  'own-presence': 'own-presence',
} as const;
const READY = 'subscribed';

/** Opens the channel at an address that carries the token, and subscribes to the user's queues. */
export function openStompSocket(url: string, handlers: SocketHandlers): Socket {
  let open = true;
  const closed = () => {
    if (!open) return;
    open = false;
    handlers.onClose();
  };
  const client = new Client({
    brokerURL: url,
    heartbeatIncoming: REALTIME.heartbeatMs,
    heartbeatOutgoing: REALTIME.heartbeatMs,
    reconnectDelay: 0,
    connectionTimeout: REALTIME.heartbeatMs,
    // After missed heart-beats nobody answers the closing either, and browsers wait a minute for that.
    discardWebsocketOnCommFailure: true,
    onConnect: () => {
      if (!open) return;
      handlers.onOpen();
      client.watchForReceipt(READY, () => {
        if (open) emit('connected');
      });
      const queues = Object.entries(EVENTS);
      for (const [at, [queue, event]] of queues.entries()) {
        // The receipt of the last subscription confirms that from here on no event is missed.
        const headers = at === queues.length - 1 ? { receipt: READY } : {};
        client.subscribe(`/user/queue/${queue}`, (frame) => received(event, frame), headers);
      }
    },
    onStompError: (frame) => warn('Channel refused', frame.headers.message ?? ''),
    // The close event that follows decides what happens.
    onWebSocketError: () => warn('Channel failed'),
    onWebSocketClose: closed,
  });
  const writable = () => client.webSocket?.readyState === StompSocketState.OPEN;
  client.activate();
  return {
    publish: (destination, body) => {
      if (!writable()) return false;
      client.publish({ destination, body: JSON.stringify(body) });
      return true;
    },
    close: () => {
      open = false;
      // A socket that is already closing cannot send a DISCONNECT frame.
      void client.deactivate({ force: !writable() });
    },
  };
}

/** In the last milliseconds of a presence, its end is left to the device's own clock, which then shows it. */
const ENDING_MS = 3000;

/** Updates the user's own record with changes made on other devices. */
function keepPresence(presence: QueueBody<'own-presence'>): void {
  const { user } = session.get();
  const runsOut = !presence.online && Date.parse(user?.onlineUntil ?? '') - serverNow() <= ENDING_MS;
  if (user && !runsOut) session.setUser({ ...user, ...presence });
}

function received(event: (typeof EVENTS)[keyof typeof EVENTS], frame: IMessage): void {
  let body: unknown;
  try {
    body = JSON.parse(frame.body);
  } catch {
    warn(`An unreadable ${event} event was ignored.`);
    return;
  }
  if (event === 'error') warn('Server refused', body);
  if (event === 'own-presence') keepPresence(body as QueueBody<'own-presence'>);
  emit(event, body as never);
}
