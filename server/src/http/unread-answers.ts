import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import type { Log } from '../lib/log.ts';
import { networkOf } from '../lib/networks.ts';

/** The bytes of long responses that may be buffered unread. The longest copy of a user’s data takes about half. */
const MOST_UNREAD = 128 * 1024 * 1024;
/** Shorter responses are not worth counting. */
const LONG = 32 * 1024;

interface Unread {
  network: string;
  bytes: number;
  /** Listens for the end of the connection while it is in the list. */
  onClose: () => void;
}

/**
 * Bounds the memory of responses whose clients read slowly or not at all. Beyond the bound, it cuts off the
 * longest-waiting connection of the network that holds most. Otherwise, a client that requests many photos over one
 * connection and reads none would have all of them buffered.
 */
export function boundUnread(app: FastifyInstance, log: Log): void {
  /** The connection that has waited longest first. */
  const unread = new Map<Socket, Unread>();
  let total = 0;

  function add(socket: Socket, network: string, bytes: number): void {
    const known = unread.get(socket);
    const onClose = known?.onClose ?? (() => forget(socket));
    if (!known) socket.once('close', onClose);
    unread.set(socket, { network, bytes: (known?.bytes ?? 0) + bytes, onClose });
    total += bytes;
  }

  function read(socket: Socket, bytes: number): void {
    const known = unread.get(socket);
    if (!known) return;
    known.bytes -= bytes;
    total -= bytes;
    if (known.bytes > 0) return;
    unread.delete(socket);
    socket.off('close', known.onClose);
  }

  function forget(socket: Socket): void {
    read(socket, unread.get(socket)?.bytes ?? 0);
  }

  function findVictim(): Socket {
    const held = new Map<string, number>();
    for (const { network, bytes } of unread.values()) held.set(network, (held.get(network) ?? 0) + bytes);
    const [[most]] = [...held].toSorted(([, one], [, other]) => other - one) as [[string, number]];
    return [...unread].find(([, { network }]) => network === most)![0];
  }

  function makeRoom(): void {
    while (total > MOST_UNREAD) {
      const victim = findVictim();
      log.info('slow reader of long answers cut off');
      forget(victim);
      victim.destroy();
    }
  }

  app.addHook('onSend', (request, reply, payload, done) => {
    done();
    const { socket } = request.raw;
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    if (bytes < LONG || socket.destroyed) return;
    add(socket, networkOf(request.ip), bytes);
    reply.raw.once('finish', () => read(socket, bytes));
    makeRoom();
  });
}
