import type { AnswerOf, BodyOf, Call, File, ParamsOf, QueryOf } from '@herenow/contract/call';
import { RATES, type Rate } from '@herenow/contract/rates';
import * as refusals from '@herenow/contract/refusals';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { patiently } from '../lib/away.ts';
import { isExactly, jsonWriter } from '../lib/allow-list.ts';
import { countedBody, declaredCount } from './body-counts.ts';
import { checkActor, checkParams, parse } from './checks.ts';
import { ANSWER_COMPRESSION } from './compression.ts';
import { Refused } from '../lib/errors.ts';
import { networkOf } from '../lib/networks.ts';
import { asNamed } from './named-refusals.ts';
import {
  beginAdmission,
  claimCaller,
  getCaller,
  requireLiveSession,
  type Admission,
  type Caller,
  type CallerSessions,
} from './admission.ts';
import type { Rates } from './call-rates.ts';

export type { Caller } from './admission.ts';

/** Where a call comes from. */
export interface Client {
  /** IP address; for IPv6 its /64. */
  network: string;
  /** User-Agent, cut to 200 characters. */
  device: string;
}

interface Context<C extends Call> {
  body: BodyOf<C>;
  params: ParamsOf<C>;
  query: QueryOf<C>;
  /** Set when the call requires a user. */
  caller: C extends { auth: 'none' } ? undefined : Caller;
  client: Client;
  request: FastifyRequest;
  /** Adds a `Link` header (RFC 8288) to another page of the same list. */
  linkTo(rel: 'prev' | 'next', query: QueryOf<C>): void;
  setHeader(name: string, value: string): void;
}

type Handler<C extends Call> = (context: Context<C>) => Promise<AnswerOf<C>>;

/** Handles a call that is not admitted yet. It must settle the admission before it does or refuses anything else. */
type AdmittingHandler<C extends Call> = (
  context: Omit<Context<C>, 'caller'> & { admission: Admission },
) => Promise<AnswerOf<C>>;

export interface Mount {
  /** Serves a call of the contract with a handler. */
  <C extends Call>(call: C, handler: Handler<C>): void;
  /** Serves a call that its own statement admits. */
  admitting<C extends Call>(call: C, handler: AdmittingHandler<C>): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
    admission: Admission | undefined;
  }
}

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * Creates the mount. A response carries only what its schema names. With `strict` (tests and development), a response
 * with more is a fault instead of being cut, and so is a refusal that the call does not name.
 */
export function createMount(options: {
  app: FastifyInstance;
  sessions: CallerSessions;
  rates: Rates;
  strict: boolean;
}): Mount {
  const { app, sessions, rates, strict } = options;

  function serve<C extends Call>(
    call: C,
    enter: (request: FastifyRequest, reply: FastifyReply) => Promise<void>,
    handler: (context: Context<C> & { admission: Admission }) => Promise<AnswerOf<C>>,
  ): void {
    const send = answerSender(call, strict);
    app.route({
      method: call.method,
      url: call.path,
      compress: ANSWER_COMPRESSION,
      config: configOf(call),
      ...(call.bound.body === undefined ? {} : { bodyLimit: call.bound.body }),
      onRequest: enter,
      preParsing: (request, _reply, body, done) =>
        done(
          null,
          countedBody(call, request, body, (parts) => holdMore(call, request, parts)),
        ),
      errorHandler: refuseOnceAdmitted,
      handler: async (request, reply) => {
        const context = contextOf(call, request, reply);
        return send(await (strict ? named(call, handler(context)) : handler(context)), reply);
      },
    });
  }

  async function enterFirst(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (call.auth === 'none') return await holdVisitor(call, request);
    const { by, shared }: Rate = RATES[call.bound.rate];
    if (shared && by === undefined) return await enterCounted(call, request, reply);
    request.caller = await callerOf(call, bearerToken(request));
    checkParams(call, request.params as Record<string, string>, request.caller);
    await rates.hold(call.bound.rate, ownerOf(call, request.caller), declaredCount(call, request));
  }

  /** Counts more for a call whose body is longer than one part; it must be admitted first. */
  async function holdMore(call: Call, { caller, admission }: FastifyRequest, parts: number): Promise<void> {
    await admission?.settleAlone();
    if (caller) await rates.hold(call.bound.rate, ownerOf(call, caller), parts);
  }

  /** Counts calls of rates that all nodes share in the query that looks up the session. */
  async function enterCounted(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const admission = await enterLater(call, request, reply);
    const { caller, row } = admission;
    if (row === null) await admission.settleAlone();
    else await admission.settle(await sessions.find(caller, call.bound.rate, row));
  }

  /** Begins an admission for the caller named by the token. Nothing is done for them until the handler settles it. */
  async function enterLater(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<Admission> {
    const caller = claimCaller(sessions, bearerToken(request));
    try {
      checkParams(call, request.params as Record<string, string>, caller);
    } catch (error) {
      await requireLiveSession(sessions, caller);
      throw error;
    }
    const count = declaredCount(call, request);
    // The log names whom a limit refuses.
    request.caller = caller;
    const admission = await beginAdmission({ sessions, rates }, call, { caller, count });
    reply.raw.once('close', admission.drop);
    request.admission = admission;
    return admission;
  }

  /**
   * Finds the caller of a token. Retries the validation of a token while the database is away, since a client takes
   * most refusals for the end of its session.
   */
  function callerOf({ bound }: Call, token: string | undefined): Promise<Caller> {
    const ask = () => getCaller(sessions, token);
    return bound.rate === 'validate' ? patiently(ask) : ask();
  }

  /** Counts a visitor by network. Rates by session are counted where the session is known. */
  async function holdVisitor({ bound }: Call, request: FastifyRequest): Promise<void> {
    const { by }: Rate = RATES[bound.rate];
    if (by === 'network') await rates.hold(bound.rate, networkOf(request.ip));
  }

  const mount = <C extends Call>(call: C, handler: Handler<C>) =>
    serve(call, (request, reply) => enterFirst(call, request, reply), handler);
  const admitting = <C extends Call>(call: C, handler: AdmittingHandler<C>) =>
    serve(call, async (request, reply) => void (await enterLater(call, request, reply)), handler);
  return Object.assign(mount, { admitting });
}

const named = <T>(call: Call, answer: Promise<T>): Promise<T> =>
  answer.catch((problem: unknown) => Promise.reject(asNamed(call, problem)));

/**
 * Reports a problem with a call only to admitted callers; others get the refusal of their admission. The error mapping
 * handles what is sent here.
 */
function refuseOnceAdmitted(problem: Error, { admission }: FastifyRequest, reply: FastifyReply): void {
  void toldInstead(problem, admission).then((told) => reply.send(told));
}

async function toldInstead(problem: Error, admission: Admission | undefined): Promise<unknown> {
  try {
    await admission?.settleAlone();
    return problem;
  } catch (refusal) {
    return refusal;
  }
}

function contextOf<C extends Call>(
  call: C,
  request: FastifyRequest,
  reply: FastifyReply,
): Context<C> & { admission: Admission } {
  if (request.isMultipart() !== (call.multipart ?? false))
    throw new Refused(call.multipart ? refusals.formOnly : refusals.jsonOnly);
  if (call.auth !== 'none' && !call.multipart) checkActor(call, request.body, request.caller!);
  const body = parse(call.multipart ? undefined : call.body, request.body);
  return {
    body,
    params: request.params,
    query: parse(call.query, request.query),
    caller: request.caller,
    admission: request.admission,
    client: {
      network: networkOf(request.ip),
      device: (request.headers['user-agent'] ?? '').slice(0, 200),
    },
    request,
    linkTo: (rel: string, query: Record<string, string | number | undefined>) =>
      reply.header('link', `<${pathOf(request)}?${queryText(query)}>; rel="${rel}"`),
    setHeader: (name: string, value: string) => reply.header(name, value),
  } as unknown as Context<C> & { admission: Admission };
}

/** Fastify does not accept undefined. */
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
