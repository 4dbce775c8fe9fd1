import { createTransport } from 'nodemailer';
import { LOOPBACK_NAMES } from '../../http/local.ts';
import type { Clock } from '../../lib/clock.ts';
import type { RenderedLetter } from './letter.ts';
import type { Mailbox } from './development-mailbox.ts';
import { isRecipients, type SmtpError } from './smtp-errors.ts';

export type OutgoingMail = RenderedLetter & {
  to: string;
  headers?: Record<string, string>;
  /** The same whenever this mail is sent, so that mail programs recognise it if it arrives twice. */
  id?: string;
};

export interface Carrier {
  /** Throws an `SmtpError` if the server did not confirm that it has the mail. */
  carry(mail: OutgoingMail): Promise<void>;
  /** Rejects while mails cannot be sent. */
  check(): Promise<unknown>;
  close(): void;
}

/** How long the mail server may take to answer and to greet. */
const GREETING_MS = 20_000;
/** How long it may take until it has the whole mail. */
export const HAND_OVER_MS = 60_000;
/**
 * How long it may then be silent before it confirms. RFC 5321 asks for ten minutes, since a mail that we give up goes
 * again, but the codes that wait behind it run out after fifteen.
 */
export const CONFIRM_MS = 120_000;

/** Adds the options of nodemailer that the query of an address does not set. */
function withOptions(address: string): string {
  const url = new URL(address);
  if (url.protocol === 'smtp:' && !LOOPBACK_NAMES.has(url.hostname) && !url.searchParams.has('requireTLS'))
    url.searchParams.set('requireTLS', 'true');
  const timeouts = {
    connectionTimeout: GREETING_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: CONFIRM_MS,
  };
  for (const [name, milliseconds] of Object.entries(timeouts))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(milliseconds));
  return url.href;
}

/**
 * Returns a carrier that sends by SMTP. `smtps:` uses TLS from the start; `smtp:` upgrades with STARTTLS, which a
 * server on another machine must support because a mail may carry a code. Other nodemailer options go in the query of
 * the URL.
 */
export function smtpCarrier(options: { url: string; from: string; clock: Clock }): Carrier {
  const transport = createTransport(withOptions(options.url));
  // Else a colon in the name would make it one of a group.
  const [, name = '', address = options.from] = /^"?([^<]*?)"?\s*<(.*)>$/.exec(options.from) ?? [];
  const domain = address.split('@')[1];
  const whenHandedOver = new WeakMap<AbortSignal, () => void>();
  /** Why the server did not take the latest mail; a server may greet and let in, but refuse every mail. */
  let refusal: Error | undefined;
  transport.use('stream', ({ data, message }, done) => {
    const handedOver = data.signal && whenHandedOver.get(data.signal);
    if (message && handedOver) message.processFunc((bytes) => bytes.once('end', handedOver));
    done();
  });
  return {
    async carry({ to, subject, text, html, headers, id }) {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), HAND_OVER_MS);
      let isHandedOver = false;
      whenHandedOver.set(late.signal, () => {
        isHandedOver = true;
        clearTimeout(timer);
      });
      try {
        await transport.sendMail({
          from: { name, address },
          // As an object the address is never parsed, so it cannot name several recipients.
          to: { name: '', address: to },
          subject,
          text,
          html,
          ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
          date: options.clock.now(),
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: late.signal,
        });
        refusal = undefined;
      } catch (error) {
        const { responseCode } = error as SmtpError;
        if (!isRecipients(error as SmtpError)) refusal = error as Error;
        throw Object.assign(error as Error, { unconfirmed: isHandedOver && responseCode === undefined });
      } finally {
        clearTimeout(timer);
      }
    },
    async check() {
      await transport.verify();
      if (refusal) throw refusal;
    },
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
