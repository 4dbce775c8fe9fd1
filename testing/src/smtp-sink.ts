import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSmtp } from './smtp-receiver.ts';

interface Mail {
  to: string[];
  subject: string;
  text: string;
}

/** An SMTP server that delivers nothing and shows the mails it accepted, like the development mailbox. */
export async function startSmtpSink(host = '127.0.0.1') {
  const smtp = await startSmtp({}, host);
  const web = createServer((request, response) => {
    const to = new URL(request.url ?? '/', 'http://localhost').searchParams.get('to');
    const shown = smtp.mails
      .filter((mail) => to === null || mail.to.includes(to))
      .map(({ to, source }): Mail => ({ to, ...readMail(source) }))
      .toReversed();
    response.setHeader('content-type', 'application/json').end(JSON.stringify(shown));
  });
  await once(web.listen(0, '127.0.0.1'), 'listening');
  return {
    url: smtp.url,
    /** The accepted mails as JSON, latest first; with `?to=ADDRESS` only those of one person. */
    webPort: (web.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      web.closeAllConnections();
      await Promise.all([smtp[Symbol.asyncDispose](), new Promise((resolve) => web.close(resolve))]);
    },
  };
}

/** The plain-text part of a mail. */
function readMail(source: string): Omit<Mail, 'to'> {
  const subject = /^Subject: (.*)$/im.exec(source)?.[1] ?? '';
  const boundary = /boundary="?([^";\r\n]+)/i.exec(source)?.[1];
  const parts = boundary === undefined ? [source] : source.split(`--${boundary}`);
  const part = parts.find((one) => /^content-type: text\/plain/im.test(one)) ?? source;
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  const base64 = /^content-transfer-encoding: base64/im.test(part);
  const text = base64 ? Buffer.from(body, 'base64').toString() : body.replaceAll('=\r\n', '');
  return { subject, text };
}
