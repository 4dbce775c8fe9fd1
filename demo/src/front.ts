import { once } from 'node:events';
import { createServer, request, Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createUser } from '@herenow/contract/accounts';
import type { Position } from '@herenow/cast/characters';
import { tunnel } from '@herenow/testing/tunnel';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const MAX_BODY = 64 * 1024;
const LOCATION_PATH = /^\/api\/user\/[\w-]+\/update-location$/;

export type Page = (request: IncomingMessage, response: ServerResponse, body: Buffer) => Promise<void>;

/**
 * Opens the server that visitors reach: it serves the pages of the demo under `/demo`, and forwards everything else to
 * the unchanged Herenow server. It reads visitors' positions from their requests when they register or move, since the
 * Herenow server discloses them to no one.
 */
export async function openFront(options: {
  port: number;
  host: string;
  /** The port of the Herenow server, on this machine. */
  behind: number;
  pages: ReadonlyMap<string, Page>;
  onPosition(position: Position): void;
  onFault(error: unknown): void;
}) {
  const { behind, pages } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url?.split('?')[0] ?? '/';
    const page = pages.get(`${incoming.method} ${path}`);
    if (page) return await page(incoming, response, await readBody(incoming));
    const located = incoming.method === 'POST' && (path === createUser.path || LOCATION_PATH.test(path));
    const body = located ? await readBody(incoming) : undefined;
    forward(incoming, response, body);
    if (body) response.once('finish', () => response.statusCode < 300 && report(body));
  }

  function report(body: Buffer): void {
    const position = positionOf(body);
    if (position) options.onPosition(position);
  }

  const open = (incoming: IncomingMessage) => {
    const { method, url: path } = incoming;
    const headers = headersOf(incoming);
    return request({ port: behind, host: '127.0.0.1', method, path, headers, agent });
  };

  function forward(incoming: IncomingMessage, response: ServerResponse, body: Buffer | undefined): void {
    const outgoing = open(incoming);
    outgoing.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    outgoing.once('error', () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end('The server is starting or stopping. Please try again in a moment.');
    });
    response.once('close', () => !response.writableFinished && outgoing.destroy());
    if (body) outgoing.end(body);
    else incoming.pipe(outgoing);
  }

  const http = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => {
      options.onFault(error);
      if (!response.headersSent) response.writeHead(500);
      response.end('Something went wrong. Please try again.');
    });
  });
  const tunnels = new Set<Duplex>();
  http.on('upgrade', (incoming, socket) => {
    tunnels.add(socket);
    socket.once('close', () => tunnels.delete(socket));
    tunnel(open(incoming), socket);
  });
  http.listen(options.port, options.host);
  await once(http, 'listening');
  return {
    async close(): Promise<void> {
      const closed = once(http, 'close');
      http.close();
      http.closeAllConnections();
      for (const socket of tunnels) socket.destroy();
      agent.destroy();
      await closed;
    },
  };
}

/** Marks requests from other machines as such, since the server shows its mailbox to this machine only. */
function headersOf({ headers, socket }: IncomingMessage) {
  const address = socket.remoteAddress ?? '';
  return LOOPBACK.has(address) ? headers : { ...headers, 'x-forwarded-for': address };
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error('A request is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the point in a body, `{ location: point }` or the point itself. */
export function positionOf(body: Buffer): Position | undefined {
  try {
    const json = JSON.parse(body.toString()) as { location?: unknown };
    const { coordinates } = (json.location ?? json) as { coordinates?: unknown };
    if (!Array.isArray(coordinates)) return undefined;
    const [longitude, latitude] = coordinates as unknown[];
    if (typeof longitude !== 'number' || typeof latitude !== 'number') return undefined;
    return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? [longitude, latitude] : undefined;
  } catch {
    return undefined;
  }
}
