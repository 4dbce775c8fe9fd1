/** The reader and writer of our web client, against those of the server and of @stomp/stompjs. */
import { writeHead, type StompVersion } from '@herenow/contract/stomp';
import { FrameImpl, Parser } from '@stomp/stompjs';
import fc from 'fast-check';
import { isUtf8 } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { FrameReader } from '../../../../web/src/lib/realtime/frame-reader.ts';
import { createFrameParser, FRAME_LIMITS } from './frames.ts';

type Plain = { command: string; headers: Record<string, string>; body: string };
const REFUSED = 'refused';

const versions = fc.constantFrom<StompVersion[]>('1.0', '1.1', '1.2');
const text = fc.string({ unit: 'binary', maxLength: 12 });
/** No version can write NUL in a header. */
const value = text.map((one) => one.replaceAll('\0', ''));
const token = fc.stringMatching(/^[a-z][a-z-]{0,9}$/);
const frames = fc.record({
  command: fc.constantFrom('MESSAGE', 'RECEIPT', 'ERROR'),
  headers: fc.dictionary(
    token.filter((name) => name !== 'content-length'),
    value,
    { maxKeys: 4 },
  ),
  body: text,
});

/** Returns the pieces of `bytes` between these places, in order. */
function cut(bytes: Uint8Array, places: number[]): Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return ends.map((end, at) => bytes.slice(at === 0 ? 0 : ends[at - 1], end));
}

/** Reads as our client does; the last entry says so if a frame is refused. */
function readByClient(chunks: Uint8Array[], version?: StompVersion): unknown[] {
  const reader = new FrameReader();
  reader.version = version;
  const read: unknown[] = [];
  try {
    for (const chunk of chunks)
      for (const { command, headers, body } of reader.read(chunk.slice().buffer))
        read.push({ command, headers: Object.fromEntries(headers), body });
  } catch {
    read.push(REFUSED);
  }
  return read;
}

/** Reads as the server does; a body that is no text counts as refused, since no client shows it. */
function readByServer(chunks: Uint8Array[], version?: StompVersion): unknown[] {
  const parser = createFrameParser({ ...FRAME_LIMITS, frame: Infinity });
  parser.version = version;
  const read: unknown[] = [];
  try {
    for (const chunk of chunks)
      parser.push(Buffer.from(chunk), ({ command, headers, body }) => {
        if (!isUtf8(body)) throw new Error('no text');
        read.push({ command, headers: Object.fromEntries(headers), body: body.toString() });
      });
  } catch {
    read.push(REFUSED);
  }
  return read;
}

/** What @stomp/stompjs writes for a frame, in a version that escapes headers or in one that does not. */
const marshalled = (frame: Plain, escapeHeaderValues: boolean) =>
  new FrameImpl({ ...frame, escapeHeaderValues }).serialize() as string;

describe('our client', () => {
  it('reads in one piece and in any pieces what @stomp/stompjs writes', () => {
    fc.assert(
      fc.property(fc.array(frames, { maxLength: 4 }), fc.array(fc.nat()), (all, places) => {
        const bytes = new TextEncoder().encode(all.map((frame) => `${marshalled(frame, true)}\n`).join(''));
        const read = readByClient(cut(bytes, places), '1.2') as Plain[];
        expect(read).toEqual(
          all.map(({ command, headers, body }) => ({
            command,
            headers: {
              ...headers,
              ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
            },
            body,
          })),
        );
      }),
    );
  });

  it('writes what @stomp/stompjs reads', () => {
    // @stomp/stompjs trims values, and undoes escaped backslashes last.
    const known = value.filter((one) => one.trim() === one && !/[\\\r]/.test(one));
    fc.assert(
      fc.property(fc.dictionary(token, known, { maxKeys: 4 }), text, (headers, body) => {
        const all = { ...headers, 'content-length': String(Buffer.byteLength(body)) };
        const read: unknown[] = [];
        const parser = new Parser(
          (raw) => {
            const frame = FrameImpl.fromRawFrame(raw, true);
            read.push({ command: frame.command, headers: { ...frame.headers }, body: frame.body });
          },
          () => {},
        );
        parser.parseChunk(`${writeHead('SEND', Object.entries(all), '1.2')}${body}\0`);
        expect(read).toEqual([{ command: 'SEND', headers: all, body }]);
      }),
    );
  });

  it('reads and refuses what the server does, whatever is broken in it', () => {
    const broken = fc.tuple(fc.nat(), fc.constantFrom(0, 1), fc.constantFrom(...'\0\n\r:\\19xé\uFFFD'));
    let refused = 0;
    fc.assert(
      fc.property(
        versions,
        fc.array(frames, { minLength: 1, maxLength: 3 }),
        fc.array(broken, { maxLength: 4 }),
        fc.array(fc.nat(), { maxLength: 5 }),
        (version, all, breaks, places) => {
          let stream = all.map((frame) => marshalled(frame, version !== '1.0')).join('');
          for (const [place, over, character] of breaks) {
            const at = place % (stream.length + 1);
            stream = stream.slice(0, at) + character + stream.slice(at + over);
          }
          const chunks = cut(new TextEncoder().encode(stream), places);
          const expected = readByServer(chunks, version);
          if (expected.at(-1) === REFUSED) refused += 1;
          expect(readByClient(chunks, version)).toEqual(expected);
        },
      ),
      { numRuns: 1000 },
    );
    expect(refused).toBeGreaterThan(100);
  });

  it('takes the version into account from the frame after the one that tells it', () => {
    const reader = new FrameReader();
    const values: (string | undefined)[] = [];
    for (const frame of reader.read('CONNECTED\nkey:a\\cb\n\n\0MESSAGE\nkey:a\\cb\n\n\0')) {
      values.push(frame.headers.get('key'));
      reader.version = '1.2';
    }
    expect(values).toEqual(['a\\cb', 'a:b']);
  });

  it('keeps a byte order mark', () => {
    expect(readByClient([new TextEncoder().encode('MESSAGE\n\n\uFEFFa\0')])).toEqual([
      { command: 'MESSAGE', headers: {}, body: '\uFEFFa' },
    ]);
  });
});
