import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Transport } from './connection.ts';

const TEXT = { binary: false };

/**
 * Corks the writes of one turn of the event loop, so that each socket’s frames leave in one system call. Shared by all
 * sockets: one immediate per turn.
 */
export function createCork(): (socket: Duplex) => void {
  let corked = new Set<Duplex>();

  function uncorkAll() {
    const sockets = corked;
    corked = new Set();
    for (const socket of sockets) socket.uncork();
  }

  return (socket) => {
    if (corked.has(socket)) return;
    if (corked.size === 0) setImmediate(uncorkAll);
    corked.add(socket);
    socket.cork();
  };
}

interface SocketOptions {
  webSocket: WebSocket;
  /** The TCP or TLS socket below it. */
  socket: Duplex;
  cork: (socket: Duplex) => void;
  /** Bytes that may wait for the client, whatever waits for the user’s other sockets. */
  share: number;
  /** More waits than that. */
  onCrowded: () => void;
}

export function createTransport({ webSocket, socket, cork, share, onCrowded }: SocketOptions): Transport {
  return {
    send(bytes) {
      if (webSocket.readyState !== webSocket.OPEN) return;
      cork(socket);
      webSocket.send(bytes, TEXT);
      if (webSocket.bufferedAmount > share) onCrowded();
    },
    close: (code, reason) => webSocket.close(code, reason),
    pause: () => webSocket.pause(),
    resume: () => webSocket.resume(),
    get open() {
      return webSocket.readyState === webSocket.OPEN;
    },
  };
}
