import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { selfSigned } from './certificate.ts';
import { eventually } from './eventually.ts';

export interface ReceivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A subscribed browser. */
export interface TestDevice {
  /** The browser's `PushSubscription` as JSON text. */
  token: string;
  endpoint: string;
  /** The pushes it received so far, oldest first. */
  pushes(): ReceivedPush[];
  /** Waits for the n-th push and returns it with its payload. */
  received(n?: number): Promise<{ push: ReceivedPush; payload: Record<string, unknown> }>;
}

export interface PushService extends AsyncDisposable {
  /** For the server’s `pushTransport`. */
  transport: { allowPrivate: true; ca: string };
  origin: string;
  device(): TestDevice;
  /** The statuses of the next responses; then 201. */
  answers: number[];
  /** Leaves later requests unanswered. */
  silent: boolean;
  /** Milliseconds from a request to its response. */
  answersAfter: number;
  /** Number of requests received. */
  readonly asked: number;
  /** Number of open connections; it never closes any by itself. */
  readonly connections: number;
}

/** One certificate for all push services, so that a server trusts each of them. */
let certificate: ReturnType<typeof selfSigned> | undefined;

/**
 * A push service with TLS on its own port that records what it receives. `silent`: it does not respond; `writeBody`:
 * what follows the head of a response.
 */
export async function startPushService({
  silent = false,
  writeBody = (response: ServerResponse): void => void response.end('noted'),
} = {}): Promise<PushService> {
  const state = { silent, answersAfter: 0 };
  const { key, cert } = (certificate ??= selfSigned());
  const pushes: ReceivedPush[] = [];
  const answers: number[] = [];
  let asked = 0;
  const server = createServer({ key, cert }, (request, response) => {
    asked += 1;
    if (state.silent) return;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      pushes.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks) });
      setTimeout(() => writeBody(response.writeHead(answers.shift() ?? 201)), state.answersAfter);
    });
  });
  server.keepAliveTimeout = 0;
  let connections = 0;
  server.on('secureConnection', (socket) => {
    connections += 1;
    socket.once('close', () => (connections -= 1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    transport: { allowPrivate: true, ca: cert },
    origin,
    answers,
    get silent() {
      return state.silent;
    },
    set silent(value) {
      state.silent = value;
    },
    get answersAfter() {
      return state.answersAfter;
    },
    set answersAfter(value) {
      state.answersAfter = value;
    },
    get asked() {
      return asked;
    },
    get connections() {
      return connections;
    },
    device: () => createDevice(origin, pushes),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function createDevice(origin: string, all: readonly ReceivedPush[]): TestDevice {
  const path = `/push/${randomBytes(12).toString('base64url')}`;
  const ecdh = createECDH('prime256v1');
  const p256dh = ecdh.generateKeys('base64url');
  const auth = randomBytes(16);
  const pushes = () => all.filter((push) => push.path === path);
  const keys = { p256dh, auth: auth.toString('base64url') };
  return {
    endpoint: origin + path,
    token: JSON.stringify({ endpoint: origin + path, expirationTime: null, keys }),
    pushes,
    async received(n = 1) {
      const push = await eventually(
        () => pushes()[n - 1] ?? Promise.reject(new Error(`no push number ${n}`)),
      );
      return { push, payload: JSON.parse(decrypt(push.body, ecdh, auth)) as Record<string, unknown> };
    },
  };
}

/** Reads a message as a browser does: RFC 8291 on RFC 8188, one record. */
function decrypt(body: Buffer, ecdh: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body[20]!;
  const senderKey = body.subarray(21, 21 + keyLength);
  const encrypted = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32));
  const derive = (use: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${use}\0`), length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(encrypted.subarray(-16));
  const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('The padding is not as it should be.');
  return padded.subarray(0, end).toString();
}
