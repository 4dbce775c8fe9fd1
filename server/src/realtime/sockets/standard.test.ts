/** Corner cases of the standards: STOMP 1.0 to 1.2 and the WebSocket upgrade. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { startRealtime } from '@herenow/testing/realtime-server';
import { inRealtime } from '@herenow/testing/realtime-test';

const it = test.extend(inRealtime);

describe('a bare CR in a header', () => {
  it.each([
    ['a value', 'SEND\ndestination:/app/note\nname:a\rb\n\n{"id":"x"}\0'],
    ['a name', 'SEND\ndestination:/app/note\na\rb:value\n\n{"id":"x"}\0'],
    ['a value before CRLF', 'SEND\r\ndestination:/app/note\r\nname:a\r\r\n\r\n{"id":"x"}\0'],
  ])('is refused in %s of 1.2 and taken in 1.1', async (_name, bytes) => {
    await using realtime = await startRealtime();
    const strict = await realtime.connect('ada');
    strict.write(bytes);
    expect(await strict.next()).toMatchObject({
      command: 'ERROR',
      body: 'STOMP 1.2 does not allow a bare CR in a header.',
    });
    expect((await strict.closed).code).toBe(1002);
    expect(realtime.handled).toEqual([]);
    const older = await realtime.connect('bela', { 'accept-version': '1.1' });
    older.write(bytes);
    await older.roundTrip();
    expect(realtime.handled).toHaveLength(1);
  });

  it('is refused in a CONNECT that ends in 1.2', async ({ realtime }) => {
    const client = await realtime.open();
    client.write('CONNECT\naccept-version:1.1,1.2\nlogin:a\rb\n\n\0');
    expect((await client.next()).body).toBe('STOMP 1.2 does not allow a bare CR in a header.');
    const older = await realtime.open('bela');
    older.write('CONNECT\naccept-version:1.1\nlogin:a\rb\n\n\0');
    expect((await older.next()).command).toBe('CONNECTED');
  });
});

describe('heart-beats', () => {
  it('may be as long as the largest 32-bit integer, which is never', async () => {
    await using realtime = await startRealtime({ heartBeatMs: 20 });
    const client = await realtime.connect('ada', { 'heart-beat': '2147483647,2147483647' });
    const other = await realtime.connect('bela', { 'heart-beat': '0,20' });
    while (other.heartBeats < 5) await other.arrival();
    await client.roundTrip();
    expect(client.heartBeats).toBe(0);
  });

  it('are refused beyond it', async ({ realtime }) => {
    const client = await realtime.open();
    client.frame('CONNECT', { 'accept-version': '1.2', 'heart-beat': '2147483648,0' });
    expect((await client.next()).headers.message).toBe('Malformed heart-beat header');
  });
});

describe('the ERROR of a malformed frame', () => {
  it.each([
    ['a header without colon', 'SEND\nreceipt:r\\c1\nnonsense\n\nbody\0', 'r\\c1'],
    ['a receipt after what is wrong', 'SEND\nnonsense\r\nreceipt:r2\r\n\r\nbody\0', 'r2'],
    ['an unknown escape', 'SEND\nname:\\q\nreceipt:r3\n\nbody\0', 'r3'],
    ['a frame that ends in its headers', 'SEND\nreceipt:r4\0', 'r4'],
    ['a wrong content-length', 'SEND\nreceipt:r5\ncontent-length:2\n\nbody\0', 'r5'],
    ['a content-length that is no number', 'SEND\nreceipt:r6\ncontent-length:two\n\nbody\0', 'r6'],
    ['a body that is too long', `SEND\nreceipt:r7\ncontent-length:${10 ** 6}\n\n`, 'r7'],
    ['no receipt but one in its body', 'SEND\nnonsense\n\n\nreceipt:no\n\0', undefined],
    ['a receipt that cannot be read', 'SEND\nnonsense\nreceipt:a\\q\n\nbody\0', undefined],
    ['no receipt but one in the next frame', 'SEND\nnonsense\n\n\0SEND\nreceipt:no\n\n\0', undefined],
  ])('names its receipt: %s', async (_name, bytes, receipt) => {
    await using realtime = await startRealtime();
    const client = await realtime.connect();
    const half = Math.ceil(bytes.length / 2);
    client.write(bytes.slice(0, half));
    client.write(bytes.slice(half));
    const error = await client.next();
    expect(error.command).toBe('ERROR');
    expect(/\nreceipt-id:(.*)\n/.exec(error.raw)?.[1]).toBe(receipt);
  });
});

describe('receipts within a transaction', () => {
  it.each(['1.0', '1.1', '1.2'])('come in version %s with the COMMIT, in order', async (version) => {
    const gate = Promise.withResolvers<void>();
    await using realtime = await startRealtime({ gate });
    const client = await realtime.connect('ada', { 'accept-version': version });
    client.frame('BEGIN', { transaction: 't', receipt: 'begun' });
    expect((await client.next()).headers['receipt-id']).toBe('begun');
    const within = { transaction: 't' };
    client.frame('SEND', { ...within, destination: '/app/note', receipt: 'one' }, '{"id":"one"}');
    client.frame('SEND', { ...within, destination: '/app/slow', receipt: 'two' }, '{"id":"two"}');
    await client.roundTrip();
    expect(client.pending).toEqual([]);
    client.frame('COMMIT', { ...within, receipt: 'done' });
    expect((await client.next()).headers['receipt-id']).toBe('one');
    // The next frames of this client wait for the slow SEND.
    await (await realtime.connect('bela')).roundTrip();
    expect(client.pending).toEqual([]);
    gate.resolve();
    for (const receipt of ['two', 'done']) expect((await client.next()).headers['receipt-id']).toBe(receipt);
  });

  it('do not come for what is aborted, refused or unreadable', async ({ client }) => {
    const note = { transaction: 't', destination: '/app/note' };
    client.frame('BEGIN', { transaction: 't' });
    client.frame('SEND', { ...note, receipt: 'aborted' }, '{"id":"a"}');
    client.frame('ABORT', { transaction: 't' });
    client.frame('BEGIN', { transaction: 't' });
    client.frame('SEND', { ...note, receipt: 'beside unreadable' }, '{"id":"b"}');
    client.frame('SEND', { ...note, receipt: 'unreadable' }, 'nonsense');
    client.frame('COMMIT', { transaction: 't', receipt: 'no' });
    client.frame('BEGIN', { transaction: 't' });
    client.frame('SEND', { ...note, destination: '/app/refuse', receipt: 'refused' }, '{"id":"c"}');
    client.frame('SEND', { ...note, receipt: 'good' }, '{"id":"d"}');
    client.frame('COMMIT', { transaction: 't', receipt: 'no' });
    client.frame('SEND', { destination: '/app/note', receipt: 'after' }, '{"id":"e"}');
    expect((await client.next()).headers['receipt-id']).toBe('good');
    expect((await client.next()).headers['receipt-id']).toBe('after');
  });

  it('of an ACK come with the COMMIT, too', async ({ client, realtime }) => {
    await client.subscribe('messages', { ack: 'client' });
    realtime.hub.deliver('ada', 'messages', '{}');
    const { ack = '' } = (await client.next('MESSAGE')).headers;
    client.frame('BEGIN', { transaction: 't' });
    client.frame('ACK', { id: ack, transaction: 't', receipt: 'acknowledged' });
    await client.roundTrip();
    expect(client.pending).toEqual([]);
    client.frame('COMMIT', { transaction: 't' });
    expect((await client.next()).headers['receipt-id']).toBe('acknowledged');
  });
});

describe('a subprotocol', () => {
  it.each([
    [['v10.stomp'], '1.0,1.1,1.2', '1.0'],
    [['v11.stomp', 'v10.stomp'], '1.2,1.1', '1.1'],
    [['v12.stomp'], '1.1', '1.1'],
    [[], '1.0,1.1,1.2', '1.2'],
  ])('of %j bounds the version: %s is spoken to in %s', async (protocols, accept, version) => {
    await using realtime = await startRealtime();
    const client = await realtime.open('ada', { protocols });
    expect((await client.connect({ 'accept-version': accept })).headers.version).toBe(version);
  });

  it('that leaves no version in common is refused', async ({ realtime }) => {
    const client = await realtime.open('ada', { protocols: ['v10.stomp'] });
    client.frame('CONNECT', { 'accept-version': '1.1,1.2' });
    expect(await client.next()).toMatchObject({
      headers: { message: 'Unsupported version', version: '1.0' },
      body: 'Supported protocol versions are 1.0',
    });
  });
});

describe('an upgrade', () => {
  const WEBSOCKET =
    'Connection: Upgrade\r\nUpgrade: websocket\r\n' +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

  it.each([
    ['by HTTP/1.0', 'GET /ws?token=ada HTTP/1.0\r\nHost: h\r\n'],
    ['without Host', 'GET /ws?token=ada HTTP/1.1\r\n'],
    ['with an empty Host', 'GET /ws?token=ada HTTP/1.1\r\nHost:\r\n'],
  ])('%s is refused', async (_name, head) => {
    await using realtime = await startRealtime();
    const socket = connect(Number(new URL(realtime.url).port), '127.0.0.1');
    socket.write(head + WEBSOCKET);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('refusal-code: not-upgradable');
    expect(realtime.counted).toEqual([]);
  });
});

describe('what is no WebSocket frame', () => {
  it.each([
    ['a frame without mask', Buffer.from([0x81, 0x01, 0x41]), 1002],
    ['a reserved bit', Buffer.from([0xc1, 0x80, 0, 0, 0, 0]), 1002],
    // Empty pieces of one message, none of them the last.
    [
      'a message in more than 16,384 pieces',
      Buffer.concat([
        Buffer.from([0x01, 0x80, 0, 0, 0, 0]),
        ...Array.from({ length: 16_384 }, () => Buffer.from([0x00, 0x80, 0, 0, 0, 0])),
      ]),
      1008,
    ],
  ])('closes: %s', async (_name, bytes, code) => {
    await using realtime = await startRealtime();
    const client = await realtime.connect();
    const below = (client.webSocket as unknown as { _socket: { write(bytes: Buffer): void } })._socket;
    below.write(bytes);
    expect(await client.closed).toEqual({ code, reason: '' });
  });
});
