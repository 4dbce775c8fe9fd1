/** The upper limit: `ws` alone, which forwards each message as it came, without a protocol, people or tokens. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { PAIRS } from '../dialects.ts';
import { ready } from './ready.ts';

const sockets = new Map<number, WebSocket>();
const server = createServer();
const webSockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false });

webSockets.on('connection', (webSocket, request) => {
  const number = Number(request.url!.split('=')[1]);
  sockets.set(number, webSocket);
  webSocket.on('error', () => {});
  webSocket.on('close', () => sockets.delete(number));
  webSocket.on('message', (data) => sockets.get(number + PAIRS)?.send(data as Buffer, { binary: false }));
});

server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port));
