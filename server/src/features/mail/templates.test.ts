import { describe, expect, test } from 'vitest';
import * as decisions from './decision-letters.ts';
import { renderLetter } from './letter.ts';
import * as templates from './templates.ts';

const at = new Date('2026-01-31T20:05:00Z');

test.each([
  ['a passkey', templates.passkeyAdded({ name: 'Phone', at }), 'You can remove it in your settings'],
  ['recovery codes', templates.recoveryCodesRenewed({ at }), 'You can make new ones in your settings'],
])('who did not ask for %s reads that a new password does not end it, and what does', (_, letter, how) => {
  expect(renderLetter(letter).text).toMatch(new RegExp(`stays? when you reset your password\\. ${how}`));
});

test.each([
  ['Ada’s iPhone 15', 'The passkey “Ada’s iPhone 15” was'],
  ['Müllers Schlüssel', 'The passkey “Müllers Schlüssel” was'],
  ['herenow.example/fix', 'The passkey “herenow example fix” was'],
  ['https://a.example', 'The passkey “https a example” was'],
  ['herenow。example', 'The passkey “herenow example” was'],
  ['help@herenow.example', 'The passkey “help herenow example” was'],
  ['Call +1 (555) 010-9999', 'The passkey “Call” was'],
  ['Key” was stolen. Call “us', 'The passkey “Key was stolen Call us” was'],
  ['🔑', 'A passkey was'],
  ['... 1234567', 'A passkey was'],
])(
  'of a passkey called %s a mail tells no more than words, which no mail program makes a link of',
  (name, told) => {
    for (const letter of [templates.passkeyAdded({ name, at }), templates.passkeyRemoved({ name, at })])
      expect(letter.paragraphs.join(' ')).toContain(told);
  },
);

describe('each mail says the same in text and HTML', () => {
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
      templates.accountGone({ at, suspended: false }),
      'Your Herenow account was deleted',
      'on 31 January 2026 at 20:05 UTC, with your photos',
    ],
    [
      'a setup of two-step sign-in',
      templates.secondFactorCode({ code: '345678' }),
      '345678 is your Herenow code for two-step sign-in',
      '345678',
    ],
    [
      'two-step sign-in',
      templates.secondFactorOn({ at }),
      'Two-step sign-in is on',
      'Since 31 January 2026 at 20:05 UTC, logging in to your Herenow account also takes a code',
    ],
    [
      'two-step sign-in switched off',
      templates.secondFactorOff({ at }),
      'Two-step sign-in is off',
      'your password alone is enough',
    ],
    [
      'two-step sign-in taken off by the team',
      templates.secondFactorReset({ at }),
      'Two-step sign-in was taken off your account',
      'Someone on our team took two-step sign-in off your Herenow account',
    ],
    [
      'a new passkey',
      templates.passkeyAdded({ name: 'Phone', at }),
      'A passkey was added to your Herenow account',
      'The passkey “Phone” was added on 31 January 2026 at 20:05 UTC.',
    ],
    [
      'a removed passkey',
      templates.passkeyRemoved({ name: 'Phone', at }),
      'A passkey was removed from your Herenow account',
      'The passkey “Phone” was removed on 31 January 2026 at 20:05 UTC.',
    ],
    [
      'a recovery code',
      templates.recoveryCodeUsed({ at, left: 3 }),
      'A recovery code for your Herenow account was used',
      'Recovery codes left: 3.',
    ],
    [
      'the last recovery code',
      templates.recoveryCodeUsed({ at, left: 0 }),
      'A recovery code for your Herenow account was used',
      'It was your last one.',
    ],
    [
      'new recovery codes',
      templates.recoveryCodesRenewed({ at }),
      'Your Herenow account has new recovery codes',
      'The old ones no longer work.',
    ],
    [
      'many wrong codes',
      templates.factorCodesTried({ at }),
      'Someone knows your Herenow password',
      'devices that are new to your account can only log in with a recovery code or a passkey.',
    ],
    [
      'news',
      templates.news({
        subject: 'More room',
        paragraphs: ['Five photos.'],
        link: 'https://herenow.example/unsubscribe/t',
      }),
      'More room',
      'https://herenow.example/unsubscribe/t',
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
    [
      'a suspension without an end',
      decisions.suspended({ until: null, why: '', link: 'https://herenow.example/appeal#t' }),
      'Your Herenow account is suspended',
      'The suspension is permanent.',
    ],
    [
      'a removed name',
      decisions.textsRemoved({ texts: ['name'], why: '', link: 'https://herenow.example/appeal#t' }),
      'Your Herenow name was removed',
      'https://herenow.example/appeal#t',
    ],
    [
      'a removed text',
      decisions.textsRemoved({ texts: ['bio'], why: '', link: 'https://herenow.example/appeal#t' }),
      'The text on your Herenow profile was removed',
      'Your name stays.',
    ],
    [
      'a removed name and text',
      decisions.textsRemoved({ texts: ['name', 'bio'], why: '', link: 'https://herenow.example/appeal#t' }),
      'Your Herenow name and text were removed',
      'so we removed both',
    ],
    [
      'an account deleted by the team',
      decisions.accountDeleted({ reasons: [], why: 'You threatened somebody.' }),
      'Your Herenow account was deleted',
      'You threatened somebody.',
    ],
    [
      'the end of being hidden',
      decisions.hidingEnded(),
      'We have checked your Herenow profile',
      'You can go visible again.',
    ],
    ['a judged report', decisions.reportJudged(), 'We looked at your report', 'we don’t share what that was'],
    [
      'a granted appeal',
      decisions.appealDecided({ granted: true, why: '', action: 'remove-photo', texts: [], reopened: false }),
      'Your Herenow appeal was granted',
      'You can add it to your profile again.',
    ],
    [
      'a declined appeal',
      decisions.appealDecided({
        granted: false,
        why: 'It shows a child.',
        action: 'suspend',
        texts: [],
        reopened: false,
      }),
      'Your Herenow appeal was declined',
      'A decision can be appealed once.',
    ],
    ['a verified face', decisions.faceVerified(), 'Your Herenow profile is verified', 'now have the mark'],
    [
      'a face that is not',
      decisions.faceDeclined({ why: 'The first selfie is blurred.' }),
      'About your Herenow selfies',
      'The first selfie is blurred.',
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
    // Everything with a colour has a dark one, too.
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

test('user input is escaped in HTML', () => {
  const { html } = renderLetter(templates.newDevice({ device: `<b onclick="x">'&'</b>`, at }));
  expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/b&gt;');
});

test('a long word or address is broken, so that a letter stays as wide as a phone', () => {
  const word = 'W'.repeat(40);
  const { html } = renderLetter(templates.passkeyAdded({ name: word, at }));
  expect(html).toMatch(new RegExp(`<td class="card" style="[^"]*word-break:break-word[^"]*">[^]+${word}`));
});

test('what operators write in another script is read in its own direction', () => {
  const { html } = renderLetter(decisions.faceDeclined({ why: 'الصورة غير واضحة.' }));
  expect(html).toMatch(/<p class="ink" dir="auto" [^>]+>الصورة/);
});
