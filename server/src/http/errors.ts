import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { AppError, FAULT_TEXT } from '../lib/errors.ts';

/** The texts of refusals that come from the HTTP layer itself. */
const TEXT_BY_CODE: Record<string, [number, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'This content type is not accepted here. Please send JSON.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The request is too large.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The request body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The content length does not match the body.'],
  FST_REQ_FILE_TOO_LARGE: [413, 'This picture is too large. Pictures can have up to 10 MB.'],
};

export function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(text);
}

/** The one mapping of errors to HTTP: plain text for people, never a stack trace. */
export function mapErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    if (error instanceof AppError) {
      if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
      return sendText(reply, error.status, error.message);
    }
    const known = TEXT_BY_CODE[error.code];
    if (known) return sendText(reply, ...known);
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) return sendText(reply, status, 'The request is not valid.');
    request.log.error(
      { err: error, requestId: request.id, path: request.routeOptions.url },
      'request failed',
    );
    // Whoever reports the fault can name it.
    return sendText(reply.header('x-request-id', request.id), 500, FAULT_TEXT);
  });
}
