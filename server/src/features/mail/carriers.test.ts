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
const carrierTo = (url: string) => smtpCarrier({ url, from: 'hello@herenow.example' });

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

test('without a mail server, mails are printed legibly and kept', async () => {
  const mailbox = createMailbox();
  const printed: string[] = [];
  const carrier = mailboxCarrier({
    mailbox,
    clock: movableClock(),
    print: (text) => void printed.push(text),
  });
  await carrier.carry({ to: 'ada@example.org', ...renderLetter(verification({ code: '482913' })) });
  expect(printed.join('')).toMatch(
    /^\n--- Mail to ada@example\.org: 482913 is your Herenow code\nVerify your email\n[^<]*482913[^<]*---\n$/,
  );
  expect(mailbox.list(' ADA@example.org')).toHaveLength(1);
  expect(mailbox.list('bela@example.org')).toEqual([]);
});
