import { describe, expect, test } from 'vitest';
import { startRealtime } from '@herenow/testing/realtime-server';
import { inRealtime } from '@herenow/testing/realtime-test';

const it = test.extend(inRealtime);

const MESSAGES = '/user/queue/messages';

describe('SUBSCRIBE', () => {
  it.each(['1.0', '1.1', '1.2'])(
    'in version %s brings what is published as MESSAGE frames',
    async (version) => {
      await using realtime = await startRealtime();
      const client = await realtime.connect('ada', { 'accept-version': version });
      await client.subscribe('messages', { id: 'sub-0' });
      await realtime.bus.publish({ userIds: ['ada'], queue: 'messages', body: '{"a":"é"}' });
      const message = await client.next('MESSAGE');
      expect(message.headers).toEqual({
        subscription: 'sub-0',
        destination: MESSAGES,
        'message-id': expect.stringMatching(/.-1$/),
        'content-type': 'application/json;charset=utf-8',
        'content-length': '10',
      });
      expect(message.body).toBe('{"a":"é"}');
    },
  );

  it('in version 1.0 may leave out the id; then the MESSAGE has no subscription header', async ({
    realtime,
  }) => {
    const client = await realtime.connect('ada', { 'accept-version': '1.0' });
    client.write(`SUBSCRIBE\ndestination: ${MESSAGES}\nack: client\n\nthe body is ignored\0`);
    await client.roundTrip();
    await realtime.bus.publish({ userIds: ['ada'], queue: 'messages', body: '{}' });
    const message = await client.next('MESSAGE');
    expect(message.headers.destination).toBe(MESSAGES);
    expect(message.headers).not.toHaveProperty('subscription');
  });

  it('escapes the id in MESSAGE as the version does', async ({ realtime }) => {
    for (const [version, written] of [
      ['1.0', 'a\\b:c'],
      ['1.1', 'a\\\\b\\cc'],
      ['1.2', 'a\\\\b\\cc'],
    ] as const) {
      const client = await realtime.connect('ada', { 'accept-version': version });
      await client.subscribe('messages', { id: written });
      await realtime.bus.publish({ userIds: ['ada'], queue: 'messages', body: '{}' });
      const message = await client.next('MESSAGE');
      expect(message.raw).toContain(`\nsubscription:${written}\n`);
      expect(message.headers.subscription).toBe('a\\b:c');
      await client[Symbol.asyncDispose]();
    }
  });

  it('gives every message of a connection its own message-id', async ({ client, realtime }) => {
    await client.subscribe('messages');
    await client.subscribe('status');
    for (const queue of ['messages', 'status', 'messages'])
      await realtime.bus.publish({ userIds: ['ada'], queue, body: '{}' });
    const ids = new Set<string | undefined>();
    for (let i = 0; i < 3; i++) ids.add((await client.next('MESSAGE')).headers['message-id']);
    expect(ids.size).toBe(3);
  });

  it('twice on one destination with two ids brings every message twice', async ({ client, realtime }) => {
    await client.subscribe('messages', { id: 'one' });
    await client.subscribe('messages', { id: 'two' });
    await realtime.bus.publish({ userIds: ['ada'], queue: 'messages', body: '{}' });
    const ids = [await client.next('MESSAGE'), await client.next('MESSAGE')].map(
      ({ headers }) => headers.subscription,
    );
    expect(ids).toEqual(['one', 'two']);
  });

  it('brings nothing of other queues and other people', async ({ realtime }) => {
    const client = await realtime.connect('ada');
    await client.subscribe('messages');
    await realtime.bus.publish({ userIds: ['bela'], queue: 'messages', body: '"bela"' });
    await realtime.bus.publish({ userIds: ['ada'], queue: 'status', body: '"status"' });
    await realtime.bus.publish({ userIds: ['bela', 'ada'], queue: 'messages', body: '"both"' });
    expect((await client.next('MESSAGE')).body).toBe('"both"');
    await client.roundTrip();
    expect(client.pending).toEqual([]);
  });

  it('reaches every socket of a person that subscribed', async ({ realtime }) => {
    const phone = await realtime.connect('ada/phone');
    const laptop = await realtime.connect('ada/laptop');
    const quiet = await realtime.connect('ada/tablet');
    await phone.subscribe('messages');
    await laptop.subscribe('messages');
    realtime.hub.deliver('ada', 'messages', '"hello"');
    expect((await phone.next('MESSAGE')).body).toBe('"hello"');
    expect((await laptop.next('MESSAGE')).body).toBe('"hello"');
    await quiet.roundTrip();
    expect(quiet.pending).toEqual([]);
    expect(realtime.counted).toContain('delivered 2');
  });

  const headers = (more: Record<string, string>) => ({ id: 'x', destination: MESSAGES, ...more });
  it.each([
    ['1.2', 'without destination', { id: 'x' }, 'Missing header', 'SUBSCRIBE needs the header destination.'],
    ['1.1', 'without id', { destination: MESSAGES }, 'Missing header', 'SUBSCRIBE needs the header id.'],
    ['1.2', 'without id', { destination: MESSAGES }, 'Missing header', 'SUBSCRIBE needs the header id.'],
    [
      '1.2',
      'to an unknown queue',
      headers({ destination: '/user/queue/secrets' }),
      'Unknown destination',
      'There is no destination /user/queue/secrets.',
    ],
    [
      '1.2',
      "to someone's queue",
      headers({ destination: '/user/bela/queue/messages' }),
      'Unknown destination',
      'There is no destination /user/bela/queue/messages.',
    ],
    [
      '1.2',
      'to an application destination',
      headers({ destination: '/app/note' }),
      'Unknown destination',
      'There is no destination /app/note.',
    ],
    [
      '1.2',
      'to a queue of every object',
      headers({ destination: '/user/queue/constructor' }),
      'Unknown destination',
      'There is no destination /user/queue/constructor.',
    ],
    [
      '1.2',
      'in an unknown ack mode',
      headers({ ack: 'maybe' }),
      'Unknown ack mode',
      'STOMP 1.2 does not know the ack mode of this SUBSCRIBE.',
    ],
    [
      '1.0',
      'in an ack mode of 1.1',
      headers({ ack: 'client-individual' }),
      'Unknown ack mode',
      'STOMP 1.0 does not know the ack mode of this SUBSCRIBE.',
    ],
  ])('in version %s %s is an error', async (version, _name, subscribe, message, body) => {
    await using realtime = await startRealtime();
    const client = await realtime.connect('ada', { 'accept-version': version });
    client.frame('SUBSCRIBE', { ...subscribe, receipt: 'r1' });
    const error = await client.next();
    expect(error).toMatchObject({ command: 'ERROR', headers: { message, 'receipt-id': 'r1' }, body });
    expect(await client.closed).toEqual({ code: 1002, reason: message });
  });

  it.each(['1.0', '1.1', '1.2'])('in version %s refuses an id that is in use', async (version) => {
    await using realtime = await startRealtime();
    const client = await realtime.connect('ada', { 'accept-version': version });
    await client.subscribe('messages', { id: 'x' });
    client.frame('SUBSCRIBE', { id: 'x', destination: '/user/queue/status' });
    expect((await client.next('ERROR')).headers.message).toBe('Already subscribed');
  });

  it.each(['1.1', '1.2'])('in version %s must not have a body', async (version) => {
    await using realtime = await startRealtime();
    const client = await realtime.connect('ada', { 'accept-version': version });
    client.frame('SUBSCRIBE', { id: 'x', destination: MESSAGES }, 'body');
    expect((await client.next('ERROR')).body).toBe('SUBSCRIBE must not have a body.');
  });

  it('is possible four times for each queue: every message goes out once for each of them', async ({
    client,
  }) => {
    for (const queue of ['messages', 'status'])
      for (let i = 0; i < 4; i++)
        client.frame('SUBSCRIBE', { id: `${queue}${i}`, destination: `/user/queue/${queue}` });
    await client.roundTrip();
    client.frame('SUBSCRIBE', { id: 'another', destination: MESSAGES });
    expect(await client.next('ERROR')).toMatchObject({
      headers: { message: 'Too many subscriptions' },
      body: 'A connection may have at most 4 subscriptions of one queue.',
    });
  });

  it('takes an id of 200 characters and no longer one, since it goes out with every message', async ({
    client,
  }) => {
    await client.subscribe('messages', { id: 'x'.repeat(200) });
    await client.roundTrip();
    client.frame('SUBSCRIBE', { id: 'y'.repeat(201), destination: MESSAGES });
    expect(await client.next('ERROR')).toMatchObject({
      headers: { message: 'Id too long' },
      body: 'The id of a subscription may have at most 200 characters.',
    });
  });
});

describe('UNSUBSCRIBE', () => {
  it.each([
    ['1.0', { id: 'x' }],
    ['1.0', { destination: MESSAGES }],
    ['1.1', { id: 'x' }],
    ['1.2', { id: 'x' }],
  ])('in version %s by %j ends the messages', async (version, headers) => {
    await using realtime = await startRealtime();
    const client = await realtime.connect('ada', { 'accept-version': version });
    await client.subscribe('messages', { id: 'x' });
    client.frame('UNSUBSCRIBE', headers);
    await client.roundTrip();
    await realtime.bus.publish({ userIds: ['ada'], queue: 'messages', body: '{}' });
    await client.roundTrip();
    expect(client.pending).toEqual([]);
  });

  it('in version 1.0 ends a subscription without id by its destination', async ({ realtime }) => {
    const client = await realtime.connect('ada', { 'accept-version': '1.0' });
    client.frame('SUBSCRIBE', { destination: MESSAGES });
    client.frame('UNSUBSCRIBE', { destination: MESSAGES });
    client.frame('SUBSCRIBE', { destination: MESSAGES });
    await client.roundTrip();
    await realtime.bus.publish({ userIds: ['ada'], queue: 'messages', body: '{}' });
    await client.next('MESSAGE');
    await client.roundTrip();
    expect(client.pending).toEqual([]);
  });

  it('leaves the other subscriptions alone and frees the id', async ({ client, realtime }) => {
    await client.subscribe('messages', { id: 'x' });
    await client.subscribe('messages', { id: 'y' });
    client.frame('UNSUBSCRIBE', { id: 'x' });
    await client.subscribe('status', { id: 'x' });
    await realtime.bus.publish({ userIds: ['ada'], queue: 'messages', body: '{}' });
    await realtime.bus.publish({ userIds: ['ada'], queue: 'status', body: '{}' });
    const ids = [await client.next('MESSAGE'), await client.next('MESSAGE')].map(
      ({ headers }) => headers.subscription,
    );
    expect(ids).toEqual(['y', 'x']);
  });

  it.each([
    ['1.2', { id: 'nobody' }, 'Unknown subscription'],
    ['1.2', { destination: MESSAGES }, 'Missing header'],
    ['1.1', { destination: MESSAGES }, 'Missing header'],
    ['1.0', {}, 'Missing header'],
    ['1.0', { destination: '/user/queue/status' }, 'Unknown subscription'],
  ])('in version %s of %j is an error', async (version, headers, message) => {
    await using realtime = await startRealtime();
    const client = await realtime.connect('ada', { 'accept-version': version });
    await client.subscribe('messages');
    client.frame('UNSUBSCRIBE', headers);
    expect((await client.next('ERROR')).headers.message).toBe(message);
    expect((await client.closed).code).toBe(1002);
  });
});
