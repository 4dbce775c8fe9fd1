import type { Call } from '@herenow/contract/call';
import { COUNTED_BYTES } from '@herenow/contract/rates';
import type { FastifyRequest, RequestPayload } from 'fastify';
import { Readable } from 'node:stream';

/** Whether bodies of a call may be long enough to count more than once. Pictures are counted elsewhere. */
const mayBeLong = ({ bound: { body = 0 }, multipart }: Call): boolean => body > COUNTED_BYTES && !multipart;

const declaresLength = ({ headers }: FastifyRequest): boolean => headers['transfer-encoding'] === undefined;

/**
 * Returns for how many calls a body counts: the longer it is, the longer the event loop parses it and checks its lists.
 * One that is too long is not read and counts as the longest.
 */
const countOf = ({ bound: { body = 0 } }: Call, bytes: number): number =>
  Math.max(1, Math.ceil(Math.min(bytes, body) / COUNTED_BYTES));

/** Returns for how many calls an arriving call counts, by its declared length. */
export function declaredCount(call: Call, request: FastifyRequest): number {
  if (!mayBeLong(call) || !declaresLength(request)) return 1;
  return countOf(call, Number(request.headers['content-length'] ?? 0));
}

/**
 * Makes a body of undeclared length count by what arrives: calls `hold` for each further part and ends the body where
 * that throws. Returns counted and short bodies as they are.
 */
export function countedBody(
  call: Call,
  request: FastifyRequest,
  body: RequestPayload,
  hold: (parts: number) => Promise<void>,
): RequestPayload {
  if (!mayBeLong(call) || declaresLength(request)) return body;
  async function* counting() {
    let bytes = 0;
    let counted = 1;
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length;
      const parts = countOf(call, bytes) - counted;
      if (parts > 0) {
        counted += parts;
        await hold(parts);
      }
      yield chunk as Buffer;
    }
  }

  const arriving = Readable.from(counting(), { objectMode: false });
  // The rest is discarded, so that the client can read the refusal.
  arriving.once('error', () => body.resume());
  return arriving;
}
