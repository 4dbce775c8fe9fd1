import * as refusals from '@herenow/contract/refusals';
import type { Refusal } from '@herenow/contract/refusals';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import { MAX_PHOTOS, PHOTO_MAX_BYTES } from '@herenow/contract/constants';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { Refused } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { rawRefusal } from '../lib/raw-refusal.ts';
import { COMPRESS_FROM_BYTES } from './compression.ts';
import { mapErrors, sendRefusal } from './error-answers.ts';
import { mostConnections } from './most-connections.ts';
import { securityHeaders } from './security-headers.ts';
import { tellOfProxy } from './unnamed-proxy.ts';
import { boundUnread } from './unread-answers.ts';

/** JSON bodies are small: the largest is a feed request with its lists of ids. */
const BODY_LIMIT = 1024 * 1024;
/** A request that takes longer to arrive is cut off. Five pictures arrive in this time over a slow connection. */
const REQUEST_TIMEOUT_MS = 5 * 60_000;
const CLOSE_TIMEOUT_MS = 10_000;
/** The timeout for the headers of a request, and how often it is checked. */
const HEADERS_TIMEOUT_MS = 20_000;
const HEADERS_LOOK_MS = 5000;
/** The timeout of a connection without traffic in either direction: its peer may have stopped reading. */
const STANDSTILL_MS = 60_000;
/** How often an unfinished body is checked, and the bytes per second that must have arrived by then. */
const LOOK_MS = 10_000;
const SLOWEST_BYTES = 20 * 1024;

/** Requests that one connection may have open at a time; browsers and proxies send one. */
const MOST_AHEAD = 16;

/** The one character that PostgreSQL texts cannot hold, as escaped in JSON. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** Matches names of prototypes, escaped or not, and a byte order mark. */
const IS_UNUSUAL = /^\uFEFF|__proto__|constructor|\\u/;

/** The content encoding of a body that is not compressed. */
const PLAIN = 'identity';

/** Refusals of requests that could not be read, by error code of Node. */
const UNREADABLE: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: refusals.headTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: refusals.requestSlow,
};

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Creates a Fastify instance with everything that applies to all routes. It knows no feature. */
export async function createHttpServer(options: {
  log: Log;
  trustProxy: boolean | string | number;
  /** Origin under which people reach the app. */
  publicUrl: string;
}): Promise<FastifyInstance> {
  const headers = securityHeaders(options.publicUrl);
  const app: FastifyInstance = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustFunction(options.trustProxy),
    bodyLimit: BODY_LIMIT,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: HEADERS_LOOK_MS },
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: STANDSTILL_MS,
    genReqId: () => randomUUID(),
    // An error log line includes the request id itself; a logger per request costs more than parsing its JSON.
    childLoggerFactory: (logger) => logger,
    // On close, requests that have arrived still get their response.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => {
      // After a reset nobody reads it.
      if (socket.writable && error.code !== 'ECONNRESET')
        socket.write(rawRefusal(UNREADABLE[error.code] ?? refusals.badRequest, headers));
      socket.destroy(error);
    },
    frameworkErrors: (_error, _request, reply) => {
      sendRefusal(reply.headers(headers), refusals.badAddress);
    },
  }) as unknown as FastifyInstance;
  app.server.maxConnections = mostConnections();
  app.decorateRequest('caller', undefined);
  app.decorateRequest('admission', undefined);
  boundPipelines(app);
  skipTheGone(app);
  closeInTime(app);
  insistOnSpeed(app);
  tellOfProxy(app, options);
  boundUnread(app, options.log);
  mapErrors(app, options.log);
  acceptOnlyJson(app);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  // An answer is for one user or one moment, refusals included, unless what sends it says how long it holds.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
  await app.register(compress, {
    global: true,
    globalDecompression: false,
    threshold: COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
  });
  await app.register(multipart, {
    limits: { fileSize: PHOTO_MAX_BYTES, files: MAX_PHOTOS, fields: 5, fieldSize: 1000 },
  });
  return app;
}

/**
 * Closes connections that send many requests without waiting for responses: a few kilobytes would otherwise start
 * thousands of requests at once, each with a file open or its response in memory.
 */
function boundPipelines(app: FastifyInstance): void {
  const ahead = new WeakMap<Socket, number>();
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const count = (ahead.get(socket) ?? 0) + 1;
    ahead.set(socket, count);
    reply.raw.once('close', () => ahead.set(socket, ahead.get(socket)! - 1));
    if (count <= MOST_AHEAD) return done();
    reply.hijack();
    socket.destroy();
  });
}

/**
 * Skips requests whose connection was reset before they were read: nobody receives the response, and there is no
 * address to count by. Once a request is read, its socket keeps the address, even if it is reset later.
 */
function skipTheGone(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.remoteAddress === undefined) reply.hijack();
    else done();
  });
}

/** Limits how long requests in progress keep the server from closing. */
function closeInTime(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const atLast = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    // Connections that get their response now would otherwise stay open for the next request.
    const answered = setInterval(() => app.server.closeIdleConnections(), 50);
    app.server.once('close', () => {
      clearTimeout(atLast);
      clearInterval(answered);
    });
  });
}

/** Cuts off bodies that arrive too slowly, so that an attacker cannot keep thousands of requests open. */
function insistOnSpeed(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done();
    const { socket } = request.raw;
    if (READING.has(request.method) || request.raw.complete) return;
    let before = socket.bytesRead;
    const watch = setInterval(() => {
      if (request.raw.complete) return clearInterval(watch);
      const came = socket.bytesRead - before;
      before = socket.bytesRead;
      // If bytes wait to be read, this server is slow, not the client.
      if (came < (SLOWEST_BYTES * LOOK_MS) / 1000 && request.raw.readableLength === 0) socket.destroy();
    }, LOOK_MS);
    request.raw.once('close', () => clearInterval(watch));
  });
}

/**
 * Treats an empty body as none, and refuses text/plain, forms and compressed bodies with 415. A compressed body would
 * count by its few bytes, not by its real size.
 */
function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else if ((request.headers['content-encoding'] ?? PLAIN) !== PLAIN)
      done(new Refused(refusals.bodyEncoded));
    else if (ESCAPED_NUL.test(body as string)) done(new Refused(refusals.badCharacter));
    else if (IS_UNUSUAL.test(body as string)) void parse(request, body as string, done);
    else parsePlain(body as string, done);
  });
}

/**
 * Parses without the check for names of prototypes, which takes several times as long as parsing itself for a long
 * list.
 */
function parsePlain(body: string, done: (error: Error | null, value?: unknown) => void): void {
  try {
    done(null, JSON.parse(body));
  } catch {
    done(new Refused(refusals.badJson));
  }
}

/** Returns a trust function: a number trusts that many proxies nearest to the server. */
function trustFunction(trust: boolean | string | number) {
  return typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust;
}
