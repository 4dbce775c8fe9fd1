import { createTransport } from 'nodemailer';
import { LOOPBACK_NAMES } from '../../http/local.ts';
import type { Clock } from '../../lib/clock.ts';
import type { RenderedLetter } from './letter.ts';
import type { Mailbox } from './development-mailbox.ts';

export type OutgoingMail = RenderedLetter & { to: string; headers?: Record<string, string> };

/** Sends a mail; throws if it cannot, and the queue retries. */
export interface Carrier {
  carry(mail: OutgoingMail): Promise<void>;
  /** Rejects while mails cannot be sent. */
  check(): Promise<unknown>;
  close(): void;
}

const TIMEOUT_MS = 20_000;

/**
 * Returns a carrier that sends by SMTP. `smtps:` uses TLS from the start; `smtp:` upgrades with STARTTLS, which a
 * server on another machine must support because a mail may carry a code. Other nodemailer options go in the query of
 * the URL.
 */
export function smtpCarrier(options: { url: string; from: string }): Carrier {
  const url = new URL(options.url);
  if (url.protocol === 'smtp:' && !LOOPBACK_NAMES.has(url.hostname) && !url.searchParams.has('requireTLS'))
    url.searchParams.set('requireTLS', 'true');
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout'])
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(TIMEOUT_MS));
  const transport = createTransport(url.href);
  return {
    async carry({ to, subject, text, html, headers }) {
      await transport.sendMail({
        from: options.from,
        // As an object the address is never parsed, so it cannot name several recipients.
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    check: () => transport.verify(),
    close: () => transport.close(),
  };
}

/**
 * Returns a carrier for development without a mail server: it stores mails in the development mailbox and prints them.
 */
export function mailboxCarrier(options: {
  mailbox: Mailbox;
  clock: Clock;
  print(text: string): void;
}): Carrier {
  return {
    async carry(mail) {
      options.mailbox.add({ ...mail, at: options.clock.now() });
      options.print(`\n--- Mail to ${mail.to}: ${mail.subject}\n${mail.text}---\n`);
    },
    check: () => Promise.resolve(),
    close() {},
  };
}
