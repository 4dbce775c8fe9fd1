/** The STOMP connection of our web client, at this server and at a peer that says what a test wants. */
import { inRealtime } from '@herenow/testing/realtime-test';
import { eventually } from '@herenow/testing/eventually';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { WebSocketServer, type WebSocket as Peer } from 'ws';
import { openStomp, type StompHandlers } from '../../../../web/src/lib/realtime/stomp.ts';

const it = test.extend(inRealtime);
const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
afterEach(() => {
  vi.useRealTimers();
  warn.mockClear();
});

/** A connection that records what its handlers hear, in order. */
function connect(url: string) {
  const heard: unknown[][] = [];
  let wake = Promise.withResolvers<void>();
  const note =
    (what: string) =>
    (...rest: unknown[]) => {
      heard.push([what, ...rest]);
      wake.resolve();
      wake = Promise.withResolvers();
    };
  const handlers: StompHandlers = {
    onConnected: note('connected'),
    onMessage: note('message'),
    onReceipt: note('receipt'),
    onClose: note('closed'),
  };
  const stomp = openStomp(url, handlers);
  return {
    ...stomp,
    heard,
    /** Resolves once the handlers have heard this. */
    async hears(...what: unknown[]) {
      while (!heard.some((one) => JSON.stringify(one) === JSON.stringify(what))) await wake.promise;
    },
  };
}

describe('our client at this server', () => {
  it('subscribes, and receives a message with its text unharmed', async ({ realtime }) => {
    const client = connect(`${realtime.url}?token=ada`);
    await client.hears('connected');
    client.subscribe('one', '/user/queue/messages');
    client.subscribe('two', '/user/queue/status', 'ready');
    await client.hears('receipt', 'ready');
    const body = JSON.stringify({ content: 'C:\\new\n👋 \u0000 é:' });
    await realtime.bus.publish({ userIds: ['ada'], queue: 'messages', body });
    await client.hears('message', 'one', body);
    expect(client.heard).toEqual([['connected'], ['receipt', 'ready'], ['message', 'one', body]]);
    client.close();
  });

  it('sends', async ({ realtime }) => {
    const client = connect(`${realtime.url}?token=ada`);
    await client.hears('connected');
    expect(client.publish('/app/note', '{"id":"a",\n"chatId":"👋"}')).toBe(true);
    await eventually(() =>
      expect(realtime.handled).toEqual([
        { userId: 'ada', sessionId: 'ada/phone', body: { id: 'a', chatId: '👋' } },
      ]),
    );
    client.close();
  });

  it('says goodbye after what it has sent, and hears nothing any more', async ({ realtime }) => {
    const client = connect(`${realtime.url}?token=ada`);
    await client.hears('connected');
    client.subscribe('one', '/user/queue/messages', 'ready');
    await client.hears('receipt', 'ready');
    const before = client.heard.length;
    client.publish('/app/note', '{"id":"last"}');
    client.close();
    await realtime.bus.publish({ userIds: ['ada'], queue: 'messages', body: '{}' });
    await eventually(() => expect(realtime.held()).toEqual({ connections: 0, people: [] }));
    expect(realtime.handled).toHaveLength(1);
    expect(client.heard).toHaveLength(before);
    expect(client.publish('/app/note', '{"id":"late"}')).toBe(false);
  });

  it('logs why it is thrown out, and is closed once', async ({ realtime }) => {
    const client = connect(`${realtime.url}?token=ada`);
    await client.hears('connected');
    client.subscribe('one', '/user/queue/secrets');
    await client.hears('closed');
    expect(warn.mock.calls).toEqual([['Channel refused', 'Unknown destination']]);
    expect(client.heard).toEqual([['connected'], ['closed']]);
  });

  it('is closed when its token is refused', async ({ realtime }) => {
    const client = connect(`${realtime.url}?token=mallory`);
    await client.hears('closed');
    expect(client.heard).toEqual([['closed']]);
  });
});

/** A server that only says what it is told to, and records what arrives. */
async function openPeer() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const arrived: string[] = [];
  const opened = Promise.withResolvers<Peer>();
  let wake = Promise.withResolvers<void>();
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      arrived.push(data.toString());
      wake.resolve();
      wake = Promise.withResolvers();
    });
    opened.resolve(socket);
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `ws://127.0.0.1:${port}/ws`,
    socket: opened.promise,
    arrived,
    async arrives(text: string, count = 1) {
      while (arrived.filter((one) => one === text).length < count) await wake.promise;
    },
    async [Symbol.asyncDispose]() {
      for (const client of server.clients) client.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Only what the client itself measures time by: connections go on. */
const stopTime = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });

describe('our client', () => {
  it('offers all versions and heart-beats every ten seconds', async () => {
    await using peer = await openPeer();
    const client = connect(peer.url);
    const connecting = 'CONNECT\naccept-version:1.2,1.1,1.0\nhost:127.0.0.1\nheart-beat:10000,10000\n\n\0';
    await peer.arrives(connecting);
    expect((await peer.socket).protocol).toBe('v12.stomp');
    client.close();
  });

  it.each([
    ['1.2', String.raw`a\cb`, 'a:b'],
    ['1.1', String.raw`a\cb`, 'a:b'],
    ['1.0', String.raw`a\cb`, String.raw`a\cb`],
  ])('speaks version %s', async (version, written, read) => {
    await using peer = await openPeer();
    const client = connect(peer.url);
    const socket = await peer.socket;
    socket.send(`CONNECTED\nversion:${version}\n\n\0`);
    await client.hears('connected');
    client.subscribe(read, '/user/queue/messages');
    await peer.arrives(`SUBSCRIBE\nid:${written}\ndestination:/user/queue/messages\n\n\0`);
    socket.send(Buffer.from(`MESSAGE\nsubscription:${written}\n\nhello\0`), { binary: true });
    await client.hears('message', read, 'hello');
    expect(client.heard).toHaveLength(2);
    client.close();
  });

  it('speaks 1.0 without heart-beats to a server that names no version', async () => {
    await using peer = await openPeer();
    stopTime();
    const client = connect(peer.url);
    (await peer.socket).send('CONNECTED\nheart-beat:10000,10000\n\n\0');
    await client.hears('connected');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(client.heard).toEqual([['connected']]);
    client.publish('/app/note', '{}');
    await peer.arrives('SEND\ndestination:/app/note\ncontent-length:2\n\n{}\0');
    expect(peer.arrived).not.toContain('\n');
    client.close();
  });

  it.each([
    ['as often as it offered', '0,1000', 10_000],
    ['less often if the server wants that', '0,15000', 15_000],
  ])('beats %s', async (_name, header, interval) => {
    await using peer = await openPeer();
    stopTime();
    const client = connect(peer.url);
    (await peer.socket).send(`CONNECTED\nversion:1.2\nheart-beat:${header}\n\n\0`);
    await client.hears('connected');
    await vi.advanceTimersByTimeAsync(3 * interval - 1);
    await peer.arrives('\n', 2);
    client.publish('/app/note', '{}');
    await peer.arrives('SEND\ndestination:/app/note\ncontent-length:2\n\n{}\0');
    expect(peer.arrived.filter((one) => one === '\n')).toHaveLength(2);
    client.close();
    await vi.advanceTimersByTimeAsync(3 * interval);
    await peer.arrives('DISCONNECT\nreceipt:goodbye\n\n\0');
    expect(peer.arrived.at(-1)).toContain('DISCONNECT');
  });

  it('gives up a server that is silent for twice as long as it promised, and no other', async () => {
    await using peer = await openPeer();
    stopTime();
    const client = connect(peer.url);
    const socket = await peer.socket;
    socket.send('CONNECTED\nversion:1.2\nheart-beat:10000,0\n\n\0');
    await client.hears('connected');
    for (let beat = 0; beat < 4; beat += 1) {
      await vi.advanceTimersByTimeAsync(20_000);
      // The frame after the heart-beat shows that both have arrived.
      socket.send('\n');
      socket.send(`RECEIPT\nreceipt-id:${beat}\n\n\0`);
      await client.hears('receipt', String(beat));
    }
    await vi.advanceTimersByTimeAsync(20_000);
    expect(client.heard.at(-1)).toEqual(['receipt', '3']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(client.heard.at(-1)).toEqual(['closed']);
  });

  it('gives up a server that does not answer the CONNECT within ten seconds', async () => {
    await using peer = await openPeer();
    stopTime();
    const client = connect(peer.url);
    await peer.socket;
    await vi.advanceTimersByTimeAsync(9999);
    expect(client.heard).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(client.heard).toEqual([['closed']]);
  });

  it('closes without a goodbye when it is not connected yet', async () => {
    await using peer = await openPeer();
    const client = connect(peer.url);
    const socket = await peer.socket;
    const gone = new Promise((resolve) => socket.once('close', resolve));
    client.close();
    await gone;
    expect(peer.arrived.join('')).not.toContain('DISCONNECT');
    expect(client.heard).toEqual([]);
  });

  it('closes by itself if its goodbye is not answered within ten seconds', async () => {
    await using peer = await openPeer();
    stopTime();
    const client = connect(peer.url);
    const socket = await peer.socket;
    const gone = new Promise((resolve) => socket.once('close', resolve));
    socket.send('CONNECTED\nversion:1.2\n\n\0');
    await client.hears('connected');
    client.close();
    await vi.advanceTimersByTimeAsync(10_000);
    await gone;
    expect(client.heard).toEqual([['connected']]);
  });

  it('closes at a frame that is broken, after those before it', async () => {
    await using peer = await openPeer();
    const client = connect(peer.url);
    const socket = await peer.socket;
    const gone = new Promise((resolve) => socket.once('close', resolve));
    socket.send(
      'CONNECTED\nversion:1.2\n\n\0MESSAGE\nsubscription:a\n\nfirst\0MESSAGE\nnonsense\n\nsecond\0',
    );
    await client.hears('closed');
    await gone;
    expect(client.heard).toEqual([['connected'], ['message', 'a', 'first'], ['closed']]);
    expect(warn.mock.calls.map(([text, error]) => [text, String(error)])).toEqual([
      ['Channel failed', 'StompError: Malformed frame'],
    ]);
  });

  it('is closed when the server goes away', async () => {
    await using peer = await openPeer();
    const client = connect(peer.url);
    const socket = await peer.socket;
    socket.send('CONNECTED\nversion:1.2\nheart-beat:10000,10000\n\n\0');
    await client.hears('connected');
    socket.terminate();
    await client.hears('closed');
    expect(client.publish('/app/note', '{}')).toBe(false);
  });
});
