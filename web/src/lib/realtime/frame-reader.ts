import {
  bodyLength,
  readHead,
  unfinishedHead,
  wrongLength,
  type StompVersion,
} from '@herenow/contract/stomp';

const NUL = 0;
const LF = 10;
const CR = 13;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export interface StompFrame {
  command: string;
  /** Decoded; the first value of a repeated header. */
  headers: ReadonlyMap<string, string>;
  body: string;
}

/** Reads frames from the messages of a WebSocket, which may split and merge them, and skips heart-beats. */
export class FrameReader {
  /** Decides how headers are unescaped; undefined until it is negotiated. */
  version: StompVersion | undefined;
  #held = new Uint8Array();

  /** Yields each frame that this message completes; throws at a malformed one, after which nothing can be read. */
  *read(message: string | ArrayBuffer): Generator<StompFrame> {
    const chunk = typeof message === 'string' ? encoder.encode(message) : new Uint8Array(message);
    const held = new Uint8Array(this.#held.length + chunk.length);
    held.set(this.#held);
    held.set(chunk, this.#held.length);
    this.#held = held;
    for (let frame = this.#next(); frame; frame = this.#next()) yield frame;
  }

  /** Takes the first frame from what is held; returns undefined if it is not complete yet. */
  #next(): StompFrame | undefined {
    const held = this.#held;
    let at = 0;
    while (held[at] === LF || held[at] === CR) at += 1;
    const start = endOfHead(held, at);
    if (start === undefined) return undefined;
    const { command, headers } = readHead(decoder.decode(held.subarray(at, start)), this.version);
    const length = bodyLength(headers);
    const end = length === undefined ? held.indexOf(NUL, start) : start + length;
    if (end < 0 || end >= held.length) return undefined;
    if (held[end] !== NUL) throw wrongLength(end - start);
    const body = decoder.decode(held.subarray(start, end));
    this.#held = held.subarray(end + 1);
    return { command, headers, body };
  }
}

/** Returns where the blank line after the headers ends; undefined if it has not arrived. */
function endOfHead(bytes: Uint8Array, start: number): number | undefined {
  let line = start;
  for (let at = start; at < bytes.length; at += 1) {
    if (bytes[at] === NUL) throw unfinishedHead();
    if (bytes[at] !== LF) continue;
    if (at === line || (at === line + 1 && bytes[line] === CR)) return at + 1;
    line = at + 1;
  }
  return undefined;
}
