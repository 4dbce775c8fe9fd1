import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { startPushService } from '@herenow/testing/push-service';
import { expect, test, vi } from 'vitest';
import webPush from 'web-push';
import { createSender, MAX_SOCKETS_PER_HOST } from '../src/features/push/sender.ts';
import { readSubscription } from '../src/features/push/subscription.ts';

const SENT = 3 * MAX_SOCKETS_PER_HOST;
const PATIENCE_MS = 300;
const PUSH = { userId: 'ada', payload: '{}', ttlSeconds: 60, topic: 'topic' };

test('pushes that a busy service cannot take cost neither encryption nor a connection', async () => {
  await using service = await startPushService({ silent: true });
  const sender = createSender({
    vapid: webPush.generateVAPIDKeys(),
    subject: 'mailto:hello@herenow.example',
    transport: service.transport,
  });
  const encrypt = vi.spyOn(webPush, 'encrypt');
  const send = (patienceMs: number) =>
    sender.send(readSubscription(service.device().token, true), PUSH, patienceMs);

  const outcomes = await Promise.all(Array.from({ length: SENT }, () => send(PATIENCE_MS)));
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(SENT).fill('late'));
  expect(encrypt).toHaveBeenCalledTimes(MAX_SOCKETS_PER_HOST);
  expect(service.asked).toBeLessThanOrEqual(MAX_SOCKETS_PER_HOST);

  // The connections are free again, and all who wait for one get it in time.
  service.silent = false;
  const answered = await Promise.all(Array.from({ length: SENT }, () => send(60_000)));
  expect(answered.map(({ outcome }) => outcome)).toEqual(Array(SENT).fill('sent'));
  sender.close();
});

test('no service can keep a connection open without pushes', async () => {
  await using service = await startPushService();
  const sender = createSender({
    vapid: webPush.generateVAPIDKeys(),
    subject: 'mailto:hello@herenow.example',
    transport: { ...service.transport, idleMs: 200 },
  });
  const device = readSubscription(service.device().token, true);
  expect(await sender.send(device, PUSH, 60_000)).toEqual({ outcome: 'sent' });
  expect(service.connections).toBe(1);
  await expect.poll(() => service.connections).toBe(0);
  expect(await sender.send(device, PUSH, 60_000)).toEqual({ outcome: 'sent' });
  sender.close();
});

test.each<[string, (response: ServerResponse) => void]>([
  ['stalls in its body', (response) => void response.write('n')],
  ['sends a body without an end', (response) => void Readable.from(endless()).pipe(response)],
])(
  'a service that has taken a push and %s has its connection closed, and the push is sent',
  async (_, writeBody) => {
    await using service = await startPushService({ writeBody });
    const sender = createSender({
      vapid: webPush.generateVAPIDKeys(),
      subject: 'mailto:hello@herenow.example',
      transport: service.transport,
    });
    const device = readSubscription(service.device().token, true);
    expect(await sender.send(device, PUSH, 5000)).toEqual({ outcome: 'sent' });
    await expect.poll(() => service.connections).toBe(0);
    sender.close();
  },
);

function* endless() {
  for (;;) yield Buffer.alloc(64 * 1024);
}

test('somebody with many pushes lets those of others go in between', async () => {
  await using services = new AsyncDisposableStack();
  const crowded = services.use(await startPushService());
  const other = services.use(await startPushService());
  const sender = createSender({
    vapid: webPush.generateVAPIDKeys(),
    subject: 'mailto:hello@herenow.example',
    transport: other.transport,
  });
  const encrypt = vi.spyOn(webPush, 'encrypt').mockClear();
  const send = (service: typeof other, userId: string) => {
    const device = readSubscription(service.device().token, true);
    return [device.keys.p256dh, sender.send(device, { ...PUSH, userId }, 60_000)] as const;
  };
  const flood = Array.from({ length: MAX_SOCKETS_PER_HOST }, () => send(crowded, 'flooder'));
  const [key, sent] = send(other, 'bela');
  await Promise.all([sent, ...flood.map(([, one]) => one)]);
  const order = encrypt.mock.calls.map(([p256dh]) => p256dh);
  expect(order).toHaveLength(MAX_SOCKETS_PER_HOST + 1);
  expect(order.indexOf(key)).toBeLessThan(3);
  sender.close();
});
