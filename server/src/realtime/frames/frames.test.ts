import { describe, expect, it } from 'vitest';
import { StompError, type StompVersion } from '@herenow/contract/stomp';
import { createFrameParser, type Frame } from './frames.ts';

function parse(chunks: Array<string | Buffer>, version?: StompVersion): Frame[] {
  const parser = createFrameParser();
  parser.version = version;
  const frames: Frame[] = [];
  for (const chunk of chunks) parser.push(Buffer.from(chunk as string), (frame) => frames.push(frame));
  return frames;
}

const plain = (frames: Frame[]) =>
  frames.map(({ command, headers, body }) => ({
    command,
    headers: Object.fromEntries(headers),
    body: body.toString(),
  }));

const detail = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof StompError) return error.detail;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('framing', () => {
  const cases: Array<[string, string, StompVersion | undefined, object]> = [
    ['a frame without headers', 'DISCONNECT\n\n\0', '1.2', { command: 'DISCONNECT', headers: {}, body: '' }],
    [
      'a body up to NUL',
      'SEND\na:b\n\nhello\0',
      '1.2',
      { command: 'SEND', headers: { a: 'b' }, body: 'hello' },
    ],
    [
      'a body with line breaks',
      'SEND\n\none\n\ntwo\n\0',
      '1.2',
      { command: 'SEND', headers: {}, body: 'one\n\ntwo\n' },
    ],
    [
      'CRLF lines in 1.2',
      'SEND\r\na:b\r\n\r\nhi\0',
      '1.2',
      { command: 'SEND', headers: { a: 'b' }, body: 'hi' },
    ],
    [
      'CRLF before the version is known',
      'CONNECT\r\nhost:h\r\n\r\n\0',
      undefined,
      { command: 'CONNECT', headers: { host: 'h' }, body: '' },
    ],
    [
      'CRLF and LF mixed',
      'SEND\r\na:b\nc:d\r\n\nhi\0',
      '1.2',
      { command: 'SEND', headers: { a: 'b', c: 'd' }, body: 'hi' },
    ],
    ['CR in a body stays', 'SEND\n\na\r\nb\r\0', '1.2', { command: 'SEND', headers: {}, body: 'a\r\nb\r' }],
    [
      'CR within a header value stays',
      'SEND\na:b\rc\n\n\0',
      '1.1',
      { command: 'SEND', headers: { a: 'b\rc' }, body: '' },
    ],
    ['end of lines before a frame', '\n\r\n\nSEND\n\n\0', '1.2', { command: 'SEND', headers: {}, body: '' }],
    ['end of lines after a frame', 'SEND\n\n\0\n\n\r\n', '1.2', { command: 'SEND', headers: {}, body: '' }],
    [
      'the first of repeated headers',
      'SEND\nfoo:World\nfoo:Hello\n\n\0',
      '1.2',
      { command: 'SEND', headers: { foo: 'World' }, body: '' },
    ],
    ['an empty value', 'SEND\na:\n\n\0', '1.2', { command: 'SEND', headers: { a: '' }, body: '' }],
    [
      'colons after the first',
      'SEND\na:b:c\n\n\0',
      '1.1',
      { command: 'SEND', headers: { a: 'b:c' }, body: '' },
    ],
    ['padding kept in 1.1', 'SEND\na: b \n\n\0', '1.1', { command: 'SEND', headers: { a: ' b ' }, body: '' }],
    [
      'padding kept in 1.2',
      'SEND\n a:b \n\n\0',
      '1.2',
      { command: 'SEND', headers: { ' a': 'b ' }, body: '' },
    ],
    [
      'padding trimmed in 1.0',
      'SEND\na : b \n\n\0',
      '1.0',
      { command: 'SEND', headers: { a: 'b' }, body: '' },
    ],
    [
      'UTF-8 in headers and body',
      'SEND\nnäme:日本\n\n👋\0',
      '1.2',
      { command: 'SEND', headers: { näme: '日本' }, body: '👋' },
    ],
    [
      'a replacement character that is meant',
      'SEND\na:\uFFFD\n\n\0',
      '1.2',
      { command: 'SEND', headers: { a: '\uFFFD' }, body: '' },
    ],
    [
      'case-sensitive header names',
      'SEND\nA:1\na:2\n\n\0',
      '1.2',
      { command: 'SEND', headers: { A: '1', a: '2' }, body: '' },
    ],
    [
      'names that are special in JavaScript',
      'SEND\nconstructor:x\n\n\0',
      '1.2',
      { command: 'SEND', headers: { constructor: 'x' }, body: '' },
    ],
  ];
  it.each(cases)('%s', (_name, bytes, version, frame) => {
    expect(plain(parse([bytes], version))).toEqual([frame]);
  });
});

describe('content-length', () => {
  it.each([
    ['counts bytes, not characters', 'content-length:2', 'é', 'é'],
    ['lets NUL bytes into the body', 'content-length:5', 'a\0b\0c', 'a\0b\0c'],
    ['may be zero', 'content-length:0', '', ''],
    ['may be padded', 'content-length: 3 ', 'abc', 'abc'],
    ['of repeated ones the first counts', 'content-length:3\ncontent-length:1', 'a\0b', 'a\0b'],
  ])('%s', (_name, header, body, expected) => {
    expect(plain(parse([`SEND\n${header}\n\n${body}\0`], '1.2'))[0]?.body).toBe(expected);
  });

  it.each(['x', '-1', '1.5', '', '1e3', '99999999999'])('refuses %j', (value) => {
    expect(detail(() => parse([`SEND\ncontent-length:${value}\n\nabc\0`], '1.2'))).toBe(
      'The header content-length must be a number of bytes.',
    );
  });

  it('refuses a body that is longer than it says', () => {
    expect(detail(() => parse(['SEND\ncontent-length:2\n\nabc\0'], '1.2'))).toContain(
      'does not end with NUL',
    );
  });

  it('waits for a body that is shorter than it says', () => {
    expect(parse(['SEND\ncontent-length:5\n\nabc\0'], '1.2')).toEqual([]);
  });
});

describe('escapes in headers', () => {
  it.each<[StompVersion | undefined, string, string, string]>([
    ['1.0', 'SEND', String.raw`C:\new\c\\`, String.raw`C:\new\c\\`],
    ['1.1', 'SEND', String.raw`a\cb\nc\\d`, 'a:b\nc\\d'],
    ['1.2', 'SEND', String.raw`a\cb\nc\\d\re`, 'a:b\nc\\d\re'],
    ['1.2', 'SEND', String.raw`C\c\\new`, String.raw`C:\new`],
    ['1.2', 'SEND', String.raw`\\n`, String.raw`\n`],
    ['1.2', 'SEND', String.raw`\\\n`, '\\\n'],
    ['1.2', 'CONNECT', String.raw`C:\new\t`, String.raw`C:\new\t`],
    ['1.2', 'STOMP', String.raw`C:\new\t`, String.raw`C:\new\t`],
    ['1.2', 'CONNECTED', String.raw`C:\new\t`, String.raw`C:\new\t`],
  ])('version %s, %s: %s', (version, command, value, expected) => {
    expect(parse([`${command}\nkey:${value}\n\n\0`], version)[0]?.headers.get('key')).toBe(expected);
  });

  it('unescapes names', () => {
    expect(
      plain(parse([String.raw`SEND` + '\n' + String.raw`a\cb:c` + '\n\n\0'], '1.2'))[0]?.headers,
    ).toEqual({
      'a:b': 'c',
    });
  });

  it.each<[StompVersion, string]>([
    ['1.1', String.raw`\r`],
    ['1.1', String.raw`\t`],
    ['1.2', String.raw`\t`],
    ['1.2', String.raw`\N`],
    ['1.2', '\\'],
  ])('version %s refuses %s', (version, sequence) => {
    expect(detail(() => parse([`SEND\nkey:${sequence}\n\n\0`], version))).toBe(
      `STOMP ${version} does not know the escape sequence ${sequence} in a header.`,
    );
  });
});

describe('malformed frames', () => {
  it.each<[string, string | Buffer, string]>([
    [
      'a line without a colon',
      'SEND\nnonsense\n\n\0',
      'Every header line must be a name, a colon and a value.',
    ],
    [
      'a header without a name',
      'SEND\n:value\n\n\0',
      'Every header line must be a name, a colon and a value.',
    ],
    ['NUL in the command', 'SE\0ND\n\n\0', 'The frame ends before the blank line that closes its headers.'],
    [
      'NUL in the headers',
      'DISCONNECT\nreceipt:77\n\0',
      'The frame ends before the blank line that closes its headers.',
    ],
    [
      'headers that are not UTF-8',
      Buffer.from('53454e440a613aff0a0a00', 'hex'),
      'Command and headers must be UTF-8.',
    ],
  ])('%s', (_name, bytes, expected) => {
    expect(detail(() => parse([bytes], '1.2'))).toBe(expected);
  });
});

describe('limits', () => {
  const header = (count: number) => Array.from({ length: count }, (_, i) => `h${i}:v\n`).join('');

  it('takes 64 headers and refuses 65', () => {
    expect(parse([`SEND\n${header(64)}\n\0`], '1.2')[0]?.headers.size).toBe(64);
    expect(detail(() => parse([`SEND\n${header(65)}\n\0`], '1.2'))).toBe(
      'A frame may have at most 64 headers.',
    );
  });

  it('takes a line of 8192 bytes and refuses a longer one, finished or not', () => {
    const line = (length: number) => `a:${'x'.repeat(length - 2)}`;
    expect(parse([`SEND\n${line(8192)}\n\n\0`], '1.2')).toHaveLength(1);
    for (const bytes of [`SEND\n${line(8193)}\n\n\0`, `SEND\n${line(8193)}`])
      expect(detail(() => parse([bytes], '1.2'))).toBe('A header line may have at most 8192 bytes.');
  });

  it('takes a frame of 65536 bytes and refuses a longer one', () => {
    const frame = (length: number) => `SEND\n\n${'x'.repeat(length - 7)}\0`;
    expect(parse([frame(65_536)], '1.2')[0]?.body).toHaveLength(65_529);
    expect(detail(() => parse([frame(65_537)], '1.2'))).toBe('A frame may have at most 65536 bytes.');
  });

  it('refuses a content-length over the limit before the body arrives', () => {
    expect(detail(() => parse(['SEND\ncontent-length:65536\n\n'], '1.2'))).toBe(
      'A frame may have at most 65536 bytes.',
    );
  });

  it('refuses a body without end while it grows', () => {
    const chunks = ['SEND\n\n', ...Array.from({ length: 20 }, () => 'x'.repeat(4096))];
    expect(detail(() => parse(chunks, '1.2'))).toBe('A frame may have at most 65536 bytes.');
  });

  it('takes many small frames in one chunk that is larger than a frame may be', () => {
    expect(parse(['SEND\n\nhello\0'.repeat(10_000)], '1.2')).toHaveLength(10_000);
  });
});
