import { eventually } from '@herenow/testing/eventually';
import { Client, Versions, type IMessage } from '@stomp/stompjs';
import { describe, expect, vi, test } from 'vitest';
import { WebSocket } from 'ws';
import { connectStomp } from '@herenow/testing/stomp-client';
import { startRealtime } from '@herenow/testing/realtime-server';
import { inRealtime } from '@herenow/testing/realtime-test';

const it = test.extend(inRealtime);

const QUEUES = ['messages', 'status', 'errors', 'messages-edit'];

/** A client of @stomp/stompjs that speaks only this version. */
async function connectWith(url: string, version: string) {
  const client = new Client({
    stompVersions: new Versions([version]),
    webSocketFactory: () => new WebSocket(`${url}?token=ada`),
    reconnectDelay: 0,
  });
  const connected = new Promise<void>((resolve) => (client.onConnect = () => resolve()));
  client.activate();
  await connected;
  return { client, [Symbol.asyncDispose]: () => client.deactivate({ force: true }) };
}

function receipt(client: Client, name: string): Promise<void> {
  return new Promise((resolve) => client.watchForReceipt(name, () => resolve()));
}

describe.each(['1.0', '1.1', '1.2'])('@stomp/stompjs with version %s', (version) => {
  it('negotiates it', async ({ realtime }) => {
    await using session = await connectWith(realtime.url, version);
    expect(session.client.connectedVersion).toBe(version);
  });

  it('receives a message with its text unharmed', async ({ realtime }) => {
    await using session = await connectWith(realtime.url, version);
    const arrived = new Promise<IMessage>((resolve) => {
      session.client.subscribe('/user/queue/messages', resolve, { receipt: 'subscribed' });
    });
    await receipt(session.client, 'subscribed');
    const body = JSON.stringify({ content: 'C:\\new\n👋 \u0000 é:' });
    await realtime.bus.publish({ userIds: ['ada'], queue: 'messages', body });
    expect((await arrived).body).toBe(body);
  });

  it('sends a body of several lines and gets the receipt', async ({ realtime }) => {
    await using session = await connectWith(realtime.url, version);
    const body = `{"id":"a",\n"chatId":"👋"}`;
    session.client.publish({ destination: '/app/note', body, headers: { receipt: 'r-1' } });
    await receipt(session.client, 'r-1');
    expect(realtime.handled).toEqual([
      { userId: 'ada', sessionId: 'ada/phone', body: { id: 'a', chatId: '👋' } },
    ]);
  });

  it('may acknowledge what it received', async ({ realtime }) => {
    await using session = await connectWith(realtime.url, version);
    const arrived = new Promise<IMessage>((resolve) => {
      session.client.subscribe('/user/queue/messages', resolve, { ack: 'client', receipt: 'subscribed' });
    });
    await receipt(session.client, 'subscribed');
    await realtime.bus.publish({ userIds: ['ada'], queue: 'messages', body: '{}' });
    (await arrived).ack({ receipt: 'acknowledged' });
    await receipt(session.client, 'acknowledged');
    expect(session.client.connected).toBe(true);
  });

  it('commits and aborts transactions', async ({ realtime }) => {
    await using session = await connectWith(realtime.url, version);
    const publish = (id: string, transaction: string) =>
      session.client.publish({
        destination: '/app/note',
        body: JSON.stringify({ id }),
        headers: { transaction },
      });
    const kept = session.client.begin();
    const dropped = session.client.begin();
    publish('kept', kept.id);
    publish('dropped', dropped.id);
    dropped.abort();
    kept.commit();
    await eventually(() => expect(realtime.handled.map(({ body }) => body)).toEqual([{ id: 'kept' }]));
  });

  it('says goodbye with a receipt', async ({ realtime }) => {
    const { client } = await connectWith(realtime.url, version);
    const said = new Promise<string | undefined>((resolve) => {
      client.onDisconnect = (frame) => resolve(frame.headers['receipt-id']);
    });
    await client.deactivate();
    expect(await said).toMatch(/^close-/);
    await eventually(() => expect(realtime.held()).toEqual({ connections: 0, people: [] }));
  });

  it('hears why it is thrown out', async ({ realtime }) => {
    await using session = await connectWith(realtime.url, version);
    const error = new Promise<[string | undefined, string]>((resolve) => {
      session.client.onStompError = (frame) => resolve([frame.headers.message, frame.body]);
    });
    session.client.subscribe('/user/queue/secrets', () => {});
    expect(await error).toEqual(['Unknown destination', 'There is no destination /user/queue/secrets.']);
  });
});

describe.each(['1.1', '1.2'])('heart-beats of @stomp/stompjs with version %s', (version) => {
  it('keep a quiet connection open both ways', async () => {
    await using realtime = await startRealtime({ heartBeatMs: 30 });
    const client = new Client({
      stompVersions: new Versions([version]),
      webSocketFactory: () => new WebSocket(`${realtime.url}?token=ada`),
      heartbeatIncoming: 30,
      heartbeatOutgoing: 30,
      // A busy machine may delay both sides for longer than a beat.
      heartbeatToleranceMultiplier: 100,
      reconnectDelay: 0,
    });
    let heard = 0;
    client.debug = (line) => void (line.includes('<<< PONG') && heard++);
    const lost = vi.fn<() => void>();
    client.onHeartbeatLost = lost;
    client.activate();
    await eventually(() => expect(heard).toBeGreaterThan(5));
    expect(client.connected).toBe(true);
    expect(lost).not.toHaveBeenCalled();
    await client.deactivate();
  });
});

describe('the test client', () => {
  it('collects events of all queues and finds the one that fits', async ({ realtime }) => {
    await using ada = await connectStomp({ url: realtime.url, token: 'ada', queues: QUEUES });
    const status = (id: string) => ({
      userIds: ['ada'],
      queue: 'status',
      body: JSON.stringify({ id, chatId: 'c', status: 'seen' }),
    });
    for (const id of ['one', 'two', 'three']) await realtime.bus.publish(status(id));
    expect(await ada.nextEvent('status', ({ id }) => id === 'two')).toMatchObject({ id: 'two' });
    expect(await ada.nextEvent('status')).toMatchObject({ id: 'one' });
    // No event is taken twice.
    expect(await ada.nextEvent('status')).toMatchObject({ id: 'three' });
    expect(ada.events).toHaveLength(3);
  });

  it('says what arrived when the event does not come', async ({ realtime }) => {
    await using ada = await connectStomp({ url: realtime.url, token: 'ada', queues: QUEUES });
    await expect(ada.nextEvent('messages', () => true, 1)).rejects.toThrow(
      'no event on messages within 1 ms; arrived: []',
    );
  });

  it('hears of a refused SEND', async ({ realtime }) => {
    await using ada = await connectStomp({ url: realtime.url, token: 'ada', queues: QUEUES });
    ada.client.publish({ destination: '/app/refuse', body: '{"id":"m1"}' });
    expect(await ada.nextEvent('errors')).toEqual({
      destination: '/app/refuse',
      id: 'm1',
      message: 'Chat not found',
    });
  });

  it('rejects when the token is refused', async ({ realtime }) => {
    await expect(connectStomp({ url: realtime.url, token: 'mallory' })).rejects.toThrow('401');
  });
});
