/**
 * Parses the STOMP wire format from Buffers: versions 1.0, 1.1 and 1.2, with frames split over or merged in any number
 * of chunks. It knows the shape of commands and headers, not their meaning.
 */
import { isUtf8 } from 'node:buffer';
import { REALTIME } from '@herenow/contract/constants';
import {
  bodyLength,
  malformed,
  readHead as readHeadText,
  StompError,
  unescapeHeader,
  unfinishedHead,
  wrongLength,
  type StompVersion,
} from '@herenow/contract/stomp';

export interface Frame {
  command: string;
  /** Decoded; the first value of a repeated header. */
  headers: ReadonlyMap<string, string>;
  /** May be a view of a received chunk. */
  body: Buffer;
  /** Bytes from the command to the NUL. */
  size: number;
}

export const FRAME_LIMITS = {
  /** Header lines in one frame. */
  headers: 64,
  /** Bytes of one line. */
  line: 8192,
  /** Bytes of one frame from its command to its NUL. */
  frame: REALTIME.maxFrameBytes,
};

const NUL = 0;
const LF = 10;
const CR = 13;
const EMPTY = Buffer.alloc(0);
/** The longest head whose values may be slices of it: a slice keeps the whole text alive. */
const SLICED_HEAD = 1024;

interface Head {
  command: string;
  headers: Map<string, string>;
  /** Length of command and headers with the blank line, in bytes. */
  length: number;
  /** The length of the body, if the frame declares it. */
  contentLength: number | undefined;
}

export interface FrameParser {
  /** Decides how headers are unescaped; undefined until it is negotiated. */
  version: StompVersion | undefined;
  /**
   * Calls `onFrame` for every frame that this chunk completes; throws StompError for a malformed one. Once `ready`
   * returns false, the rest is kept unparsed until the next call.
   */
  push(chunk: Buffer, onFrame: (frame: Frame) => void, ready?: () => boolean): void;
}

export function createFrameParser(limits = FRAME_LIMITS): FrameParser {
  // `held` begins with the unfinished frame; all offsets below count from its first byte.
  let held = EMPTY;
  let heldLength = 0;
  let scanned = 0;
  let lineStart = 0;
  let lines = 0;
  let head: Head | undefined;

  const parser: FrameParser = {
    version: undefined,
    push(chunk, onFrame, ready = () => true) {
      const fresh = heldLength === 0;
      if (!fresh) append(chunk);
      const source = fresh ? chunk : held;
      const end = fresh ? chunk.length : heldLength;
      let start = 0;
      try {
        while (start < end && ready()) {
          if (scanned === 0 && (source[start] === LF || source[start] === CR)) {
            start++; // a line break between frames is a heart-beat
            continue;
          }
          const length = readFrame(source, start, end, !fresh, onFrame);
          if (length === 0) break;
          start += length;
        }
      } catch (error) {
        if (error instanceof StompError)
          error.receipt = head
            ? head.headers.get('receipt')
            : findReceipt(source.subarray(start, end), parser.version);
        throw error;
      }
      keep(source, start, end);
    },
  };
  return parser;

  /** Reads the frame at `start`. Returns its length, or 0 if it is not complete yet. */
  function readFrame(
    source: Buffer,
    start: number,
    end: number,
    copy: boolean,
    onFrame: (frame: Frame) => void,
  ) {
    head ??= readHead(source, start, end);
    if (!head) return 0;
    const bodyStart = start + head.length;
    const bodyEnd = findBodyEnd(source, start, end, head);
    if (bodyEnd === -1) return 0;
    const { command, headers } = head;
    const body = bodyEnd === bodyStart ? EMPTY : source.subarray(bodyStart, bodyEnd);
    head = undefined;
    scanned = lineStart = lines = 0;
    const size = bodyEnd + 1 - start;
    onFrame({ command, headers, body: copy && body.length > 0 ? Buffer.from(body) : body, size });
    return size;
  }

  function readHead(source: Buffer, start: number, end: number): Head | undefined {
    for (let i = start + scanned; i < end; i++) {
      const byte = source[i];
      if (byte === NUL) throw unfinishedHead();
      if (byte !== LF) continue;
      const line = i - start - lineStart;
      if (line > limits.line) throw lineTooLong();
      if (line === 0 || (line === 1 && source[i - 1] === CR)) return decodeHead(source, start, i + 1);
      if (++lines > limits.headers + 1)
        throw new StompError('Too many headers', `A frame may have at most ${limits.headers} headers.`);
      lineStart = i - start + 1;
    }
    scanned = end - start;
    if (scanned - lineStart > limits.line) throw lineTooLong();
    if (scanned > limits.frame) throw frameTooLarge();
    return undefined;
  }

  function lineTooLong() {
    return new StompError('Header line too long', `A header line may have at most ${limits.line} bytes.`);
  }

  function frameTooLarge() {
    return new StompError('Frame too large', `A frame may have at most ${limits.frame} bytes.`);
  }

  function decodeHead(source: Buffer, start: number, end: number): Head {
    const text = source.toString('utf8', start, end);
    if (text.includes('\uFFFD') && !isUtf8(source.subarray(start, end)))
      throw malformed('Command and headers must be UTF-8.');
    const { command, headers } = readHeadText(text, parser.version);
    if (text.length > SLICED_HEAD) detachValues(headers);
    return { command, headers, length: end - start, contentLength: bodyLength(headers) };
  }

  /** Returns the offset of the NUL after the body, or -1 if it has not arrived. */
  function findBodyEnd(source: Buffer, start: number, end: number, { length, contentLength }: Head): number {
    if (contentLength === undefined) {
      const from = start + Math.max(length, scanned);
      const found = source.indexOf(NUL, from);
      const bodyEnd = found >= end ? -1 : found;
      scanned = end - start;
      if ((bodyEnd === -1 ? end : bodyEnd + 1) - start > limits.frame) throw frameTooLarge();
      return bodyEnd;
    }
    if (length + contentLength + 1 > limits.frame) throw frameTooLarge();
    const bodyEnd = start + length + contentLength;
    scanned = end - start;
    if (bodyEnd >= end) return -1;
    if (source[bodyEnd] !== NUL) throw wrongLength(contentLength);
    return bodyEnd;
  }

  function append(chunk: Buffer) {
    const needed = heldLength + chunk.length;
    if (needed > held.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(needed, held.length * 2));
      held.copy(grown, 0, 0, heldLength);
      held = grown;
    }
    chunk.copy(held, heldLength);
    heldLength = needed;
  }

  function keep(source: Buffer, start: number, end: number) {
    if (start >= end) {
      held = EMPTY;
      heldLength = 0;
    } else if (source === held) {
      if (start > 0) held.copyWithin(0, start, end);
      heldLength = end - start;
    } else {
      held = Buffer.allocUnsafeSlow(Math.max(256, end - start));
      heldLength = source.copy(held, 0, start, end);
    }
  }
}

/** Lets go of the text of a long head: a value that is a slice of it would keep all of it alive. */
function detachValues(headers: Map<string, string>): void {
  for (const [name, value] of headers) headers.set(name, Buffer.from(value).toString());
}

/** Returns the receipt of a frame whose other parts are malformed. */
function findReceipt(bytes: Buffer, version: StompVersion | undefined): string | undefined {
  const text = bytes.toString('utf8');
  const end = /\0|\n\r?\n/.exec(text)?.index ?? text.length;
  const value = /\nreceipt:(.*?)\r?(?:\n|$)/.exec(text.slice(0, end))?.[1];
  if (value === undefined || /[\r\uFFFD]/.test(value) || !version) return undefined;
  if (version === '1.0') return value.trim();
  try {
    return unescapeHeader(value, version);
  } catch {
    return undefined;
  }
}

/** Returns a copy with its own memory: one from the pool of small buffers would keep its neighbours alive. */
export function detached(bytes: Buffer): Buffer {
  if (bytes.length === 0) return EMPTY;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
