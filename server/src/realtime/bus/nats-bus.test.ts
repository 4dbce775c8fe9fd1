import { once } from 'node:events';
import { createServer } from 'node:net';
import { eventually } from '@herenow/testing/eventually';
import { cuttableLine } from '@herenow/testing/cuttable-line';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startNats, type NatsServer } from '@herenow/testing/nats-server';
import { startRealtime } from '@herenow/testing/realtime-server';
import { createLog } from '../../lib/log.ts';
import type { Bus } from './bus.ts';
import { connectNatsBus } from './nats-bus.ts';

const log = createLog('silent');

describe('two nodes on one NATS', () => {
  let nats: NatsServer;
  beforeAll(async () => {
    nats = await startNats();
  });
  afterAll(() => nats[Symbol.asyncDispose]());

  async function startNode() {
    const bus = await connectNatsBus({ url: nats.url, log });
    const realtime = await startRealtime({ bus });
    return {
      ...realtime,
      async [Symbol.asyncDispose]() {
        await realtime[Symbol.asyncDispose]();
        await bus.close();
      },
    };
  }

  const message = (userIds: string[], text: string) => ({
    userIds,
    queue: 'messages',
    body: JSON.stringify({ text }),
  });

  it('delivers to sockets on both nodes, once each', async () => {
    await using one = await startNode();
    await using two = await startNode();
    const clients = [await one.connect('ada'), await two.connect('ada/laptop'), await two.connect('bela')];
    for (const client of clients) await client.subscribe('messages');
    await one.bus.publish(message(['ada', 'bela'], 'first 👋'));
    await two.bus.publish(message(['ada', 'bela'], 'second'));
    for (const client of clients) {
      const bodies = [await client.next('MESSAGE'), await client.next('MESSAGE')].map(({ body }) => body);
      expect(bodies.toSorted()).toEqual(['{"text":"first 👋"}', '{"text":"second"}']);
      await client.roundTrip();
      expect(client.pending).toEqual([]);
    }
  });

  it('keeps the order of one publisher', async () => {
    await using one = await startNode();
    await using two = await startNode();
    const client = await two.connect('ada');
    await client.subscribe('messages');
    await Promise.all(Array.from({ length: 500 }, (_, i) => one.bus.publish(message(['ada'], String(i)))));
    const texts: string[] = [];
    while (texts.length < 500) texts.push((await client.next('MESSAGE')).body);
    expect(texts).toEqual(Array.from({ length: 500 }, (_, i) => `{"text":"${i}"}`));
  });

  it('misses nothing that is published after CONNECTED', async () => {
    await using one = await startNode();
    await using two = await startNode();
    for (let round = 0; round < 20; round++) {
      const client = await two.connect('ada');
      await client.subscribe('messages');
      await one.bus.publish(message(['ada'], String(round)));
      expect((await client.next('MESSAGE')).body).toBe(`{"text":"${round}"}`);
      await client[Symbol.asyncDispose]();
    }
  });

  it('asks NATS only for people who are connected here', async () => {
    await using one = await startNode();
    await using two = await startNode();
    const deliveries: string[] = [];
    two.bus.listen({ deliver: (userIds) => deliveries.push(...userIds) });
    const ada = await one.connect('ada');
    const bela = await two.connect('bela');
    await ada.subscribe('messages');
    await bela.subscribe('messages');
    await one.bus.publish(message(['ada'], 'not for two'));
    await one.bus.publish(message(['bela'], 'for two'));
    await bela.next('MESSAGE');
    expect(deliveries).toEqual(['bela']);
  });

  it('closes the sockets of a session on every node', async () => {
    await using one = await startNode();
    await using two = await startNode();
    const phone = await one.connect('ada/phone');
    const laptop = await two.connect('ada/laptop');
    const bela = await two.connect('bela');
    await one.bus.control({ kind: 'close-session', sessionId: 'ada/laptop' });
    expect(await laptop.closed).toEqual({ code: 1008, reason: 'session ended' });
    await phone.roundTrip();
    await two.bus.control({ kind: 'close-session', sessionId: 'ada/phone' });
    expect(await phone.closed).toEqual({ code: 1008, reason: 'session ended' });
    await bela.roundTrip();
  });

  it('knows which sessions of a person are connected, at whichever node', async () => {
    await using one = await startNode();
    await using two = await startNode();
    const tabs = await Promise.all([one.connect('ada/phone'), one.connect('ada/phone')]);
    const laptop = await two.connect('ada/laptop');
    await two.connect('bela');
    for (const { bus } of [one, two]) {
      expect((await bus.sessionsOf('ada')).toSorted()).toEqual(['ada/laptop', 'ada/phone']);
      expect(await bus.sessionsOf('bela')).toEqual(['bela/phone']);
      expect(await bus.sessionsOf('chidi')).toEqual([]);
    }
    await laptop[Symbol.asyncDispose]();
    for (const tab of tabs) await tab.roundTrip();
    await eventually(async () => expect(await one.bus.sessionsOf('ada')).toEqual(['ada/phone']));
  });

  it('takes ids that NATS would read as wildcards', async () => {
    const one: Bus = await connectNatsBus({ url: nats.url, log });
    const heard: string[] = [];
    one.listen({ deliver: (userIds) => heard.push(...userIds) });
    await one.join('a.*');
    await one.join('b c>');
    await one.publish(message(['a.*', 'b c>', 'a.b'], 'odd'));
    await eventually(() => expect(heard).toEqual(['a.*', 'b c>']));
    await one.close();
  });
});

describe('NATS going away', () => {
  it('refuses to publish, tells clients to come again when it is back, and delivers again', async () => {
    await using nats = await startNats();
    const bus = await connectNatsBus({ url: nats.url, log });
    await using realtime = await startRealtime({ bus });
    const client = await realtime.connect('ada');
    expect(await bus.ready()).toBe(true);

    await nats.kill();
    const publish = () => bus.publish({ userIds: ['ada'], queue: 'messages', body: '{}' });
    await expect(publish()).rejects.toThrow(/disconnected|not reachable/);
    expect(await bus.ready()).toBe(false);
    // A new client is accepted: a server with a database reads there what the bus does not deliver.
    await realtime.connect('bela');

    await nats.restart();
    expect(await client.closed).toEqual({ code: 1012, reason: 'service restart' });
    const again = await realtime.connect('ada');
    await again.subscribe('messages');
    await publish();
    expect((await again.next('MESSAGE')).body).toBe('{}');
    await bus.close();
  });

  it('from one node only: it closes its own sockets at once, those of the others when it is back', async () => {
    await using nats = await startNats();
    await using line = await cuttableLine(new URL(nats.url).host);
    const lines: string[] = [];
    const heardLog = createLog('info', { write: (text) => void lines.push(JSON.parse(text).msg) });
    const here = await connectNatsBus({ url: `nats://${line.host}`, log: heardLog });
    const there = await connectNatsBus({ url: nats.url, log });
    const heard: string[] = [];
    const listen = (bus: Bus, name: string) =>
      bus.listen({
        control: (control) => heard.push(`${name} ${control.kind}`),
        gap: () => heard.push(`${name} gap`),
      });
    listen(here, 'here');
    listen(there, 'there');
    line.cut();
    await eventually(async () => expect(await here.ready()).toBe(false));
    await here.control({ kind: 'close-session', sessionId: 's1' });
    expect(heard).toEqual(['here close-session']);
    line.mend();
    await eventually(() => expect(heard).toContain('there close-session'));
    expect(heard).not.toContain('there gap');
    expect(lines).toEqual(['realtime bus lost', 'realtime bus is back']);
    await Promise.all([here.close(), there.close()]);
  });

  it('is found again also after the server has refused its credentials for a while', async () => {
    await using nats = await startNats();
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line).msg) });
    const bus = await connectNatsBus({ url: nats.url, log });
    await nats.kill();
    let refused = 0;
    const refusing = createServer((socket) => {
      socket.on('error', () => {}).on('close', () => (refused += 1));
      socket.write('INFO {"version":"2.10.0","max_payload":1048576}\r\n');
      socket.once('data', () => socket.end("-ERR 'Authorization Violation'\r\n"));
    }).listen(Number(new URL(nats.url).port), '127.0.0.1');
    await eventually(() => expect(refused).toBeGreaterThan(2));
    refusing.close();
    await once(refusing, 'close');
    await nats.restart();
    await eventually(async () => expect(await bus.ready()).toBe(true));
    expect(lines).toEqual(['realtime bus lost', 'realtime bus refuses this node: check NATS_URL']);
    await bus.close();
  });

  it('is found again also after the clock of the machine was set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    await using nats = await startNats();
    const bus = await connectNatsBus({ url: nats.url, log });
    vi.useRealTimers();
    await nats.kill();
    await nats.restart();
    await eventually(async () => expect(await bus.ready()).toBe(true));
    await bus.close();
  });

  it('says which server does not answer, without the password', async () => {
    await using nats = await startNats();
    await nats.kill();
    const url = nats.url.replace('nats://', 'nats://ada:secret@');
    const failure = await connectNatsBus({ url, log }).catch((error: unknown) => String(error));
    expect(failure).toBe(
      `StartError: NATS at ${new URL(url).host} cannot be used (connection refused). Start it, or correct NATS_URL.`,
    );
  });

  it.each([
    ['a user and a password', ['--user', 'ada', '--pass', 'secret'], 'ada:secret@'],
    ['a token', ['--auth', 'secret'], 'secret@'],
  ])('connects with %s and not without', async (_name, flags, credentials) => {
    await using nats = await startNats(...flags);
    const bus = await connectNatsBus({ url: nats.url.replace('nats://', `nats://${credentials}`), log });
    expect(await bus.ready()).toBe(true);
    await bus.close();
    await expect(connectNatsBus({ url: nats.url, log })).rejects.toThrow('(Authorization Violation)');
  });

  it('does not speak in the clear when TLS is asked for', async () => {
    await using nats = await startNats();
    await expect(connectNatsBus({ url: nats.url.replace('nats:', 'tls:'), log })).rejects.toThrow(
      "(server does not support 'tls')",
    );
  });
});
