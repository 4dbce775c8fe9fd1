import { createServer, request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tunnel } from './tunnel.ts';

/**
 * A proxy for a server with a self-signed certificate: browsers give positions only to pages on localhost or with a
 * trusted certificate. Serves the mails sent so far at /dev/mailbox.json.
 */
export async function startTrustedProxy(upstream: string, mailPort: number) {
  const { hostname } = new URL(upstream);
  const open = (incoming: IncomingMessage) => {
    const mails = incoming.url?.startsWith('/dev/mailbox') ?? false;
    const target = new URL(incoming.url ?? '/', mails ? `http://127.0.0.1:${mailPort}` : upstream);
    const { method, headers } = incoming;
    return target.protocol === 'https:'
      ? requestTls(target, {
          method,
          headers: { ...headers, host: hostname, ...(headers.origin && { origin: `https://${hostname}` }) },
          servername: hostname,
          lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
          rejectUnauthorized: false,
        })
      : requestPlain(target, { method, headers });
  };
  const server = createServer((incoming, answer) => {
    const outgoing = open(incoming).once('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', () => answer.writableEnded || answer.writeHead(502).end());
    incoming.pipe(outgoing);
  });
  server.on('upgrade', (incoming, socket) => tunnel(open(incoming), socket));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
