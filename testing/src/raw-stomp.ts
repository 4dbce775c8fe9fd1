import { PATIENCE_MS } from './eventually.ts';
import { WebSocket } from 'ws';
import { createFrameParser, type Frame } from '../../server/src/realtime/frames/frames.ts';

/** A received frame, decoded for tests. */
export interface ReceivedFrame {
  command: string;
  headers: Record<string, string>;
  body: string;
  /** Bytes of the WebSocket message that contained the frame. */
  raw: string;
}

export interface RawStomp extends AsyncDisposable {
  readonly webSocket: WebSocket;
  /** Sends these bytes as one WebSocket message. */
  write(bytes: string | Buffer): void;
  /** Sends a frame; values are written as they are, without escaping. */
  frame(command: string, headers?: Record<string, string>, body?: string): void;
  /** The next frame (with this command, if given); rejects if the socket closes first. */
  next(command?: string): Promise<ReceivedFrame>;
  /** Sends CONNECT and waits for CONNECTED. */
  connect(headers?: Record<string, string>): Promise<ReceivedFrame>;
  subscribe(queue: string, headers?: Record<string, string>): Promise<void>;
  /** Resolves when everything sent so far has been handled; takes no frame but its own. */
  roundTrip(): Promise<void>;
  /** Resolves when anything more arrives, including a heart-beat. */
  arrival(): Promise<void>;
  /** Every frame received and not taken by `next`. */
  readonly pending: readonly ReceivedFrame[];
  /** End-of-line messages received: the server's heart-beats. */
  readonly heartBeats: number;
  readonly closed: Promise<{ code: number; reason: string }>;
}

interface RawOptions {
  url: string;
  token?: string;
  protocols?: string[];
  headers?: Record<string, string>;
}

/** Opens a WebSocket to which a test writes raw bytes. Rejects with the HTTP status if refused. */
export async function openRaw({ url, token, protocols = [], headers = {} }: RawOptions): Promise<RawStomp> {
  const address = new URL(url);
  if (token !== undefined) address.searchParams.set('token', token);
  const webSocket = new WebSocket(address, protocols, { headers, perMessageDeflate: false });
  const client = createRaw(webSocket);
  await new Promise<void>((resolve, reject) => {
    webSocket.once('open', resolve);
    webSocket.once('error', reject);
  });
  webSocket.on('error', () => {}); // a reset is seen as a close
  return client;
}

function createRaw(webSocket: WebSocket): RawStomp {
  const parser = createFrameParser();
  const pending: ReceivedFrame[] = [];
  let heartBeats = 0;
  let receipts = 0;
  let wake = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<{ code: number; reason: string }>();

  webSocket.on('message', (data: Buffer) => {
    if (data.toString() === '\n') heartBeats++;
    parser.push(data, (frame) => pending.push(simplify(frame, data)));
    signal();
  });
  webSocket.on('close', (code, reason) => {
    closed.resolve({ code, reason: reason.toString() });
    signal();
  });

  function signal() {
    wake.resolve();
    wake = Promise.withResolvers();
  }

  async function take(isIt: (frame: ReceivedFrame) => boolean, what = 'frame'): Promise<ReceivedFrame> {
    const deadline = AbortSignal.timeout(PATIENCE_MS);
    for (;;) {
      const index = pending.findIndex(isIt);
      const found = index === -1 ? undefined : pending.splice(index, 1)[0];
      if (found) return found;
      if (webSocket.readyState === WebSocket.CLOSED) throw new Error(`closed before ${what}`);
      await Promise.race([wake.promise, aborted(deadline, what)]);
    }
  }

  const client: RawStomp = {
    webSocket,
    pending,
    closed: closed.promise,
    get heartBeats() {
      return heartBeats;
    },
    write: (bytes) => webSocket.send(bytes, { binary: false }),
    frame(command, headers = {}, body = '') {
      const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
      client.write(`${command}\n${lines.join('')}\n${body}\0`);
    },
    next: (command) => take((frame) => command === undefined || frame.command === command, command),
    arrival: () => wake.promise,
    async connect(headers = {}) {
      client.frame('CONNECT', { 'accept-version': '1.2', host: 'herenow', ...headers });
      const connected = await client.next('CONNECTED');
      const version = connected.headers.version;
      if (version === '1.0' || version === '1.1' || version === '1.2') parser.version = version;
      return connected;
    },
    async subscribe(queue, headers = {}) {
      const destination = `/user/queue/${queue}`;
      client.frame('SUBSCRIBE', { id: queue, destination, ...headers });
      await client.roundTrip();
    },
    async roundTrip() {
      const name = `round-trip-${++receipts}`;
      client.frame('BEGIN', { transaction: name });
      client.frame('ABORT', { transaction: name, receipt: name });
      await take((frame) => frame.headers['receipt-id'] === name, 'RECEIPT');
    },
    async [Symbol.asyncDispose]() {
      if (webSocket.readyState !== WebSocket.CLOSED) webSocket.terminate();
      await closed.promise;
    },
  };
  return client;
}

function simplify({ command, headers, body }: Frame, data: Buffer): ReceivedFrame {
  return { command, headers: Object.fromEntries(headers), body: body.toString(), raw: data.toString() };
}

function aborted(signal: AbortSignal, what: string): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(new Error(`no ${what} within ${PATIENCE_MS} ms`));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
