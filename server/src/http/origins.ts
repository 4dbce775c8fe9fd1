import cors from '@fastify/cors';
import { CALLS } from '@herenow/contract/calls';
import { REFUSAL_HEADER } from '@herenow/contract/refusals';
import type { FastifyInstance } from 'fastify';

/** Clients send it to hosts other than the production one, so that a tunnel does not show its own page. */
const TUNNEL_HEADER = 'ngrok-skip-browser-warning';
const REMEMBER_SECONDS = 600;

/** Headers of any answer, and those of the calls, that scripts of other origins may read. */
const EXPOSED = new Set([
  'content-disposition',
  'date',
  'retry-after',
  'x-request-id',
  REFUSAL_HEADER,
  ...CALLS.flatMap(({ call }) => Object.keys(call.headers ?? {})),
]);

/** Lets pages of these origins make calls and show photos; without any, browsers block all other origins. */
export async function allowOrigins(http: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await http.register(cors, {
    origin: [...origins],
    methods: ['GET', 'POST', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', TUNNEL_HEADER],
    exposedHeaders: [...EXPOSED],
    maxAge: REMEMBER_SECONDS,
    strictPreflight: false,
  });
  http.addHook('onRequest', (_request, reply, done) => {
    reply.header('cross-origin-resource-policy', 'cross-origin');
    done();
  });
}
