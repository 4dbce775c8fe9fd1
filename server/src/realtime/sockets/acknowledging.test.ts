import { describe, expect, test } from 'vitest';
import type { RawStomp, ReceivedFrame } from '@herenow/testing/raw-stomp';
import { startRealtime, type RealtimeServer } from '@herenow/testing/realtime-server';
import { inRealtime } from '@herenow/testing/realtime-test';

const it = test.extend(inRealtime);

/** Subscribes in this mode and receives so many messages. */
async function receive(
  realtime: RealtimeServer,
  client: RawStomp,
  ack: string,
  count = 3,
): Promise<ReceivedFrame[]> {
  await client.subscribe('messages', { id: 'sub', ack });
  const messages: ReceivedFrame[] = [];
  for (let i = 0; i < count; i++) {
    await realtime.bus.publish({ userIds: ['ada'], queue: 'messages', body: '{}' });
    messages.push(await client.next('MESSAGE'));
  }
  return messages;
}

/** The headers by which a version acknowledges a message. */
function naming(version: string, message: ReceivedFrame | undefined): Record<string, string> {
  const { ack = '', 'message-id': id = '' } = message?.headers ?? {};
  if (version === '1.2') return { id: ack };
  return version === '1.1' ? { subscription: 'sub', 'message-id': id } : { 'message-id': id };
}

describe('the ack header of MESSAGE', () => {
  it.each([
    ['1.2', 'client', true],
    ['1.2', 'client-individual', true],
    ['1.2', 'auto', false],
    ['1.1', 'client', false],
    ['1.0', 'client', false],
  ])('in version %s, mode %s: %s', async (version, mode, present) => {
    await using realtime = await startRealtime();
    const client = await realtime.connect('ada', { 'accept-version': version });
    const [message] = await receive(realtime, client, mode, 1);
    expect('ack' in (message?.headers ?? {})).toBe(present);
  });
});

describe('ACK and NACK', () => {
  it.each([
    ['1.0', 'client', 'ACK'],
    ['1.1', 'client', 'ACK'],
    ['1.1', 'client', 'NACK'],
    ['1.1', 'client-individual', 'ACK'],
    ['1.1', 'client-individual', 'NACK'],
    ['1.2', 'client', 'ACK'],
    ['1.2', 'client', 'NACK'],
    ['1.2', 'client-individual', 'ACK'],
    ['1.2', 'client-individual', 'NACK'],
    ['1.2', 'auto', 'ACK'],
  ])(
    'version %s, mode %s: %s is taken, in any order and again, with its receipt',
    async (version, mode, command) => {
      await using realtime = await startRealtime();
      const client = await realtime.connect('ada', { 'accept-version': version });
      const messages = await receive(realtime, client, mode);
      for (const index of [2, 0, 1, 1]) {
        const name =
          mode === 'auto'
            ? { id: messages[index]?.headers['message-id'] ?? '' }
            : naming(version, messages[index]);
        client.frame(command, { ...name, receipt: `r${index}` });
        expect((await client.next()).headers['receipt-id']).toBe(`r${index}`);
      }
    },
  );

  it.each([
    ['1.2', 'ACK', {}, 'Missing header', 'ACK needs the header id.'],
    ['1.2', 'NACK', {}, 'Missing header', 'NACK needs the header id.'],
    ['1.1', 'ACK', { subscription: 'sub' }, 'Missing header', 'ACK needs the header message-id.'],
    ['1.1', 'ACK', { 'message-id': 'FIRST' }, 'Missing header', 'ACK needs the header subscription.'],
    [
      '1.1',
      'NACK',
      { 'message-id': 'FIRST', subscription: 'other' },
      'Unknown subscription',
      'NACK names a subscription that did not receive this message.',
    ],
    ['1.0', 'ACK', {}, 'Missing header', 'ACK needs the header message-id.'],
    [
      '1.0',
      'ACK',
      { 'message-id': 'FIRST', subscription: 'other' },
      'Unknown subscription',
      'ACK names a subscription that did not receive this message.',
    ],
    [
      '1.0',
      'NACK',
      { 'message-id': 'FIRST' },
      'Unknown command',
      'There is no frame "NACK" in this version of STOMP.',
    ],
    [
      '1.2',
      'ACK',
      { id: 'nonsense' },
      'Unknown message',
      'ACK names a message that this connection never received.',
    ],
    [
      '1.2',
      'ACK',
      { id: 'FIRST0' },
      'Unknown message',
      'ACK names a message that this connection never received.',
    ],
    [
      '1.2',
      'ACK',
      { id: 'FIRST', transaction: 't' },
      'Unknown transaction',
      'ACK names a transaction that has not begun.',
    ],
  ])('version %s: %s with %j is an error', async (version, command, headers, message, body) => {
    await using realtime = await startRealtime();
    const client = await realtime.connect('ada', { 'accept-version': version });
    const [first] = await receive(realtime, client, 'client', 1);
    const id = first?.headers['message-id'] ?? '';
    const named = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('FIRST', id)]),
    );
    client.frame(command, { ...named, receipt: 'r1' });
    expect(await client.next()).toMatchObject({
      command: 'ERROR',
      headers: { message, 'receipt-id': 'r1' },
      body,
    });
    expect((await client.closed).code).toBe(1002);
  });

  it('after UNSUBSCRIBE is too late in 1.1, where it names the subscription', async ({ realtime }) => {
    const client = await realtime.connect('ada', { 'accept-version': '1.1' });
    const [first] = await receive(realtime, client, 'client', 1);
    client.frame('UNSUBSCRIBE', { id: 'sub' });
    client.frame('ACK', naming('1.1', first));
    expect((await client.next('ERROR')).headers.message).toBe('Unknown subscription');
  });
});

describe('messages without ACK', () => {
  const LIMIT = 1000;
  const fill = (realtime: RealtimeServer, count: number) => {
    for (let i = 0; i < count; i++) realtime.hub.deliver('ada', 'messages', '{}');
  };
  const take = async (client: RawStomp, count: number) => {
    let last: ReceivedFrame | undefined;
    for (let i = 0; i < count; i++) last = await client.next('MESSAGE');
    return last;
  };

  it('are bounded: the connection ends with an ERROR', async ({ client, realtime }) => {
    await client.subscribe('messages', { ack: 'client-individual' });
    fill(realtime, LIMIT + 1);
    await take(client, LIMIT);
    expect((await client.next()).headers.message).toBe('Too many messages wait for an ACK');
    expect((await client.closed).code).toBe(1002);
  });

  it('in mode client are all settled by an ACK of the last one', async ({ client, realtime }) => {
    await client.subscribe('messages', { ack: 'client' });
    fill(realtime, LIMIT);
    client.frame('ACK', naming('1.2', await take(client, LIMIT)));
    await client.roundTrip();
    fill(realtime, LIMIT);
    await take(client, LIMIT);
    await client.roundTrip();
    expect(client.pending).toEqual([]);
  });

  it('in mode client-individual are settled one by one', async ({ client, realtime }) => {
    await client.subscribe('messages', { ack: 'client-individual' });
    fill(realtime, LIMIT);
    client.frame('ACK', naming('1.2', await take(client, LIMIT)));
    await client.roundTrip();
    fill(realtime, 2);
    await take(client, 1);
    expect((await client.next()).headers.message).toBe('Too many messages wait for an ACK');
  });

  it('in mode client of another subscription are not settled', async ({ client, realtime }) => {
    await client.subscribe('status', { ack: 'client' });
    await client.subscribe('messages', { ack: 'client' });
    realtime.hub.deliver('ada', 'status', '{}');
    fill(realtime, LIMIT - 1);
    client.frame('ACK', naming('1.2', await take(client, LIMIT)));
    await client.roundTrip();
    fill(realtime, LIMIT);
    await take(client, LIMIT - 1);
    expect((await client.next()).headers.message).toBe('Too many messages wait for an ACK');
  });

  it('are forgotten with their subscription', async ({ client, realtime }) => {
    for (let round = 0; round < 3; round++) {
      await client.subscribe('messages', { ack: 'client' });
      fill(realtime, LIMIT);
      await take(client, LIMIT);
      client.frame('UNSUBSCRIBE', { id: 'messages' });
    }
    await client.roundTrip();
    expect(client.pending).toEqual([]);
  });
});
