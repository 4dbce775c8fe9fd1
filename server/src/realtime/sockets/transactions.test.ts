import { describe, expect, test } from 'vitest';
import type { RawStomp } from '@herenow/testing/raw-stomp';
import { startRealtime } from '@herenow/testing/realtime-server';
import { inRealtime } from '@herenow/testing/realtime-test';

const it = test.extend(inRealtime);

const send = (client: RawStomp, id: string, transaction: string, destination = '/app/note') =>
  client.frame('SEND', { destination, transaction }, JSON.stringify({ id }));

describe('transactions', () => {
  it.each(['1.0', '1.1', '1.2'])('in version %s hold SENDs back until COMMIT, in order', async (version) => {
    await using realtime = await startRealtime();
    const client = await realtime.connect('ada', { 'accept-version': version });
    client.frame('BEGIN', { transaction: 't' });
    send(client, 'one', 't', '/app/slow');
    send(client, 'two', 't');
    await client.roundTrip();
    expect(realtime.handled).toEqual([]);
    client.frame('COMMIT', { transaction: 't', receipt: 'done' });
    expect((await client.next()).headers['receipt-id']).toBe('done');
    expect(realtime.handled.map(({ body }) => body)).toEqual([{ id: 'one' }, { id: 'two' }]);
  });

  it('forget what was held back at ABORT', async ({ client, realtime }) => {
    client.frame('BEGIN', { transaction: 't' });
    send(client, 'one', 't');
    client.frame('ABORT', { transaction: 't', receipt: 'done' });
    expect((await client.next()).headers['receipt-id']).toBe('done');
    expect(realtime.handled).toEqual([]);
  });

  it('are aborted by DISCONNECT and by a lost socket', async ({ realtime }) => {
    const polite = await realtime.connect();
    polite.frame('BEGIN', { transaction: 't' });
    send(polite, 'one', 't');
    polite.frame('DISCONNECT');
    await polite.closed;
    const lost = await realtime.connect();
    lost.frame('BEGIN', { transaction: 't' });
    send(lost, 'two', 't');
    await lost.roundTrip();
    await lost[Symbol.asyncDispose]();
    await realtime.hub.drain();
    expect(realtime.handled).toEqual([]);
  });

  it('carry out nothing more once their session has ended', async () => {
    const gate = Promise.withResolvers<void>();
    await using realtime = await startRealtime({ gate });
    const client = await realtime.connect();
    client.frame('BEGIN', { transaction: 't' });
    send(client, 'one', 't', '/app/slow');
    send(client, 'two', 't');
    client.frame('COMMIT', { transaction: 't' });
    const other = await realtime.connect('bela');
    await other.roundTrip();
    realtime.hub.closeSession('ada/phone');
    gate.resolve();
    await client.closed;
    await other.roundTrip();
    expect(realtime.handled.map(({ body }) => body)).toEqual([{ id: 'one' }]);
  });

  it('of several names do not mix, and frames without a name go through', async ({ client, realtime }) => {
    client.frame('BEGIN', { transaction: 'a' });
    client.frame('BEGIN', { transaction: 'b' });
    send(client, 'in a', 'a');
    send(client, 'in b', 'b');
    client.frame('SEND', { destination: '/app/note' }, '{"id":"free"}');
    client.frame('COMMIT', { transaction: 'b' });
    client.frame('COMMIT', { transaction: 'a' });
    await client.roundTrip();
    expect(realtime.handled.map(({ body }) => body)).toEqual([
      { id: 'free' },
      { id: 'in b' },
      { id: 'in a' },
    ]);
  });

  it('may use a name again after their end', async ({ client, realtime }) => {
    for (const end of ['COMMIT', 'ABORT', 'COMMIT']) {
      client.frame('BEGIN', { transaction: 't' });
      send(client, end, 't');
      client.frame(end, { transaction: 't' });
    }
    await client.roundTrip();
    expect(realtime.handled).toHaveLength(2);
  });

  it('with a bad SEND in them do nothing, and say which one', async ({ client, realtime }) => {
    await client.subscribe('errors');
    client.frame('BEGIN', { transaction: 't' });
    send(client, 'good', 't');
    client.frame('SEND', { destination: '/app/note', transaction: 't' }, '{"id":7}');
    client.frame('COMMIT', { transaction: 't', receipt: 'done' });
    await client.roundTrip();
    expect(client.pending.map(({ command }) => command)).toEqual(['MESSAGE']);
    expect(JSON.parse(client.pending[0]?.body ?? '')).toMatchObject({ destination: '/app/note' });
    expect(realtime.handled).toEqual([]);
  });

  it('tell what the application refuses, without a receipt, and do the rest', async ({
    client,
    realtime,
  }) => {
    await client.subscribe('errors');
    client.frame('BEGIN', { transaction: 't' });
    send(client, 'refused', 't', '/app/refuse');
    send(client, 'good', 't');
    client.frame('COMMIT', { transaction: 't', receipt: 'done' });
    await client.roundTrip();
    expect(client.pending.map(({ body }) => body)).toEqual([
      '{"destination":"/app/refuse","id":"refused","message":"Chat not found"}',
    ]);
    expect(realtime.handled.map(({ body }) => body)).toEqual([{ id: 'good' }]);
  });

  it('hold ACKs back as well', async ({ client, realtime }) => {
    await client.subscribe('messages', { ack: 'client' });
    const receiveAll = async () => {
      for (let i = 0; i < 999; i++) realtime.hub.deliver('ada', 'messages', '{}');
      let ack: string | undefined;
      for (let i = 0; i < 999; i++) ack = (await client.next('MESSAGE')).headers.ack;
      return ack ?? '';
    };
    const last = await receiveAll();
    client.frame('BEGIN', { transaction: 't' });
    client.frame('ACK', { id: last, transaction: 't' });
    client.frame('COMMIT', { transaction: 't' });
    await client.roundTrip();
    client.frame('BEGIN', { transaction: 't' });
    client.frame('ACK', { id: await receiveAll(), transaction: 't' });
    client.frame('ABORT', { transaction: 't' });
    await client.roundTrip();
    for (let i = 0; i < 2; i++) realtime.hub.deliver('ada', 'messages', '{}');
    expect((await client.next()).command).toBe('MESSAGE');
    expect((await client.next()).headers.message).toBe('Too many messages wait for an ACK');
  });
});

describe('transaction errors', () => {
  const t = { transaction: 't' };
  it.each([
    ['BEGIN without a name', [['BEGIN', {}]], 'Missing header', 'BEGIN needs the header transaction.'],
    ['COMMIT without a name', [['COMMIT', {}]], 'Missing header', 'COMMIT needs the header transaction.'],
    ['ABORT without a name', [['ABORT', {}]], 'Missing header', 'ABORT needs the header transaction.'],
    [
      'BEGIN twice',
      [
        ['BEGIN', t],
        ['BEGIN', t],
      ],
      'Transaction already begun',
      'A transaction with this name is already open.',
    ],
    [
      'COMMIT of an unknown one',
      [['COMMIT', t]],
      'Unknown transaction',
      'COMMIT names a transaction that has not begun.',
    ],
    [
      'ABORT of an unknown one',
      [['ABORT', t]],
      'Unknown transaction',
      'ABORT names a transaction that has not begun.',
    ],
    [
      'COMMIT twice',
      [
        ['BEGIN', t],
        ['COMMIT', t],
        ['COMMIT', t],
      ],
      'Unknown transaction',
      'COMMIT names a transaction that has not begun.',
    ],
    [
      'SEND in an unknown one',
      [['SEND', { ...t, destination: '/app/note' }]],
      'Unknown transaction',
      'SEND names a transaction that has not begun.',
    ],
    [
      'SEND to an unknown destination in one',
      [
        ['BEGIN', t],
        ['SEND', { ...t, destination: '/app/x' }],
      ],
      'Unknown destination',
      'There is no destination /app/x.',
    ],
    [
      'more than 16 at once',
      Array.from({ length: 17 }, (_, i) => ['BEGIN', { transaction: `t${i}` }]),
      'Too many transactions',
      'A connection may have at most 16 open transactions.',
    ],
    [
      'more than 256 frames',
      [['BEGIN', t], ...Array.from({ length: 257 }, () => ['SEND', { ...t, destination: '/app/note' }])],
      'Transactions too large',
      'The open transactions of a connection may hold at most 256 frames and 1048576 bytes.',
    ],
  ] as Array<[string, Array<[string, Record<string, string>]>, string, string]>)(
    '%s',
    async (_name, frames, message, body) => {
      await using realtime = await startRealtime();
      const client = await realtime.connect();
      for (const [command, headers] of frames) client.frame(command, headers);
      expect(await client.next()).toMatchObject({ command: 'ERROR', headers: { message }, body });
      expect(await client.closed).toEqual({ code: 1002, reason: message });
      expect(realtime.handled).toEqual([]);
    },
  );

  it('more than a mebibyte', async ({ client }) => {
    client.frame('BEGIN', t);
    for (let i = 0; i < 18; i++) client.frame('SEND', { ...t, destination: '/app/note' }, ' '.repeat(60_000));
    expect((await client.next()).headers.message).toBe('Transactions too large');
  });

  it('room is given back by COMMIT and ABORT', async ({ client, realtime }) => {
    for (const end of ['COMMIT', 'ABORT', 'COMMIT']) {
      client.frame('BEGIN', t);
      for (let i = 0; i < 200; i++)
        client.frame('SEND', { ...t, destination: '/app/note' }, '{"id":"x"}'.padEnd(5000));
      client.frame(end, t);
    }
    await client.roundTrip();
    expect(realtime.handled).toHaveLength(400);
  });
});
