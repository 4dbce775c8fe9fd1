import { expect, it } from 'vitest';
import { isDisguised, piecesOf } from './links.ts';

const linksOf = (text: string) => piecesOf(text).flatMap(({ link }) => (link ? [link.href] : []));

it.each([
  ['see https://example.org/a?b=c#d now', ['https://example.org/a?b=c#d']],
  ['(see www.example.org).', ['https://www.example.org/']],
  ['https://example.org/Tea_(drink)', ['https://example.org/Tea_(drink)']],
  ['HTTP://EXAMPLE.org!', ['http://example.org/']],
  ['two http://a.org, http://b.org', ['http://a.org/', 'http://b.org/']],
  ['no link: javascript:alert(1) data:text/html,x file:///etc/passwd ftp://a.org', []],
  ['https://javascript:alert(1)', []],
  ['https://mybank.org@evil.org/login', []],
  ['https://localhost/ https://x', []],
  ['nothing.here e.g. at 8.30', []],
])('finds the links of %s', (text, links) => {
  expect(linksOf(text)).toEqual(links);
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});

it('shows the real host of a look-alike', () => {
  // The a is Cyrillic.
  const [piece] = piecesOf('https://pаypal.com/login');
  expect(piece!.link!.host).toBe('xn--pypal-4ve.com');
  expect(isDisguised(piece!.link!)).toBe(true);
  expect(isDisguised(new URL('https://example.org'))).toBe(false);
});

it('ends an address before direction marks and invisible characters', () => {
  expect(linksOf('https://example.org/\u202egpj.exe')).toEqual(['https://example.org/']);
  expect(linksOf('https://exa\u200bmple.org')).toEqual([]);
});

it('finds places', () => {
  expect(piecesOf('at 52.51630, 13.37770 at eight')).toMatchObject([
    { text: 'at ' },
    { text: '52.51630, 13.37770', place: true },
    { text: ' at eight' },
  ]);
  expect(linksOf('-33.8568,151.2153')[0]).toContain('mlat=-33.8568&mlon=151.2153');
  for (const none of ['1.234, 999.123', '12.5, 3.4', '192.168.100.100', '1,234.567, 2.345'])
    expect(linksOf(none)).toEqual([]);
});

// Where one of these took a time that grows with the square of its length, the test would run out of it.
it.each([
  ['addresses', 'https://'.repeat(40_000)],
  ['hosts', 'www.'.repeat(80_000)],
  ['places', '1.2345,'.repeat(40_000)],
  ['dots', `https://example.org/${'.'.repeat(50_000)}x`],
])('handles a very long text of %s', (_what, text) => {
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});
