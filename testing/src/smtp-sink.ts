import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface Mail {
  to: string[];
  subject: string;
  text: string;
}

/** An SMTP server that delivers nothing and shows the mails it accepted, like the development mailbox. */
export async function startSmtpSink(host = '127.0.0.1') {
  const mails: Mail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.unshift({ to, ...readMail(Buffer.concat(chunks).toString()) });
        done();
      });
    },
  });
  smtp.on('error', () => {});
  const web = createServer((request, response) => {
    const to = new URL(request.url ?? '/', 'http://localhost').searchParams.get('to');
    const shown = to === null ? mails : mails.filter((mail) => mail.to.includes(to));
    response.setHeader('content-type', 'application/json').end(JSON.stringify(shown));
  });
  const listening = once(smtp.listen(0, host), 'listening');
  await Promise.all([listening, once(web.listen(0, '127.0.0.1'), 'listening')]);
  const portOf = (address: unknown) => (address as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${portOf(smtp.server.address())}`,
    /** The accepted mails as JSON, latest first; with `?to=ADDRESS` only those of one person. */
    webPort: portOf(web.address()),
    async [Symbol.asyncDispose]() {
      web.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(resolve)),
        new Promise((resolve) => web.close(resolve)),
      ]);
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
