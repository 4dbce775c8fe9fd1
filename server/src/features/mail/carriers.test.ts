import { expect, test } from 'vitest';
import { movableClock } from '../../lib/clock.ts';
import { mailboxCarrier } from './carriers.ts';
import { createMailbox } from './development-mailbox.ts';
import { renderLetter } from './letter.ts';
import { verification } from './templates.ts';

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
