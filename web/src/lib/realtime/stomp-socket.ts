import type { QueueBody } from '@herenow/contract/queue';
import { serverNow } from '../clock.ts';
import { warn } from '../log.ts';
import { session } from '../session.ts';
import { emit } from '../window-events.ts';
import type { Socket, SocketHandlers } from './client.ts';
import { openStomp } from './stomp.ts';

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
  const stomp = openStomp(url, {
    onConnected: () => {
      handlers.onOpen();
      const queues = Object.keys(EVENTS);
      for (const queue of queues)
        // The receipt of the last subscription confirms that from here on no event is missed.
        stomp.subscribe(queue, `/user/queue/${queue}`, queue === queues.at(-1) ? READY : undefined);
    },
    onMessage: (queue, body) => {
      if (Object.hasOwn(EVENTS, queue)) received(EVENTS[queue as keyof typeof EVENTS], body);
    },
    onReceipt: (receipt) => {
      if (receipt === READY) emit('connected');
    },
    onClose: handlers.onClose,
  });
  return {
    publish: (destination, body) => stomp.publish(destination, JSON.stringify(body)),
    close: stomp.close,
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

function received(event: (typeof EVENTS)[keyof typeof EVENTS], text: string): void {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    warn(`An unreadable ${event} event was ignored.`);
    return;
  }
  if (event === 'error') warn('Server refused', body);
  if (event === 'own-presence') keepPresence(body as QueueBody<'own-presence'>);
  emit(event, body as never);
}
