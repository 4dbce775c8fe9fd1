import { startSmtp } from '@herenow/testing/smtp-receiver';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { movableClock } from '@herenow/testing/movable-clock';
import { CONFIRM_MS, HAND_OVER_MS, mailboxCarrier, smtpCarrier } from './carriers.ts';
import { createMailbox } from './development-mailbox.ts';
import { renderLetter } from './letter.ts';
import { verification } from './templates.ts';

// The server of the test needs its own timers, too: time goes on, and is moved ahead.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

const MAIL = { to: 'ada@example.org', ...renderLetter(verification({ code: '482913' })) };
const clock = movableClock();
const carrierTo = (url: string) => smtpCarrier({ url, from: 'hello@herenow.example', clock });

test('a mail server that has the whole mail may take its time to confirm it', async () => {
  const taken = Promise.withResolvers<() => void>();
  await using smtp = await startSmtp({
    onData: (stream, _session, done) => void stream.resume().on('end', () => taken.resolve(done)),
  });
  const carried = carrierTo(smtp.url).carry(MAIL);
  const confirm = await taken.promise;
  vi.advanceTimersByTime(Math.min(HAND_OVER_MS + 1, CONFIRM_MS - 1));
  confirm();
  await expect(carried).resolves.toBeUndefined();
});

test('a mail server that crawls before it has the mail is given up, and does not get it later', async () => {
  const asked = Promise.withResolvers<() => void>();
  const left = Promise.withResolvers<void>();
  await using smtp = await startSmtp({
    onRcptTo: (_address, _session, done) => asked.resolve(done),
    onClose: () => left.resolve(),
  });
  const carried = carrierTo(smtp.url).carry(MAIL);
  carried.catch(() => {});
  const allow = await asked.promise;
  vi.advanceTimersByTime(HAND_OVER_MS);
  await expect(carried).rejects.toMatchObject({ code: 'EABORT', unconfirmed: false });
  allow();
  await left.promise;
  expect(smtp.mails).toEqual([]);
});

const refusing = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode });

test.each<[string, (refusal: () => Error | null) => Parameters<typeof startSmtp>[0]]>([
  ['the sender', (refusal) => ({ onMailFrom: (_address, _session, done) => done(refusal()) })],
  ['recipients elsewhere', (refusal) => ({ onRcptTo: (_address, _session, done) => done(refusal()) })],
  [
    'what it gets',
    (refusal) => ({
      onData: (stream, _session, done) => void stream.resume().on('end', () => done(refusal())),
    }),
  ],
])('a mail server that refuses %s cannot be used until it takes a mail', async (_, answering) => {
  let refusal: Error | null = null;
  await using smtp = await startSmtp(answering(() => refusal));
  const carrier = carrierTo(smtp.url);
  await carrier.check();
  refusal = refusing(554, '5.7.1 suspended');
  await expect(carrier.carry(MAIL)).rejects.toThrow('suspended');
  await expect(carrier.check()).rejects.toThrow('suspended');
  refusal = null;
  await carrier.carry(MAIL);
  await carrier.check();
});

test.each([
  [550, '5.1.1 no such user'],
  [450, '4.7.1 greylisted'],
  [452, '4.2.2 mailbox full'],
])('a mail server that refuses one recipient with %i %s can be used', async (code, message) => {
  await using smtp = await startSmtp({
    onRcptTo: (_address, _session, done) => done(refusing(code, message)),
  });
  const carrier = carrierTo(smtp.url);
  await expect(carrier.carry(MAIL)).rejects.toThrow(message);
  await carrier.check();
});

test('without a mail server, mails are printed legibly and kept', async () => {
  const mailbox = createMailbox();
  const printed: string[] = [];
  const carrier = mailboxCarrier({
    mailbox,
    clock,
    print: (text) => void printed.push(text),
  });
  await carrier.carry({ to: 'ada@example.org', ...renderLetter(verification({ code: '482913' })) });
  expect(printed.join('')).toMatch(
    /^\n--- Mail to ada@example\.org: 482913 is your Herenow code\nVerify your email\n[^<]*482913[^<]*---\n$/,
  );
  expect(mailbox.list(' ADA@example.org')).toHaveLength(1);
  expect(mailbox.list('bela@example.org')).toEqual([]);
});

test.each([
  ['Herenow: Berlin, Mitte <hello@herenow.example>', '"Herenow: Berlin, Mitte" <hello@herenow.example>'],
  ['"Herenow, Berlin" <hello@herenow.example>', '"Herenow, Berlin" <hello@herenow.example>'],
  ['hello@herenow.example', 'hello@herenow.example'],
])('a mail from %s names its sender so', async (from, header) => {
  await using smtp = await startSmtp();
  await smtpCarrier({ url: smtp.url, from, clock }).carry({ ...MAIL, id: 'one' });
  const { source } = smtp.mails[0]!;
  expect(/^From: (.*)\r$/m.exec(source)?.[1]).toBe(header);
  expect(source).toContain('<one@herenow.example>');
});

test('a mail has the date of the clock that all nodes share, not of this machine', async () => {
  await using smtp = await startSmtp();
  await carrierTo(smtp.url).carry(MAIL);
  expect(smtp.mails[0]!.source).toMatch(/^Date: \w+, 16 Apr 2035 12:/m);
});
