/** Encodes the STOMP wire format: control frames from text, MESSAGE frames from parts that are encoded once. */
import { REFUSAL_HEADER } from '@herenow/contract/refusals';
import { escapeHeader, writeHead, type StompHeaders, type StompVersion } from '@herenow/contract/stomp';

const NUL = 0;

/** Encodes any frame but MESSAGE, which has the faster way below. Adds the content-length of a body. */
export function encodeFrame(
  command: string,
  headers: StompHeaders,
  version?: StompVersion,
  body = '',
): Buffer {
  const length = ['content-length', String(Buffer.byteLength(body))] as const;
  const head = writeHead(command, body === '' ? headers : [...headers, length], version);
  return Buffer.from(`${head}${body}\0`);
}

/** The part of MESSAGE frames that is the same for all messages of a subscription. */
export interface MessageTemplate {
  start: Buffer;
  /** Goes between the message’s number in the `ack` header and the one in `message-id`. */
  middle: Buffer | undefined;
}

/**
 * Builds a template. `idPrefix` and the number of the message form its id; `ack` adds the header for acknowledging in
 * 1.2.
 */
export function messageTemplate(
  headers: StompHeaders,
  idPrefix: string,
  version: StompVersion,
  ack: boolean,
): MessageTemplate {
  const lines = headers.map(([name, value]) => `${name}:${escapeHeader(value, version)}\n`).join('');
  const id = `message-id:${idPrefix}`;
  if (!ack) return { start: Buffer.from(`MESSAGE\n${lines}${id}`), middle: undefined };
  return { start: Buffer.from(`MESSAGE\n${lines}ack:${idPrefix}`), middle: Buffer.from(`\n${id}`) };
}

/** Encodes the end of a MESSAGE frame that reports a refusal, with its code in a header. */
export const refusalEnd = (body: string, code: string): Buffer =>
  Buffer.concat([Buffer.from(`\n${REFUSAL_HEADER}:${code}`), messageEnd(body)]);

/** Encodes the end of a MESSAGE frame with its body: once for all recipients. */
export function messageEnd(body: string | Uint8Array): Buffer {
  if (typeof body === 'string') return Buffer.from(`${messageOpening(Buffer.byteLength(body))}${body}\0`);
  const opening = messageOpening(body.length);
  const end = Buffer.allocUnsafe(opening.length + body.length + 1);
  end.write(opening, 0, 'latin1');
  end.set(body, opening.length);
  end[end.length - 1] = NUL;
  return end;
}

const messageOpening = (length: number) =>
  `\ncontent-type:application/json;charset=utf-8\ncontent-length:${length}\n\n`;

export function encodeMessage({ start, middle }: MessageTemplate, number: number, end: Buffer): Buffer {
  const digits = String(number);
  const count = digits.length;
  const ackLength = middle ? count + middle.length : 0;
  const frame = Buffer.allocUnsafe(start.length + ackLength + count + end.length);
  frame.set(start, 0);
  let at = start.length;
  if (middle) {
    frame.write(digits, at, 'latin1');
    frame.set(middle, at + count);
    at += ackLength;
  }
  for (let i = 0; i < count; i++) frame[at + i] = digits.charCodeAt(i);
  frame.set(end, at + count);
  return frame;
}
