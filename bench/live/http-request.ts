/** Requests as text, with placeholders filled at each sending: `{id}` by a new UUID, `{number}` by its number. */
import { randomUUID } from 'node:crypto';
import { digitsOf } from './live-load.ts';

export function fill(request: string, number: number): string {
  return request.replace('{id}', () => randomUUID()).replace('{number}', () => digitsOf(number));
}

export function postJson(path: string, body: object, token?: string): string {
  const text = JSON.stringify(body);
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(fill(text, 0))}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}

export const getRequest = (path: string, token?: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${token === undefined ? '' : `authorization: Bearer ${token}\r\n`}\r\n`;
