import { describe, expect, test } from 'vitest';
import * as decisions from './decision-letters.ts';
import { renderLetter } from './letter.ts';
import * as templates from './templates.ts';

const at = new Date('2026-01-31T20:05:00Z');

describe('each mail says the same as text and as HTML', () => {
  test.each([
    ['a verification', templates.verification({ code: '012345' }), '012345 is your Herenow code', '012345'],
    ['a reset', templates.reset({ code: '678901' }), '678901 is your Herenow password reset code', '678901'],
    [
      'a reset by a link',
      templates.resetLink({ url: 'https://herenow.example/forgot-password#link=a&email=b' }),
      'Reset your Herenow password',
      'The link works once, for 15 minutes',
    ],
    [
      'a changed password',
      templates.passwordChanged({ at }),
      'Your Herenow password was changed',
      'on 31 January 2026 at 20:05 UTC.',
    ],
    [
      'a new device',
      templates.newDevice({ device: 'Firefox on Android', at }),
      'New sign-in to your Herenow account',
      'with Firefox on Android on 31 January 2026 at 20:05 UTC.',
    ],
    [
      'a copy of data',
      templates.copyReady({ until: at, url: 'https://herenow.example/your-data' }),
      'The copy of your Herenow data is ready',
      'until 31 January 2026 at 20:05 UTC.',
    ],
    [
      'a deleted account',
      templates.accountGone({ at }),
      'Your Herenow account was deleted',
      'on 31 January 2026 at 20:05 UTC, with your photos',
    ],
    [
      'a warning',
      decisions.warning({
        reasons: ['Spam or fake account', 'Other'],
        why: '',
        link: 'https://herenow.example/appeal#t',
      }),
      'A warning about your Herenow account',
      'People have reported your account (Spam or fake account; Other)',
    ],
    [
      'a warning without a report',
      decisions.warning({ reasons: [], why: '', link: 'https://herenow.example/appeal#t' }),
      'A warning about your Herenow account',
      'We looked at your account',
    ],
    [
      'a removed photo',
      decisions.photoRemoved({ why: '', link: 'https://herenow.example/appeal#t' }),
      'One of your Herenow photos was removed',
      'removed it from your profile',
    ],
    [
      'a suspension',
      decisions.suspended({
        until: at,
        why: 'You threatened somebody.',
        link: 'https://herenow.example/appeal#t',
      }),
      'Your Herenow account is suspended',
      'signed out everywhere',
    ],
    [
      'being hidden',
      decisions.hidden({ until: at, link: 'https://herenow.example/appeal#x' }),
      'We are checking your Herenow profile',
      'Your chats go on',
    ],
    ['an appeal', decisions.appealMade(), 'We got your Herenow appeal', 'If this wasn’t you'],
    ['its end', decisions.reinstated(), 'Your Herenow account is open again', 'log in as before'],
  ])('%s', (_, said, subject, words) => {
    const letter = renderLetter(said);
    expect(letter.subject).toBe(subject);
    for (const version of [letter.text, letter.html]) expect(version).toContain(words);
    expect(letter.text).not.toMatch(/[<>]|&\w+;/);
    expect(letter.html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(letter.html).not.toMatch(/<(script|img|link|iframe)|src=|url\(/);
    // Whatever has a colour has a dark one, too.
    expect(letter.html).toContain('<meta name="color-scheme" content="light dark">');
    const [, dark] = /prefers-color-scheme:dark\)\{(.+)\}<\/style>/.exec(letter.html)!;
    const coloured = [...letter.html.matchAll(/<\w+[^>]*style="[^"]*#[0-9a-f]{6}[^"]*"[^>]*>/g)];
    expect(coloured.length).toBeGreaterThan(5);
    for (const [tag] of coloured) {
      const name = /class="(\w+)"/.exec(tag)?.[1];
      expect(dark, tag).toContain(`.${name}{`);
    }
  });
});

test('what comes from outside is words in HTML, too', () => {
  const { html } = renderLetter(templates.newDevice({ device: `<b onclick="x">'&'</b>`, at }));
  expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/b&gt;');
});
