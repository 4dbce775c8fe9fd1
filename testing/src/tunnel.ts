import type { ClientRequest } from 'node:http';
import type { Duplex } from 'node:stream';

/** Sends on a request for a WebSocket, and then whatever arrives from either side. */
export function tunnel(outgoing: ClientRequest, socket: Duplex): void {
  socket.on('error', () => {}).once('close', () => outgoing.destroy());
  outgoing.on('error', () => socket.destroy());
  outgoing.once('response', ({ statusCode, statusMessage }) =>
    socket.end(`HTTP/1.1 ${statusCode} ${statusMessage}\r\nConnection: close\r\n\r\n`),
  );
  outgoing.once('upgrade', ({ headers }, far, first) => {
    far.on('error', () => {}).once('close', () => socket.destroy());
    socket.once('close', () => far.destroy());
    const lines = Object.entries(headers).map(([key, value]) => `${key}: ${String(value)}\r\n`);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
    far.unshift(first);
    socket.pipe(far).pipe(socket);
  });
  outgoing.end();
}
