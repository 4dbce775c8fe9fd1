import { eventually } from '@herenow/testing/eventually';
import { addFcmToken } from '@herenow/contract/push';
import { goVisible, meet, ok, send } from '@herenow/testing/encounters';
import { people } from '@herenow/testing/people';
import { startPushService } from '@herenow/testing/push-service';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';
import { addDevices } from './push-scene.ts';

test('push services that never answer do not delay other pushes', async () => {
  await using silent = await startPushService({ silent: true });
  await using service = await startPushService();
  await using app = await startApp({}, { pushTransport: service.transport });
  const [ada, bela, chidi] = await people(app, 'ada', 'bela', 'chidi');
  const device = service.device();
  ok(await bela.api(addFcmToken, { body: { userId: bela.id, fcmToken: device.token } }));
  await addDevices(app, chidi, silent, 10);

  const chatId = await meet(app, ada, chidi);
  await goVisible(app, bela);
  for (let count = 0; count < 30; count += 1) await send(ada, chatId, `${count}`);
  await eventually(() => expect(silent.asked).toBeGreaterThan(0));
  await send(ada, await meet(app, ada, bela), 'Hello');
  await device.received();
  // The 300 pushes for these messages are neither queued nor sent one by one: those that wait for a person are
  // combined.
  expect(silent.asked).toBeLessThan(100);
  const { rows } = await app.pool.query<{ waiting: number; late: number }>(
    `SELECT count(*) FILTER (WHERE state = 'created') AS waiting, count(*) FILTER (WHERE name = 'wake-late') AS late
     FROM pgboss.job WHERE data ->> 'userId' = $1`,
    [chidi.id],
  );
  expect(rows[0]!.late).toBeGreaterThan(0);
  expect(rows[0]!.waiting).toBeLessThanOrEqual(2);
});
