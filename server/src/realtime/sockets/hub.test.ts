import { HOUR_MS } from '@herenow/contract/constants';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { eventually } from '@herenow/testing/eventually';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openRaw } from '@herenow/testing/raw-stomp';
import { startRealtime } from '@herenow/testing/realtime-server';
import { inRealtime } from '@herenow/testing/realtime-test';
import { watchUnhandled } from '@herenow/testing/unhandled';
import { createLocalBus } from '../bus/bus.ts';

const it = test.extend(inRealtime);

const ENDED = { code: 1008, reason: 'session ended' };

describe('sessions that end', () => {
  it('take their sockets with them, and only theirs', async ({ realtime }) => {
    const phone = await realtime.connect('ada/phone');
    const tab = await realtime.connect('ada/phone');
    const laptop = await realtime.connect('ada/laptop');
    realtime.hub.closeSession('ada/phone');
    expect(await phone.closed).toEqual(ENDED);
    expect(await tab.closed).toEqual(ENDED);
    await laptop.roundTrip();
    await eventually(() => expect(realtime.held()).toEqual({ connections: 1, people: ['ada'] }));
    expect(realtime.hub.sessionIds()).toEqual(['ada/laptop']);
  });

  it('by the bus as well', async ({ realtime }) => {
    const [phone, laptop, bela] = [
      await realtime.connect('ada/phone'),
      await realtime.connect('ada/laptop'),
      await realtime.connect('bela'),
    ];
    await realtime.bus.control({ kind: 'close-session', sessionId: 'ada/phone' });
    expect(await phone.closed).toEqual(ENDED);
    await laptop.roundTrip();
    await bela.roundTrip();
    await eventually(() => expect(realtime.held()).toEqual({ connections: 2, people: ['ada', 'bela'] }));
  });

  it('handle nothing and deliver nothing any more, even before the client has answered', async ({
    client,
    realtime,
  }) => {
    await client.subscribe('messages');
    realtime.hub.closeSession('ada/phone');
    realtime.hub.deliver('ada', 'messages', '{}');
    client.frame('SEND', { destination: '/app/note' }, '{"id":"late"}');
    expect(await client.closed).toEqual({ code: 1008, reason: 'session ended' });
    expect(client.pending).toEqual([]);
    expect(realtime.handled).toEqual([]);
  });

  it('while their socket is let in do not let it stay', async () => {
    const gate = Promise.withResolvers<void>();
    await using realtime = await startRealtime({
      authenticate: async () => {
        await gate.promise;
        return { userId: 'ada', sessionId: 's1' };
      },
    });
    using unhandled = watchUnhandled();
    const upgrading = once(realtime.server, 'upgrade');
    const opening = openRaw({ url: realtime.url, token: 't' });
    const [, socket] = (await upgrading) as [unknown, Duplex];
    realtime.hub.closeSession('s1');
    // Bytes that are no WebSocket frame, as if they had come with the request.
    socket.unshift(Buffer.alloc(4, 0xff));
    gate.resolve();
    await using client = await opening;
    expect(await client.closed).toEqual(ENDED);
    await eventually(() => expect(realtime.held()).toEqual({ connections: 0, people: [] }));
    expect(unhandled.errors).toEqual([]);
  });

  it('that were closed before may come again', async ({ realtime }) => {
    realtime.hub.closeSession('ada/phone');
    const client = await realtime.connect();
    await client.roundTrip();
    await eventually(() => expect(realtime.held().people).toEqual(['ada']));
  });
});

describe('sockets of one person', () => {
  it('are at most so many: the oldest makes way', async () => {
    await using realtime = await startRealtime({ maxConnectionsPerUser: 2 });
    const first = await realtime.connect('ada');
    const second = await realtime.connect('ada');
    const bela = await realtime.connect('bela');
    const third = await realtime.connect('ada');
    expect(await first.closed).toEqual({ code: 1008, reason: 'too many connections' });
    const fourth = await realtime.connect('ada');
    expect((await second.closed).code).toBe(1008);
    for (const client of [third, fourth, bela]) await client.roundTrip();
    await eventually(() => expect(realtime.held()).toEqual({ connections: 3, people: ['ada', 'bela'] }));
  });
});

describe('drain', () => {
  it('tells clients to come again elsewhere and takes no new ones', async ({ realtime }) => {
    const clients = [
      await realtime.connect('ada'),
      await realtime.connect('bela'),
      await realtime.open('chidi'),
    ];
    const drained = realtime.hub.drain();
    for (const client of clients)
      expect(await client.closed).toEqual({ code: 1012, reason: 'service restart' });
    await drained;
    await expect(openRaw({ url: realtime.url, token: 'dana' })).rejects.toThrow('503');
    await eventually(() => expect(realtime.held()).toEqual({ connections: 0, people: [] }));
  });

  it('finishes what has arrived first', async () => {
    const gate = Promise.withResolvers<void>();
    await using realtime = await startRealtime({ gate });
    const client = await realtime.connect();
    await client.subscribe('messages');
    client.frame('SEND', { destination: '/app/slow', receipt: 'slow' }, '{"id":"a"}');
    client.frame('SEND', { destination: '/app/note', receipt: 'note' }, '{"id":"b"}');
    const other = await realtime.connect('bela');
    await other.roundTrip();
    const drained = realtime.hub.drain();
    realtime.hub.deliver('ada', 'messages', '"still"');
    expect((await client.next()).body).toBe('"still"');
    gate.resolve();
    expect((await client.next()).headers['receipt-id']).toBe('slow');
    expect((await client.next()).headers['receipt-id']).toBe('note');
    expect((await client.closed).code).toBe(1012);
    await drained;
    expect(realtime.handled).toHaveLength(2);
  });

  it('does not wait longer than it may', async () => {
    const gate = Promise.withResolvers<void>();
    await using realtime = await startRealtime({ gate });
    const client = await realtime.connect();
    client.frame('SEND', { destination: '/app/slow' }, '{"id":"a"}');
    const silent = await realtime.connect('bela');
    silent.webSocket.pause();
    await realtime.hub.drain(50);
    await eventually(() => expect(realtime.held()).toEqual({ connections: 0, people: [] }));
    expect((await client.closed).code).toBe(1006);
  });

  it('lets some clients go at a time, who all come again after the same wait', async () => {
    await using realtime = await startRealtime({ movedAtOnce: 1, movePauseMs: HOUR_MS });
    const [first, second] = [await realtime.connect('ada'), await realtime.connect('bela')];
    void realtime.hub.moveAll();
    expect((await first.closed).code).toBe(1012);
    await second.roundTrip();
  });

  it('lets all clients go', async () => {
    await using realtime = await startRealtime({ movedAtOnce: 1, movePauseMs: 1 });
    const clients = [await realtime.connect('ada'), await realtime.connect('bela')];
    await realtime.hub.drain();
    for (const client of clients) expect((await client.closed).code).toBe(1012);
  });

  it('of a hub without sockets is done at once', async ({ realtime }) => {
    await realtime.hub.drain();
    await realtime.hub.drain();
    expect(realtime.held().connections).toBe(0);
  });
});

describe('the bus', () => {
  it('is joined with the first socket of a person and left with the last', async () => {
    const calls: string[] = [];
    const bus = {
      ...createLocalBus(),
      join: (userId: string) => void calls.push(`join ${userId}`),
      leave: (userId: string) => void calls.push(`leave ${userId}`),
    };
    await using realtime = await startRealtime({ bus });
    const first = await realtime.connect('ada');
    const second = await realtime.connect('ada');
    await first[Symbol.asyncDispose]();
    expect(calls).toEqual(['join ada']);
    await second[Symbol.asyncDispose]();
    await eventually(() => expect(calls).toEqual(['join ada', 'leave ada']));
  });

  it('has joined before CONNECTED is sent', async () => {
    const gate = Promise.withResolvers<void>();
    await using realtime = await startRealtime({ bus: { ...createLocalBus(), join: () => gate.promise } });
    const client = await realtime.open('ada');
    client.frame('CONNECT', { 'accept-version': '1.2' });
    client.frame('SUBSCRIBE', { id: 's', destination: '/user/queue/messages', receipt: 'r1' });
    await expect(openRaw({ url: realtime.url, token: 'mallory' })).rejects.toThrow('401');
    expect(client.pending).toEqual([]);
    gate.resolve();
    expect((await client.next()).command).toBe('CONNECTED');
    expect((await client.next()).command).toBe('RECEIPT');
  });

  it('that cannot be joined is told to the client and logged', async () => {
    const bus = { ...createLocalBus(), join: () => Promise.reject(new Error('no route')) };
    await using realtime = await startRealtime({ bus });
    const client = await realtime.open('ada');
    client.frame('CONNECT', { 'accept-version': '1.2' });
    expect((await client.next()).body).toBe(
      'Realtime messages are not available right now. Please try again.',
    );
    expect(realtime.log.join('')).toContain('no route');
  });

  it('of one node refuses to work when it is closed', async () => {
    const bus = createLocalBus();
    expect(await bus.ready()).toBe(true);
    await bus.close();
    expect(await bus.ready()).toBe(false);
    await expect(bus.publish({ userIds: ['ada'], queue: 'messages', body: '{}' })).rejects.toThrow('closed');
  });
});

describe('sockets that have lived as long as a token', () => {
  const OVER = { code: 1012, reason: 'token expired' };

  it('close when what has arrived is handled', async () => {
    // Without a random part, the socket that was opened first is the first to be over.
    using _random = vi.spyOn(Math, 'random').mockReturnValue(0);
    const gate = Promise.withResolvers<void>();
    await using realtime = await startRealtime({ gate, lifetimeMs: 2000 });
    const client = await realtime.connect();
    const slow = (id: string) => client.frame('SEND', { destination: '/app/slow' }, JSON.stringify({ id }));
    for (const id of ['first', 'behind it']) slow(id);
    const idle = await realtime.connect('bela');
    await idle.roundTrip();
    expect(await idle.closed).toEqual(OVER);
    expect(realtime.handled).toEqual([]);
    slow('too late');
    await (await realtime.connect('chidi')).roundTrip();
    gate.resolve();
    expect(await client.closed).toEqual(OVER);
    expect(realtime.handled).toHaveLength(2);
  });

  it('close also where more arrives than is handled @slow', async () => {
    await using realtime = await startRealtime({
      lifetimeMs: 2000,
      frameRate: { points: 20, seconds: 1, burst: 5 },
    });
    const client = await realtime.connect();
    const flood = setInterval(() => {
      for (let count = 0; count < 20; count += 1)
        client.frame('SEND', { destination: '/app/note' }, '{"id":"more"}');
    }, 10);
    onTestFinished(() => clearInterval(flood));
    expect(await client.closed).toEqual(OVER);
  });
});
