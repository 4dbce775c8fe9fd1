import { REFUSAL_HEADER, type Refusal } from '@herenow/contract/refusals';
import { STATUS_CODES } from 'node:http';

/**
 * Returns a refusal as the bytes of an HTTP response that ends the connection, for sockets without a response object.
 */
export function rawRefusal(
  { code, status, text, retryAfter }: Refusal & { retryAfter?: number | undefined },
  headers: Readonly<Record<string, string>>,
): string {
  const lines = Object.entries({
    [REFUSAL_HEADER]: code,
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`;
}
