import type { AnswerOf, BodyOf, Call, File, ParamsOf, QueryOf } from '@herenow/contract/call';
import { RATES, type Rate } from '@herenow/contract/rates';
import * as refusals from '@herenow/contract/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { patiently } from '../lib/away.ts';
import { isExactly, jsonWriter } from '../lib/allow-list.ts';
import { ANSWER_COMPRESSION } from './compression.ts';
import { invalid, Refused } from '../lib/errors.ts';
import { networkOf } from '../lib/networks.ts';
import type { Rates } from './call-rates.ts';

/** For whom a call is made: proven by the token. */
export interface Caller {
  userId: string;
  sessionId: string;
}

/** Whence a call comes. */
export interface Client {
  /** IP address, of IPv6 its /64. */
  network: string;
  /** User-Agent, cut to 200 characters. */
  device: string;
}

export interface Context<C extends Call> {
  body: BodyOf<C>;
  params: ParamsOf<C>;
  query: QueryOf<C>;
  /** Set when the call needs a user. */
  caller: C['auth'] extends 'user' ? Caller : undefined;
  client: Client;
  request: FastifyRequest;
  /** Names another page of the same list in a `Link` header (RFC 8288). */
  linkTo(rel: 'prev' | 'next', query: QueryOf<C>): void;
  setHeader(name: string, value: string): void;
}

export type Handler<C extends Call> = (context: Context<C>) => Promise<AnswerOf<C>>;

/** Whose live session a bearer token belongs to, if any. */
export type Authenticate = (token: string) => Promise<Caller | undefined>;

/** Serves a call of the contract with a handler. */
export type Mount = <C extends Call>(call: C, handler: Handler<C>) => void;

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * An answer carries what its schema names and nothing else. `strictAnswers`: one that has more to say is a fault, not
 * cut (tests and development).
 */
export function createMount(options: {
  app: FastifyInstance;
  authenticate: Authenticate;
  rates: Rates;
  strictAnswers: boolean;
}): Mount {
  const { app, authenticate, rates, strictAnswers } = options;

  return (call, handler) => {
    const send = answerSender(call, strictAnswers);
    app.route({
      method: call.method,
      url: call.path,
      compress: ANSWER_COMPRESSION,
      config: configOf(call),
      ...(call.bound.body === undefined ? {} : { bodyLimit: call.bound.body }),
      onRequest: async (request) => {
        if (call.auth === 'none') return await holdVisitor(call, request);
        const token = bearerToken(request);
        request.caller = token === undefined ? undefined : await callerOf(call, token);
        if (!request.caller) throw new Refused(refusals.signInAgain);
        checkParams(call, request.params as Record<string, string>, request.caller);
        await rates.hold(call.bound.rate, ownerOf(call, request.caller));
      },
      handler: async (request, reply) => {
        if (request.isMultipart() !== (call.multipart ?? false))
          throw new Refused(call.multipart ? refusals.formOnly : refusals.jsonOnly);
        const body = parse(call.multipart ? undefined : call.body, request.body);
        if (call.auth === 'user') checkActor(call, body, request.caller!);
        const context = {
          body,
          params: request.params,
          query: parse(call.query, request.query),
          caller: request.caller,
          client: {
            network: networkOf(request.ip),
            device: (request.headers['user-agent'] ?? '').slice(0, 200),
          },
          request,
          linkTo: (rel: string, query: Record<string, string | number | undefined>) =>
            reply.header('link', `<${pathOf(request)}?${queryText(query)}>; rel="${rel}"`),
          setHeader: (name: string, value: string) => reply.header(name, value),
        } as unknown as Context<typeof call>;
        return send(await handler(context), reply);
      },
    });
  };

  /** Whether a token is valid is worth waiting for: a client takes most refusals for the end of its session. */
  function callerOf({ bound }: Call, token: string): Promise<Caller | undefined> {
    return bound.rate === 'validate' ? patiently(() => authenticate(token)) : authenticate(token);
  }

  /** What counts by session is counted where the session is known. */
  async function holdVisitor({ bound }: Call, request: FastifyRequest): Promise<void> {
    const { by }: Rate = RATES[bound.rate];
    if (by === 'network') await rates.hold(bound.rate, networkOf(request.ip));
  }
}

/** Fastify takes no undefined. */
function configOf({ bound }: Call) {
  const { shed }: Rate = RATES[bound.rate];
  return shed && !bound.kept ? { shed } : {};
}

function ownerOf({ bound }: Call, { userId, sessionId }: Caller): string {
  const { by }: Rate = RATES[bound.rate];
  return by === 'session' ? sessionId : userId;
}

const pathOf = (request: FastifyRequest) => request.url.replace(/\?.*/s, '');

function queryText(query: Record<string, string | number | undefined>): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) text.set(name, String(value));
  return text.toString();
}

/** Stands where the schema has no text of its own, whatever language the library speaks. */
const UNNAMED = 'unnamed problem';

/** Throws 400 with the first problem's text. */
function parse(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = z.safeParse(schema, value, { error: () => UNNAMED });
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const field = issue.path.join('.');
  if (issue.message !== UNNAMED) throw invalid(issue.message);
  throw field === '' ? new Refused(refusals.badBody) : new Refused(refusals.badField, { words: { field } });
}

function checkParams(call: Call, params: Record<string, string>, caller: Caller): void {
  for (const [name, value] of Object.entries(params)) {
    if (call.actsAs?.includes(name) && value.toLowerCase() !== caller.userId)
      throw new Refused(refusals.notYours);
    if (!ID.test(value)) throw new Refused(call.missing ?? refusals.notFound);
    params[name] = value.toLowerCase();
  }
}

/** Whoever a call names as the one who acts is the token's owner. */
export function checkActor(call: Call, body: unknown, caller: Caller): void {
  if (typeof body !== 'object' || body === null) return;
  for (const name of call.actsAs ?? []) {
    const value = (body as Record<string, unknown>)[name];
    if (typeof value === 'string' && value.toLowerCase() !== caller.userId)
      throw new Refused(refusals.notYours);
  }
}

function answerSender(call: Call, strict: boolean): (answer: unknown, reply: FastifyReply) => FastifyReply {
  const { answer: schema } = call;
  if (schema === 'nothing') return (_answer, reply) => reply.code(200).send();
  if (schema === 'text')
    return (answer, reply) => reply.code(200).type('text/plain; charset=utf-8').send(answer);
  if (schema === 'file')
    return (answer, reply) => {
      const { name, type, bytes } = answer as File;
      return reply
        .code(200)
        .type(type)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    };
  const write = jsonWriter(schema);
  return (answer, reply) => {
    if (strict && !isExactly(schema, answer))
      throw new Error(
        `The answer of ${call.method} ${call.path} carries other than what the contract names.`,
      );
    return reply.code(200).type('application/json; charset=utf-8').send(write(answer));
  };
}
