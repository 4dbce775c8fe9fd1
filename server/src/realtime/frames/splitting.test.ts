import { StompError } from '@herenow/contract/stomp';
import { describe, expect, it } from 'vitest';
import { encodeFrame } from './encode.ts';
import { createFrameParser, type Frame } from './frames.ts';

/** A small seeded generator, so that a failing case can be repeated. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const STREAM = Buffer.concat([
  Buffer.from('\nCONNECT\r\naccept-version:1.2\r\nhost:a:b\r\n\r\n\0\r\n\n'),
  Buffer.from('SEND\ndestination:/app/x\ncontent-length:7\n\na\0b\0\n\0é'.slice(0, -1)),
  Buffer.from('\0\0\n'),
  Buffer.from(`SEND\nkey:${String.raw`a\cb\nc\\d`}\nkey:second\n\nbody 👋 with\nlines\0`),
  Buffer.from('DISCONNECT\nreceipt:77\n\n\0\n'),
]);

function parseAll(chunks: Buffer[]): unknown[] {
  const parser = createFrameParser();
  parser.version = '1.2';
  const frames: Frame[] = [];
  for (const chunk of chunks) {
    // The socket may use its memory again as soon as the parser has returned.
    const reused = Buffer.from(chunk);
    parser.push(reused, (frame) => frames.push({ ...frame, body: Buffer.from(frame.body) }));
    reused.fill(0x2a);
  }
  return frames.map(({ command, headers, body }) => [command, [...headers], body.toString('hex')]);
}

const WHOLE = parseAll([STREAM]);

describe('frames cut at any place', () => {
  it('reads the whole stream in one piece', () => {
    expect(WHOLE.map((frame) => (frame as string[])[0])).toEqual(['CONNECT', 'SEND', 'SEND', 'DISCONNECT']);
  });

  it('reads the same when cut in two at every byte', () => {
    for (let cut = 0; cut <= STREAM.length; cut++)
      expect(parseAll([STREAM.subarray(0, cut), STREAM.subarray(cut)]), `cut at ${cut}`).toEqual(WHOLE);
  });

  it('reads the same byte by byte', () => {
    expect(parseAll([...STREAM].map((byte) => Buffer.from([byte])))).toEqual(WHOLE);
  });

  it('reads the same in random pieces', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const below = randomNumbers(seed);
      const chunks: Buffer[] = [];
      for (let at = 0; at < STREAM.length;) {
        const length = 1 + below(40);
        chunks.push(STREAM.subarray(at, at + length));
        at += length;
      }
      expect(parseAll(chunks), `seed ${seed}`).toEqual(WHOLE);
    }
  });
});

describe('frames with bytes changed, lost and doubled', () => {
  it('are read or refused with a sentence, and nothing else happens', () => {
    const errors: Array<[seed: number, error: unknown]> = [];
    for (let seed = 1; seed <= 3000; seed++) {
      const bytes = damage(randomNumbers(seed));
      try {
        parseAll([bytes.subarray(0, 50), bytes.subarray(50)]);
      } catch (error) {
        errors.push([seed, error]);
      }
    }
    for (const [seed, error] of errors) {
      expect(error, `seed ${seed}`).toBeInstanceOf(StompError);
      expect((error as StompError).detail, `seed ${seed}`).toMatch(/^[A-Z].+\.$/s);
    }
    expect(errors.length).toBeGreaterThan(500);
  });

  function damage(below: (limit: number) => number): Buffer {
    const bytes = Buffer.concat([STREAM, STREAM.subarray(below(STREAM.length))]);
    for (let i = 0; i < 3; i++) {
      const at = below(bytes.length - 20);
      if (below(2) === 0) bytes[at] = below(256);
      else bytes.copyWithin(at, at + below(20));
    }
    return bytes;
  }
});

describe('what is written is read back', () => {
  const ALPHABET = ['a', ':', '\\', '\n', '\r', ' ', 'é', '👋', 'n', 'c', '\t'];

  it.each(['1.1', '1.2'] as const)('in version %s', (version) => {
    for (let seed = 1; seed <= 300; seed++) {
      const below = randomNumbers(seed);
      const text = (length: number) =>
        Array.from({ length }, () => ALPHABET[below(ALPHABET.length)]).join('');
      // Version 1.1 has no escape for CR, and CR before LF belongs to the end of a line.
      const value = version === '1.1' ? text(below(12)).replaceAll('\r', '') : text(below(12));
      const body = `${text(below(30))}\0${text(below(5))}`;
      const bytes = encodeFrame('MESSAGE', [['key:\\\n', value]], version, body);
      const parser = createFrameParser();
      parser.version = version;
      const frames: Frame[] = [];
      parser.push(bytes, (frame) => frames.push(frame));
      expect(frames[0]?.headers.get('key:\\\n'), `seed ${seed}`).toBe(value);
      expect(frames[0]?.body.toString(), `seed ${seed}`).toBe(body);
    }
  });

  it('reads a long frame that arrives byte by byte', () => {
    const bytes = encodeFrame('SEND', [['destination', '/app/x']], '1.2', 'x'.repeat(60_000));
    const parser = createFrameParser();
    const frames: Frame[] = [];
    for (const byte of bytes) parser.push(Buffer.from([byte]), (frame) => frames.push(frame));
    expect(frames.map((frame) => frame.body.length)).toEqual([60_000]);
  });
});
