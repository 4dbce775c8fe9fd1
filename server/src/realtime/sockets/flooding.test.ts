import { eventually } from '@herenow/testing/eventually';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import type { RawStomp } from '@herenow/testing/raw-stomp';
import { startRealtime } from '@herenow/testing/realtime-server';
import { inRealtime } from '@herenow/testing/realtime-test';

const it = test.extend(inRealtime);

const refused = (n: number) => `SEND\ndestination:/app/throw\n\n{"id":"${n}"}\0`;
const handled = (n: number) => `SEND\ndestination:/app/note\n\n{"id":"${n}"}\0`;
const many = (count: number, frame: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => frame(n)).join('');

describe('one message of the WebSocket with very many frames', () => {
  it('lets everybody else have a turn every 32 frames', async () => {
    let turns = 0;
    await using realtime = await startRealtime();
    const client = await realtime.connect();
    const tick = () => {
      turns += 1;
      if (realtime.counted.length < 1000) setImmediate(tick);
    };
    client.write(many(1000, refused));
    await eventually(() => expect(realtime.counted.length).toBeGreaterThan(1), 0);
    tick();
    await eventually(() => expect(realtime.counted.length).toBeGreaterThanOrEqual(1001));
    expect(turns).toBeGreaterThanOrEqual(20);
  });

  it('is answered whole and in order', async ({ client, realtime }) => {
    await client.subscribe('errors');
    client.write(many(1000, (n) => (n % 2 ? handled(n) : refused(n))));
    await client.roundTrip();
    expect(realtime.handled.map(({ body }) => (body as { id: string }).id)).toEqual(
      Array.from({ length: 500 }, (_, n) => `${2 * n + 1}`),
    );
    expect(client.pending.map(({ body }) => (JSON.parse(body) as { id: string }).id)).toEqual(
      Array.from({ length: 500 }, (_, n) => `${2 * n}`),
    );
  });

  it('is worked through whole before a restart', async ({ client, realtime }) => {
    client.write(many(1500, handled));
    await eventually(() => expect(realtime.handled.length).toBeGreaterThan(0), 0);
    const drained = realtime.hub.drain();
    expect((await client.closed).code).toBe(1012);
    await drained;
    expect(realtime.handled).toHaveLength(1500);
  });

  it('is not worked through for who has gone', async ({ client, realtime }) => {
    client.write(many(1500, handled));
    await eventually(() => expect(realtime.handled.length).toBeGreaterThan(0), 0);
    client.webSocket.terminate();
    await eventually(() => expect(realtime.held().connections).toBe(0));
    const count = realtime.handled.length;
    await (await realtime.connect('bela')).roundTrip();
    expect(realtime.handled).toHaveLength(count);
  });

  it('does not make a client slow that reads', async () => {
    await using realtime = await startRealtime({ maxBuffered: 100_000 });
    const client = await realtime.connect();
    for (let id = 0; id < 4; id += 1)
      client.frame('SUBSCRIBE', { id: `${id}`, destination: '/user/queue/errors' });
    for (let round = 0; round < 5; round += 1) client.write(many(1500, refused));
    await client.roundTrip();
    expect(client.pending).toHaveLength(7500);
    expect(realtime.counted).not.toContain('closed slow');
  });
});

describe('a message of the WebSocket in parts', () => {
  const sendInParts = (webSocket: RawStomp['webSocket'], text: string, parts: number) => {
    const size = Math.ceil(text.length / parts);
    for (let part = 0; part < parts; part += 1)
      webSocket.send(text.slice(part * size, (part + 1) * size), { fin: part === parts - 1 });
  };

  it('is read when it has as many as a client needs', async ({ client, realtime }) => {
    sendInParts(client.webSocket, handled(1).replace('\0', `${' '.repeat(60_000)}\0`), 16);
    await client.roundTrip();
    expect(realtime.handled).toHaveLength(1);
  });

  it('ends the socket when it has more: each would keep alive what came with it', async ({
    client,
    realtime,
  }) => {
    sendInParts(client.webSocket, handled(1), 17);
    expect((await client.closed).code).toBe(1008);
    expect(realtime.handled).toEqual([]);
  });
});

describe('what a SEND ran into', () => {
  it('is told once, however often the queue is subscribed to', async ({ client }) => {
    for (let id = 0; id < 4; id += 1)
      client.frame('SUBSCRIBE', { id: `${id}`, destination: '/user/queue/errors' });
    client.write(refused(1));
    await client.roundTrip();
    expect(client.pending).toHaveLength(1);
  });
});

describe('a person who sends faster than the rate', () => {
  const frameRate = { points: 20, seconds: 1, burst: 250 };

  it('is served by the rate after the burst, over all sockets, and loses nothing', async () => {
    await using realtime = await startRealtime({ frameRate });
    const one = await realtime.connect('ada/phone');
    const other = await realtime.connect('ada/laptop');
    const quick = await realtime.connect('bela');
    one.write(many(150, handled));
    other.write(many(150, handled));
    await eventually(() => expect(realtime.handled.length).toBeGreaterThanOrEqual(248));
    expect(realtime.handled.length).toBeLessThan(270);
    // Others have rates of their own.
    quick.write(many(200, handled));
    await quick.roundTrip();
    realtime.clock.moveBy(1000);
    await eventually(() => expect(realtime.handled.length).toBeGreaterThanOrEqual(266 + 200));
    realtime.clock.moveBy(10_000);
    await eventually(() => expect(realtime.handled).toHaveLength(500));
  });

  it('is not disconnected for heart-beats that wait unread meanwhile', async () => {
    await using realtime = await startRealtime({
      frameRate: { points: 1, seconds: 60, burst: 5 },
      heartBeatMs: 20,
    });
    const client = await realtime.connect('ada', { 'heart-beat': '20,0' });
    client.write(many(200, handled));
    const delay = monitorEventLoopDelay();
    delay.enable();
    await eventually(() => expect(delay.count).toBeGreaterThan(20));
    delay.disable();
    expect(realtime.held().connections).toBe(1);
  });
});

describe('a person who sends more messages of the WebSocket than any client', () => {
  it.each([
    ['heart-beats', (one: RawStomp) => one.write('\n')],
    ['empty messages', (one: RawStomp) => one.write('')],
    ['pongs', ({ webSocket }: RawStomp) => webSocket.pong()],
  ])('is cut off, on each socket that goes on, and nobody else: %s', async (_name, flood) => {
    await using realtime = await startRealtime({ frameRate: { points: 20, seconds: 1, burst: 250 } });
    realtime.clock.stop();
    const [one, other, silent] = [
      await realtime.connect('ada/phone'),
      await realtime.connect('ada/laptop'),
      await realtime.connect('ada/tablet'),
    ];
    const bela = await realtime.connect('bela');
    for (let count = 0; count < 4900; count += 1) for (const socket of [one, other, bela]) flood(socket);
    await bela.roundTrip();
    expect(realtime.held().connections).toBe(4);
    for (let count = 0; count < 300; count += 1) for (const socket of [one, other]) flood(socket);
    for (const socket of [one, other]) expect((await socket.closed).code).toBe(1006);
    await bela.roundTrip();
    realtime.clock.moveBy(1000);
    await silent.roundTrip();
    expect(realtime.counted.filter((line) => line === 'closed too many')).toHaveLength(2);
  });
});
