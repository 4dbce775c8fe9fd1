import { createSocket } from 'node:dgram';
import type { LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { expect, onTestFinished, test } from 'vitest';
import { isPublicAddress } from '../../lib/public-addresses.ts';
import { publicLookup } from './endpoint-addresses.ts';

test.each([
  ['8.8.8.8', true],
  ['172.15.255.255', true],
  ['172.32.0.1', true],
  ['2a00:1450:4001:830::200a', true],
  ['2606:4700::6810:84e5', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:a00:1', false],
  ['::ffff:8.8.8.8', false],
  ['0:0:0:0:0:ffff:7f00:1', false],
  ['::127.0.0.1', false],
  ['::7f00:1', false],
  ['::ffff:0:127.0.0.1', false],
  ['64:ff9b::127.0.0.1', false],
  ['64:ff9b:1::7f00:1', false],
  ['2001:0:7f00:1::', false],
  ['3fff::1', false],
  ['5f00::1', false],
  ['fec0::1', false],
  ['fe80::5efe:127.0.0.1', false],
  ['fe80::1%eth0', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['ff02::1', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

/** Returns what a look-up calls back with. */
function lookUp(hostname: string, options: LookupOptions, servers?: string[]): Promise<unknown[]> {
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  publicLookup(servers)(hostname, options, (error, ...found) => resolve(error ? [error] : found));
  return promise;
}

test.each([
  [{ all: true }, [[{ address: '8.8.8.8', family: 4 }]]],
  [{ all: false }, ['8.8.8.8', 4]],
])('a public address is found: %j', async (options, expected) => {
  expect(await lookUp('8.8.8.8', options)).toEqual(expected);
});

/** Starts a name server, which without `answer` never responds. Returns where it listens. */
async function startNameServer(answer?: (query: Buffer) => Buffer): Promise<string[]> {
  const server = createSocket('udp4');
  onTestFinished(() => void server.close());
  server.on('message', (query, { port, address }) => answer && server.send(answer(query), port, address));
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  return [`127.0.0.1:${server.address().port}`];
}

/** The answer to a question for IPv4 addresses (RFC 1035), and an empty one to any other. */
function answerWith(addresses: readonly string[]) {
  return (query: Buffer): Buffer => {
    const nameEnd = query.indexOf(0, 12) + 1;
    const records = query.readUInt16BE(nameEnd) === 1 ? addresses : [];
    const header = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, records.length, 0, 0, 0, 0]);
    const start = [0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4];
    const answers = records.map((address) => Buffer.from([...start, ...address.split('.').map(Number)]));
    return Buffer.concat([header, query.subarray(12, nameEnd + 4), ...answers]);
  };
}

test('only the public addresses of a name are found', async () => {
  const servers = await startNameServer(answerWith(['10.0.0.1', '8.8.8.8', '127.0.0.1', '9.9.9.9']));
  expect(await lookUp('push.example.org', { all: true }, servers)).toEqual([
    [
      { address: '8.8.8.8', family: 4 },
      { address: '9.9.9.9', family: 4 },
    ],
  ]);
});

test.each([{ all: true }, { all: false }])(
  'a name that leads to this machine is not found: %j',
  async (options) => {
    const servers = await startNameServer(answerWith(['127.0.0.1']));
    const [error] = await lookUp('here.example.org', options, servers);
    expect(error).toMatchObject({ message: 'The push service has no public address.' });
  },
);

test('names whose servers never answer hold up no other look-up of the process @slow', async () => {
  const servers = await startNameServer();
  const ended: string[] = [];
  const endings = Array.from({ length: 10 }, async (_, n) => {
    const [error] = await lookUp(`push-${n}.example.org`, { all: true }, servers);
    expect(error).toMatchObject({ code: 'ETIMEOUT' });
    ended.push('push');
  });
  await lookup('localhost');
  ended.push('localhost');
  await Promise.all(endings);
  expect(ended[0]).toBe('localhost');
});
