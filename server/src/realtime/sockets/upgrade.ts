import * as refusals from '@herenow/contract/refusals';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type ServerOptions, type WebSocket } from 'ws';
import { AWAY_SECONDS } from '../../lib/away.ts';
import { tellAway } from '../../lib/away-log.ts';
import { Refused } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { Log } from '../../lib/log.ts';
import { rawRefusal } from '../../lib/raw-refusal.ts';
import { FRAME_LIMITS } from '../frames/frames.ts';
import { chooseSubprotocol } from '../frames/negotiation.ts';

/** Milliseconds that a closing handshake may take before the socket is destroyed. */
const CLOSE_TIMEOUT = 5000;

/**
 * Parts of one message, and chunks of one part, that may wait for the rest. Each keeps the whole chunk alive that it
 * came in.
 */
const MAX_PARTS = 16;
const MAX_CHUNKS = 1024;

/** Milliseconds of silence before the operating system probes whether the peer is still there. */
const KEEP_ALIVE = 60_000;

/** The sessions whose sockets were closed since this upgrade began. */
export type Arrival = ReadonlySet<string>;

interface Arrivals {
  begin(): Arrival;
  end(arrival: Arrival): void;
}

export interface UpgradeOptions<Identity> {
  path: string;
  /**
   * Origins that may connect besides the page’s own host. Undefined: any origin may; a client that sends no Origin
   * always may.
   */
  allowedOrigins: readonly string[] | undefined;
  /** Headers for browsers in every refusal. */
  refusalHeaders: Readonly<Record<string, string>>;
  /** Rejects with Refused to choose the status; undefined means 401. */
  authenticate(token: string): Promise<Identity | undefined>;
  /** Returns true while the server accepts no new sockets. */
  closing(): boolean;
  /** Tracks sessions that are closed while their sockets are being admitted. */
  arrivals: Arrivals;
  /** Called in the same turn in which the identity arrives; `arrival` holds the sessions closed meanwhile. */
  accept(identity: Identity, webSocket: WebSocket, socket: Duplex, arrival: Arrival): void;
  log: Log;
}

/** Serves WebSocket upgrades of a server on one path; the returned function detaches it. */
export function attachUpgrade<Identity>(server: Server, options: UpgradeOptions<Identity>): () => void {
  // The type definitions lag behind ws.
  const serverOptions: ServerOptions & Record<'closeTimeout' | 'maxFragments' | 'maxBufferedChunks', number> =
    {
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: FRAME_LIMITS.frame,
      closeTimeout: CLOSE_TIMEOUT,
      maxFragments: MAX_PARTS,
      maxBufferedChunks: MAX_CHUNKS,
      handleProtocols: chooseSubprotocol,
    };
  const webSockets = new WebSocketServer(serverOptions);

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    // Node has removed its own listener by now. This one stays for the socket’s life, since a refused socket may also
    // be reset.
    socket.on('error', ignore);
    const url = URL.parse(request.url ?? '', 'http://localhost');
    if (url?.pathname !== options.path) {
      // Another listener may handle the path; without one the socket would hang.
      if (server.listenerCount('upgrade') === 1) refuse(socket, refusals.nothingHere, options);
      return;
    }
    // Detects peers that vanished without having agreed on heart-beats.
    request.socket.setKeepAlive(true, KEEP_ALIVE);
    upgrade(request, socket, head, url.searchParams.get('token') ?? '').catch((error: unknown) =>
      refuseFor(error, socket),
    );
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, token: string) {
    if (options.closing()) throw new Refused(refusals.restarting);
    // The WebSocket standard requires both, and without a Host the server’s own origin is unknown.
    if (request.httpVersion === '1.0' || !request.headers.host) throw new Refused(refusals.notUpgradable);
    if (!isAllowed(request)) throw new Refused(refusals.foreignPage);
    const arrival = options.arrivals.begin();
    try {
      const identity = token === '' ? undefined : await options.authenticate(token);
      if (identity === undefined) throw new Refused(refusals.signInAgain);
      if (options.closing()) throw new Refused(refusals.restarting);
      if (socket.destroyed) return;
      webSockets.handleUpgrade(request, socket, head, (webSocket) =>
        options.accept(identity, webSocket, socket, arrival),
      );
    } finally {
      options.arrivals.end(arrival);
    }
  }

  function isAllowed({ headers: { origin, host } }: IncomingMessage): boolean {
    if (origin === undefined || !options.allowedOrigins) return true;
    // A browser sets both headers, so the server’s own page is recognised under any name of the server.
    return (
      options.allowedOrigins.includes(origin) || (host !== undefined && URL.parse(origin)?.host === host)
    );
  }

  function refuseFor(error: unknown, socket: Duplex) {
    if (error instanceof Refused) return refuse(socket, { ...error, text: error.message }, options);
    if (tellAway(options.log, error))
      return refuse(socket, { ...refusals.away, retryAfter: AWAY_SECONDS }, options);
    options.log.error({ err: error, requestId: newId() }, 'realtime upgrade failed');
    refuse(socket, refusals.fault, options);
  }

  server.on('upgrade', onUpgrade);
  return () => server.off('upgrade', onUpgrade);
}

/** Ignores socket errors: a broken socket also emits `close`, which is handled. */
function ignore() {}

/** Responds and closes the socket, even if the peer keeps its side open or does not read. */
function refuse(
  socket: Duplex,
  refusal: Parameters<typeof rawRefusal>[0],
  { refusalHeaders }: Pick<UpgradeOptions<unknown>, 'refusalHeaders'>,
) {
  if (socket.destroyed) return;
  const patience = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT);
  socket.once('close', () => clearTimeout(patience));
  socket.once('finish', () => socket.destroy());
  socket.end(rawRefusal(refusal, refusalHeaders));
}
