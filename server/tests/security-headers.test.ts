import { CALLS } from '@herenow/contract/calls';
import { REFUSAL_HEADER } from '@herenow/contract/refusals';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { REFUSALS } from '../src/lib/errors.ts';
import { expect, test } from 'vitest';
import { sharedApp } from '@herenow/testing/shared-app';

const app = sharedApp({ publicUrl: 'https://here.example' });

async function ask(path: string, headers: Record<string, string> = {}) {
  const call = request({ port: app.port, path, headers }).end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  answer.resume();
  return { status: answer.statusCode, headers: answer.headers };
}

function policyOf(headers: IncomingHttpHeaders): Record<string, string> {
  const rules = String(headers['content-security-policy']).split(';');
  return Object.fromEntries(
    rules.map((rule) => {
      const [name, ...values] = rule.trim().split(' ');
      return [name!, values.join(' ')];
    }),
  );
}

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

test.each<[string, number, string, Record<string, string>]>([
  ['an answer', 200, '/readyz', {}],
  ['a call without a token', 401, '/api/validateToken', {}],
  ['an address that nobody knows', 404, '/api/nothing', {}],
  ['an address that cannot be read', 400, '/api/user/%zz', {}],
  ['a socket without a token', 401, '/ws', UPGRADE],
  ['a socket that a foreign page opens', 403, '/ws', { ...UPGRADE, origin: 'https://evil.example' }],
])('%s says what browsers may do with it', async (_, status, path, headers) => {
  const answer = await ask(path, headers);
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': expect.stringContaining('max-age='),
  });
  expect(policyOf(answer.headers)).toMatchObject({
    'default-src': "'self'",
    'connect-src': "'self' wss://here.example",
    'frame-ancestors': "'none'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'herenow',
  });
});

/** Sends bytes that no HTTP client would, and returns the response. */
async function send(bytes: string): Promise<string> {
  const socket = connect(app.port, '127.0.0.1');
  socket.write(bytes);
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return answer;
}

test.each<[string, number, string, string]>([
  ['is not HTTP', 400, 'bad-request', 'HELO\r\n\r\n'],
  [
    'has two lengths',
    400,
    'bad-request',
    'POST /login HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  ],
  [
    'has too long a head',
    431,
    'head-too-large',
    `GET / HTTP/1.1\r\nHost: h\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
  ],
])('what %s is refused like any other request', async (_, status, code, bytes) => {
  const [head, text] = (await send(bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain(`${REFUSAL_HEADER}: ${code}`);
  expect(head).toMatch(/content-type: text\/plain; charset=utf-8/i);
  expect(head).toContain("frame-ancestors 'none'");
  expect(head).toContain('x-content-type-options: nosniff');
  expect(REFUSALS.find((one) => one.code === code)?.text).toBe(text);
});

test.each(CALLS.map(({ name, call }) => [name, call] as const))(
  'nothing keeps an answer of %s',
  async (_, call) => {
    const path = call.path.replaceAll(/:\w+/g, '01890a5d-ac96-774b-bcce-b302099a8057');
    const answer = await fetch(new URL(path, app.url), { method: call.method });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  },
);

test.each([
  '/api/validateToken',
  '/%61pi/validateToken',
  '/api/nothing',
  '/nothing.png',
  '/photos/none/none/none.webp',
  '/healthz',
  '/readyz',
  '/metrics',
  '/dev/mailbox',
  '/docs/api/openapi.json',
])('nothing keeps the answer to %s', async (path) => {
  expect((await ask(path)).headers['cache-control']).toBe('no-store');
});
