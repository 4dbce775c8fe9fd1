import { expect, test } from 'vitest';
import { createMailboxHash, mailboxOf } from './mailbox.ts';

test.each([
  ['Ada@Example.org', 'ada@example.org'],
  [' ada+pins@example.org ', 'ada@example.org'],
  ['ada+one+two@example.org', 'ada@example.org'],
  ['+ada@example.org', '+ada@example.org'],
  // No address, but whoever sends one must not have it searched for a tag from each of its signs.
  ['ada+one\n@example.org', 'ada@example.org'],
  ['a.d.a@example.org', 'a.d.a@example.org'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['a.da@pm.me', 'ada@proton.me'],
  ['a-d_a+x@protonmail.ch', 'ada@proton.me'],
  ['ada@mac.com', 'ada@icloud.com'],
  ['ada@me.com', 'ada@icloud.com'],
  ['a-da@icloud.com', 'a-da@icloud.com'],
  ['ada-one@ya.ru', 'ada.one@yandex.ru'],
  ['ada.one@yandex.com', 'ada.one@yandex.ru'],
  ['pins@ada.fastmail.com', 'ada@fastmail.com'],
  ['ada@fastmail.com', 'ada@fastmail.com'],
  ['ada@pins.example.org', 'ada@pins.example.org'],
  ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@XN--MNCHEN-3YA.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@ＧＭＡＩＬ.com', 'ada@gmail.com'],
])('%s reaches %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

test('the hash goes by the mailbox and the key', () => {
  const hash = createMailboxHash('one secret');
  expect(hash('A.da+1@gmail.com')).toBe(hash('ada@googlemail.com'));
  expect(hash('ada@gmail.com')).not.toBe(hash('bela@gmail.com'));
  expect(hash('ada@gmail.com')).not.toBe(createMailboxHash('another')('ada@gmail.com'));
});
