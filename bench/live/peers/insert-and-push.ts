/** The least that a durable message costs in Node: read JSON, insert and commit, push to a plain WebSocket. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { WebSocketServer, type WebSocket } from 'ws';
import { ready } from './ready.ts';

const INSERT = `INSERT INTO bench_messages (id, chat_id, sender_id, content, sent_at) VALUES ($1, $2, $3, $4, $5)`;

interface Message {
  id: string;
  chatId: string;
  senderId: string;
  recipientId: string;
  content: string;
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: 20 });
const sockets = new Map<string, WebSocket>();
const server = createServer((request, response) => void receive(request, response));
const webSockets = new WebSocketServer({ server, perMessageDeflate: false, clientTracking: false });

webSockets.on('connection', (webSocket, request) => {
  const name = request.url!.split('=')[1]!;
  sockets.set(name, webSocket);
  webSocket.on('error', () => {});
  webSocket.on('close', () => sockets.delete(name));
});

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const message = JSON.parse(Buffer.concat(chunks).toString()) as Message;
  const { id, chatId, senderId, recipientId, content } = message;
  const sentAt = new Date();
  await pool.query({ name: 'insert', text: INSERT, values: [id, chatId, senderId, content, sentAt] });
  const text = JSON.stringify({ ...message, sentAt });
  sockets.get(recipientId)?.send(text);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

await pool.query(`CREATE TABLE IF NOT EXISTS bench_messages (
  id uuid PRIMARY KEY, chat_id uuid NOT NULL, sender_id uuid NOT NULL, content text NOT NULL,
  sent_at timestamptz NOT NULL)`);
server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port));
