import { eventually } from '@herenow/testing/eventually';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { openRaw } from '@herenow/testing/raw-stomp';
import { startRealtime } from '@herenow/testing/realtime-server';
import { inRealtime } from '@herenow/testing/realtime-test';

const it = test.extend(inRealtime);

describe('DISCONNECT', () => {
  it.each(['1.0', '1.1', '1.2'])(
    'in version %s is answered by its receipt, then the socket closes',
    async (version) => {
      await using realtime = await startRealtime();
      const client = await realtime.connect('ada', { 'accept-version': version });
      client.frame('DISCONNECT', { receipt: '77' });
      expect(await client.next()).toMatchObject({
        command: 'RECEIPT',
        headers: { 'receipt-id': '77' },
        body: '',
      });
      expect(await client.closed).toEqual({ code: 1000, reason: 'goodbye' });
      await eventually(() => expect(realtime.held()).toEqual({ connections: 0, people: [] }));
    },
  );

  it('waits for the frames before it', async () => {
    const gate = Promise.withResolvers<void>();
    await using realtime = await startRealtime({ gate });
    const client = await realtime.connect();
    client.frame('SEND', { destination: '/app/slow' }, '{"id":"a"}');
    client.frame('DISCONNECT', { receipt: '77' });
    const other = await realtime.connect('bela');
    await other.roundTrip();
    expect(client.pending).toEqual([]);
    gate.resolve();
    await client.next('RECEIPT');
    expect(realtime.handled).toHaveLength(1);
  });

  it('ends what comes after it', async ({ client, realtime }) => {
    client.write('DISCONNECT\n\n\0SEND\ndestination:/app/note\n\n{"id":"late"}\0nonsense\0');
    expect((await client.closed).code).toBe(1000);
    expect(client.pending).toEqual([]);
    expect(realtime.handled).toEqual([]);
  });
});

describe('receipts', () => {
  it.each([
    ['SUBSCRIBE', { id: 'x', destination: '/user/queue/messages' }],
    ['UNSUBSCRIBE', { id: 'messages' }],
    ['SEND', { destination: '/app/note' }],
    ['BEGIN', { transaction: 't' }],
    ['COMMIT', { transaction: 'open' }],
    ['ABORT', { transaction: 'open' }],
  ])('answer %s in every version', async (command, headers) => {
    await using realtime = await startRealtime();
    for (const [version, written] of [
      ['1.0', 'a\\b:c'],
      ['1.1', 'a\\\\b\\cc'],
      ['1.2', 'a\\\\b\\cc\\r'],
    ] as const) {
      const client = await realtime.connect('ada', { 'accept-version': version });
      await client.subscribe('messages');
      client.frame('BEGIN', { transaction: 'open' });
      client.frame(command, { ...headers, receipt: written }, command === 'SEND' ? '{"id":"x"}' : '');
      expect((await client.next()).raw, version).toBe(`RECEIPT\nreceipt-id:${written}\n\n\0`);
    }
  });
});

describe('a frame that is not STOMP', () => {
  it.each([
    [
      'an unknown command',
      'HELLO\n\n\0',
      'Unknown command',
      'There is no frame "HELLO" in this version of STOMP.',
    ],
    [
      'a server command',
      'MESSAGE\n\n\0',
      'Unknown command',
      'There is no frame "MESSAGE" in this version of STOMP.',
    ],
    [
      'a command in lower case',
      'send\n\n\0',
      'Unknown command',
      'There is no frame "send" in this version of STOMP.',
    ],
    [
      'a very long command',
      `${'X'.repeat(5000)}\n\n\0`,
      'Unknown command',
      'There is no frame "XXXXXXXXXXXXXXXXXXXX" in this version of STOMP.',
    ],
    [
      'a header without colon',
      'BEGIN\ntransaction\n\n\0',
      'Malformed frame',
      'Every header line must be a name, a colon and a value.',
    ],
    [
      'an unknown escape',
      'BEGIN\ntransaction:\\t\n\n\0',
      'Malformed frame',
      'STOMP 1.2 does not know the escape sequence \\t in a header.',
    ],
    [
      'a frame without blank line',
      'DISCONNECT\nreceipt:77\n\0',
      'Malformed frame',
      'The frame ends before the blank line that closes its headers.',
    ],
    [
      'a wrong content-length',
      'SEND\ncontent-length:1\n\nabc\0',
      'Malformed frame',
      'The frame does not end with NUL after its content-length of 1 bytes.',
    ],
    [
      'a body where none may be',
      'BEGIN\ntransaction:t\n\nbody\0',
      'Malformed frame',
      'BEGIN must not have a body.',
    ],
    [
      'too many headers',
      `SEND\n${'a:b\n'.repeat(65)}\n\0`,
      'Too many headers',
      'A frame may have at most 64 headers.',
    ],
    [
      'a header line too long',
      `SEND\na:${'b'.repeat(9000)}\n\n\0`,
      'Header line too long',
      'A header line may have at most 8192 bytes.',
    ],
    [
      'a content-length too large',
      'SEND\ncontent-length:70000\n\n',
      'Frame too large',
      'A frame may have at most 65536 bytes.',
    ],
  ])('%s is answered by ERROR, then the socket closes', async (_name, bytes, message, body) => {
    await using realtime = await startRealtime();
    const client = await realtime.connect();
    client.write(bytes);
    const error = await client.next();
    expect(error).toMatchObject({
      command: 'ERROR',
      headers: { message, 'content-type': 'text/plain' },
      body,
    });
    expect(error.headers['content-length']).toBe(String(Buffer.byteLength(body)));
    expect(await client.closed).toEqual({ code: 1002, reason: message });
    expect(client.pending).toEqual([]);
  });

  it('over 64 KiB in one WebSocket message is cut off by the WebSocket itself', async ({
    client,
    realtime,
  }) => {
    client.write(`SEND\ndestination:/app/note\n\n${' '.repeat(65_536)}\0`);
    expect((await client.closed).code).toBe(1009);
    await eventually(() => expect(realtime.counted).toContain('closed too large'));
  });

  it('over 64 KiB in many WebSocket messages is answered by ERROR', async ({ client }) => {
    client.write('SEND\ndestination:/app/note\n\n');
    for (let i = 0; i < 20; i++) client.write(' '.repeat(4096));
    expect((await client.next()).headers.message).toBe('Frame too large');
    expect((await client.closed).code).toBe(1002);
  });
});

describe('a slow consumer', () => {
  it('is cut off when too much waits for it, and the others go on', async () => {
    await using realtime = await startRealtime({ maxBuffered: 200_000 });
    const slow = await realtime.connect('ada/phone');
    const quick = await realtime.connect('ada/laptop');
    await slow.subscribe('messages');
    await quick.subscribe('messages');
    slow.webSocket.pause();
    const body = JSON.stringify('x'.repeat(50_000));
    let delivered = 0;
    while (realtime.held().connections === 2) {
      realtime.hub.deliver('ada', 'messages', body);
      delivered++;
      await quick.next('MESSAGE');
    }
    expect(delivered).toBeGreaterThan(4);
    await eventually(() => expect(realtime.counted).toContain('closed slow'));
    realtime.hub.deliver('ada', 'messages', '"after"');
    expect((await quick.next('MESSAGE')).body).toBe('"after"');
    slow.webSocket.resume();
    expect((await slow.closed).code).toBe(1006);
  });

  it('has no more room on many sockets than on one', async () => {
    await using realtime = await startRealtime({ maxBuffered: 200_000 });
    const sockets = await Promise.all(['a', 'b', 'c', 'd'].map((one) => realtime.connect(`ada/${one}`)));
    for (const socket of sockets) await socket.subscribe('messages');
    const other = await realtime.connect('bela');
    await other.subscribe('messages');
    // In one turn, in which nobody can read: of these three, each socket alone has room for all.
    for (let count = 0; count < 3; count += 1)
      for (const userId of ['ada', 'bela'])
        realtime.hub.deliver(userId, 'messages', JSON.stringify('x'.repeat(50_000)));
    const closed = () => realtime.counted.filter((one) => one === 'closed slow');
    await eventually(() => expect(closed()).toHaveLength(3));
    expect(realtime.held()).toEqual({ connections: 2, people: ['ada', 'bela'] });
    for (let count = 0; count < 3; count += 1) await other.next('MESSAGE');
  });
});

describe('sockets that vanish', () => {
  it('during the handshake leave nothing behind', async () => {
    const gate = Promise.withResolvers<void>();
    await using realtime = await startRealtime({
      authenticate: async () => {
        await gate.promise;
        return { userId: 'ada', sessionId: 's' };
      },
    });
    const { port } = new URL(realtime.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      'GET /ws?token=t HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    await new Promise((resolve) => realtime.server.once('upgrade', resolve));
    socket.resetAndDestroy();
    const other = openRaw({ url: realtime.url, token: 'u' });
    await new Promise((resolve) => realtime.server.once('upgrade', resolve));
    gate.resolve();
    await using client = await other;
    await client.connect();
    await eventually(() => expect(realtime.held()).toEqual({ connections: 1, people: ['ada'] }));
  });

  it('without goodbye are forgotten', async ({ client, realtime }) => {
    client.webSocket.terminate();
    await eventually(() => expect(realtime.held()).toEqual({ connections: 0, people: [] }));
  });
});
