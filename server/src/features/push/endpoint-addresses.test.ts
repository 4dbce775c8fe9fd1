import { expect, test } from 'vitest';
import { isPublicAddress, lookupPublic } from './endpoint-addresses.ts';

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

test.each([{ all: true }, { all: false }])(
  'a name that leads to this machine is not found: %j',
  async (options) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    lookupPublic('localhost', options, (error) => resolve(error));
    expect(await promise).toMatchObject({ message: 'The push service has no public address.' });
  },
);

test.each([
  [{ all: true }, [[{ address: '8.8.8.8', family: 4 }]]],
  [{ all: false }, ['8.8.8.8', 4]],
])('a public address is found: %j', async (options, expected) => {
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  lookupPublic('8.8.8.8', options, (error, ...found) => resolve(error ? [error] : found));
  expect(await promise).toEqual(expected);
});
