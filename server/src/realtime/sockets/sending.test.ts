import { describe, expect, test } from 'vitest';
import { startRealtime } from '@herenow/testing/realtime-server';
import { inRealtime } from '@herenow/testing/realtime-test';

const it = test.extend(inRealtime);

const note = (id: string) => JSON.stringify({ id });

describe('SEND', () => {
  it.each(['1.0', '1.1', '1.2'])('in version %s reaches the application with its sender', async (version) => {
    await using realtime = await startRealtime();
    const client = await realtime.connect('ada/laptop', { 'accept-version': version });
    client.frame(
      'SEND',
      { destination: '/app/note', 'content-type': 'application/json' },
      '{"id":"é","chatId":"c"}',
    );
    await client.roundTrip();
    expect(realtime.handled).toEqual([
      { userId: 'ada', sessionId: 'ada/laptop', body: { id: 'é', chatId: 'c' } },
    ]);
    expect(realtime.counted).toContain('sent /app/note handled');
  });

  it('takes frames split over WebSocket messages at every byte', async ({ client, realtime }) => {
    const bytes = Buffer.from('SEND\r\ndestination:/app/note\r\ncontent-length:14\r\n\r\n{"id":"a👋"}\0');
    // As binary messages: a text message may not end within a character.
    for (const byte of bytes) client.webSocket.send(Buffer.from([byte]), { binary: true });
    await client.roundTrip();
    expect(realtime.handled.map(({ body }) => body)).toEqual([{ id: 'a👋' }]);
  });

  it('takes many frames merged into one WebSocket message, in order', async ({ client, realtime }) => {
    const ids = Array.from({ length: 500 }, (_, i) => `m${i}`);
    client.write(ids.map((id) => `SEND\ndestination:/app/note\n\n${note(id)}\0\n`).join(''));
    await client.roundTrip();
    expect(realtime.handled.map(({ body }) => body)).toEqual(ids.map((id) => ({ id })));
  });

  it('takes binary WebSocket messages as well', async ({ client, realtime }) => {
    client.webSocket.send(Buffer.from(`SEND\ndestination:/app/note\n\n${note('b')}\0`), { binary: true });
    await client.roundTrip();
    expect(realtime.handled).toHaveLength(1);
  });

  it.each([
    ['without destination', {}, 'Missing header', 'SEND needs the header destination.'],
    [
      'to an unknown destination',
      { destination: '/app/nothing' },
      'Unknown destination',
      'There is no destination /app/nothing.',
    ],
    [
      'to a queue',
      { destination: '/user/queue/messages' },
      'Unknown destination',
      'There is no destination /user/queue/messages.',
    ],
    [
      'to a property of every object',
      { destination: 'constructor' },
      'Unknown destination',
      'There is no destination constructor.',
    ],
  ])('%s is an error', async (_name, headers, message, body) => {
    await using realtime = await startRealtime();
    const client = await realtime.connect();
    client.frame('SEND', { ...headers, receipt: 'r1' }, '{}');
    expect(await client.next()).toMatchObject({
      command: 'ERROR',
      headers: { message, 'receipt-id': 'r1' },
      body,
    });
    expect(await client.closed).toEqual({ code: 1002, reason: message });
  });
});

describe('a SEND that is refused', () => {
  it.each([
    ['not JSON', '/app/note', 'nonsense', 'bad-send-json', { message: 'The body must be JSON in UTF-8.' }],
    ['empty', '/app/note', '', 'bad-send-json', { message: 'The body must be JSON in UTF-8.' }],
    ['NUL', '/app/note', '\0', 'bad-send-json', { message: 'The body must be JSON in UTF-8.' }],
    [
      'of a wrong type',
      '/app/note',
      '{"id":7}',
      'bad-send-field',
      { message: expect.stringMatching(/^The field id is not as expected: ./) },
    ],
    [
      'not an object',
      '/app/note',
      '[]',
      'bad-send',
      { message: expect.stringMatching(/^The body is not as expected: ./) },
    ],
    [
      'null',
      '/app/note',
      'null',
      'bad-send',
      { message: expect.stringMatching(/^The body is not as expected: ./) },
    ],
    [
      'wrong beside its id',
      '/app/note',
      '{"id":"m1","chatId":7}',
      'bad-send-field',
      { id: 'm1', message: expect.stringContaining('chatId') },
    ],
    [
      'refused by the application',
      '/app/refuse',
      note('m1'),
      'chat-not-found',
      { id: 'm1', message: 'Chat not found' },
    ],
    [
      'refused at once',
      '/app/throw',
      note('m1'),
      'not-yours',
      { id: 'm1', message: 'You can only do this for yourself.' },
    ],
    [
      'a fault',
      '/app/fault',
      note('m1'),
      'fault',
      { id: 'm1', message: 'Something went wrong on our side. Please try again.' },
    ],
  ])(
    'because it is %s goes to the errors queue, and the session goes on',
    async (_name, destination, body, code, error) => {
      await using realtime = await startRealtime();
      const client = await realtime.connect();
      const bystander = await realtime.connect('ada/laptop');
      await client.subscribe('errors');
      await bystander.subscribe('errors');
      client.frame(
        'SEND',
        { destination, 'content-length': String(Buffer.byteLength(body)), receipt: 'r1' },
        body,
      );
      await client.roundTrip();
      const frames = client.pending.map((frame) => [
        frame.command,
        frame.headers['refusal-code'],
        JSON.parse(frame.body),
      ]);
      expect(frames).toEqual([['MESSAGE', code, { destination, ...error }]]);
      expect(realtime.counted).toContain(`sent ${destination} refused`);
      await bystander.roundTrip();
      expect(bystander.pending).toEqual([]);
    },
  );

  it('because it is not UTF-8 is told so', async ({ client }) => {
    await client.subscribe('errors');
    const frame = Buffer.concat([
      Buffer.from('SEND\ndestination:/app/note\n\n{"id":"'),
      Buffer.from([0xff]),
      Buffer.from('"}\0'),
    ]);
    client.webSocket.send(frame, { binary: true });
    expect(JSON.parse((await client.next('MESSAGE')).body)).toEqual({
      destination: '/app/note',
      message: 'The body must be JSON in UTF-8.',
    });
  });

  it('logs a fault whole and a refusal not at all', async ({ client, realtime }) => {
    client.frame('SEND', { destination: '/app/refuse' }, note('m1'));
    client.frame('SEND', { destination: '/app/fault' }, note('m2'));
    await client.roundTrip();
    expect(realtime.log).toHaveLength(1);
    expect(JSON.parse(realtime.log[0] ?? '')).toMatchObject({
      msg: 'realtime handler failed',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      destination: '/app/fault',
      err: { message: 'the disk is on fire', stack: expect.stringContaining('realtime-server') },
    });
  });
});

describe('frames behind a SEND that takes long', () => {
  it('wait for it, and each other, in order', async () => {
    const gate = Promise.withResolvers<void>();
    await using realtime = await startRealtime({ gate });
    const client = await realtime.connect();
    client.frame('SEND', { destination: '/app/slow', receipt: 'slow' }, note('first'));
    client.frame('SEND', { destination: '/app/note', receipt: 'quick' }, note('second'));
    client.frame('BEGIN', { transaction: 't', receipt: 'begun' });
    const other = await realtime.connect('bela');
    await other.roundTrip();
    expect(realtime.handled).toEqual([]);
    expect(client.pending).toEqual([]);
    gate.resolve();
    const receipts = [await client.next(), await client.next(), await client.next()];
    expect(receipts.map(({ headers }) => headers['receipt-id'])).toEqual(['slow', 'quick', 'begun']);
    expect(realtime.handled.map(({ body }) => body)).toEqual([{ id: 'first' }, { id: 'second' }]);
  });

  it('do not pile up: the socket is not read on, and everything is handled in the end', async () => {
    const gate = Promise.withResolvers<void>();
    await using realtime = await startRealtime({ gate, heartBeatMs: 20 });
    const client = await realtime.open();
    // The client goes on beating, but the server, which does not read meanwhile, must not take that for silence.
    await client.connect({ 'heart-beat': '20,20' });
    client.frame('SEND', { destination: '/app/slow' }, note('first'));
    const pad = ' '.repeat(10_000);
    for (let i = 0; i < 2000; i++) client.frame('SEND', { destination: '/app/note' }, note(`m${i}`) + pad);
    while (client.heartBeats < 12) await client.arrival();
    expect(client.webSocket.bufferedAmount).toBeGreaterThan(1_000_000);
    gate.resolve();
    await client.roundTrip();
    expect(realtime.handled).toHaveLength(2001);
  });

  it('still get delivered messages in between', async () => {
    const gate = Promise.withResolvers<void>();
    await using realtime = await startRealtime({ gate });
    const client = await realtime.connect();
    await client.subscribe('messages');
    client.frame('SEND', { destination: '/app/slow', receipt: 'slow' }, note('first'));
    const other = await realtime.connect('bela');
    await other.roundTrip();
    realtime.hub.deliver('ada', 'messages', '{}');
    expect((await client.next()).command).toBe('MESSAGE');
    gate.resolve();
    expect((await client.next()).headers['receipt-id']).toBe('slow');
  });
});
