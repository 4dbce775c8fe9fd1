import * as refusals from '@herenow/contract/refusals';
import { REFUSAL_HEADER, type Refusal } from '@herenow/contract/refusals';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AWAY_SECONDS } from '../lib/away.ts';
import { tellAway } from '../lib/away-log.ts';
import { Refused } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { networkOf } from '../lib/networks.ts';
import { createLimitLog } from './limit-log.ts';

/** Refusals for errors of the HTTP layer itself, by error code. */
const BY_CODE: Readonly<Record<string, Refusal>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refusals.jsonOnly,
  FST_ERR_CTP_BODY_TOO_LARGE: refusals.tooLarge,
  FST_ERR_CTP_INVALID_JSON_BODY: refusals.badJson,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: refusals.badLength,
  FST_REQ_FILE_TOO_LARGE: refusals.pictureTooLarge,
};

/** Sends a refusal where nothing would catch a thrown one. */
export function sendRefusal(reply: FastifyReply, { code, status, text }: Refusal): FastifyReply {
  return sendText(reply.header(REFUSAL_HEADER, code), status, text);
}

export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(text);
}

/** Maps errors to HTTP, in this one place: a code for machines, plain text for people, never a stack trace. */
export function mapErrors(app: FastifyInstance, log: Log): void {
  const limitReached = createLimitLog(log);
  const tellLimit = ({ caller, ip, routeOptions: { url } }: FastifyRequest) =>
    limitReached(caller?.userId ?? networkOf(ip), { path: url, userId: caller?.userId });

  app.setErrorHandler((error: FastifyError | Refused, request, reply) => {
    if (error instanceof Refused) {
      const { code, status, message, retryAfter } = error;
      if (status === 429) tellLimit(request);
      if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
      return sendRefusal(reply, { code, status, text: message });
    }
    const known = BY_CODE[error.code];
    if (known) return sendRefusal(reply, known);
    // The client is gone, so nobody reads it.
    if (request.raw.destroyed && !request.raw.complete) return sendRefusal(reply, refusals.badLength);
    if (tellAway(log, error)) return sendRefusal(reply.header('retry-after', AWAY_SECONDS), refusals.away);
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) return sendRefusal(reply, { ...refusals.badRequest, status });
    request.log.error(
      { err: error, requestId: request.id, path: request.routeOptions.url },
      'request failed',
    );
    // The id lets a user who reports the fault refer to it.
    return sendRefusal(reply.header('x-request-id', request.id), refusals.fault);
  });
}
