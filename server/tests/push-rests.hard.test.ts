import { addFcmToken } from '@herenow/contract/push';
import { meet, ok, send } from '@herenow/testing/encounters';
import { people } from '@herenow/testing/people';
import { startPushService } from '@herenow/testing/push-service';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';

test('a device that does not answer rests, and gets the news afterwards', async () => {
  await using service = await startPushService({ silent: true });
  await using app = await startApp({}, { pushTransport: service.transport });
  const [ada, bela] = await people(app, 'ada', 'bela');
  const device = service.device();
  ok(await bela.api(addFcmToken, { body: { userId: bela.id, fcmToken: device.token } }));
  const chatId = await meet(app, ada, bela);
  const waiting = async () => {
    const { rows } = await app.pool.query(
      `SELECT FROM pgboss.job WHERE data ->> 'userId' = $1 AND state = 'created'
       AND name = 'wake-late' AND start_after > now() + interval '30 seconds'`,
      [bela.id],
    );
    return rows.length;
  };

  await send(ada, chatId, 'first');
  await expect.poll(waiting).toBe(1);
  const { asked } = service;
  await send(ada, chatId, 'second');
  await expect
    .poll(async () => {
      const { rows } = await app.pool.query<{ state: string }>(
        `SELECT state FROM pgboss.job WHERE name = 'wake' AND data ->> 'userId' = $1
         AND data -> 'payload' ->> 'type' = 'MESSAGE'`,
        [bela.id],
      );
      return rows.filter(({ state }) => state === 'completed').length;
    })
    .toBe(2);
  // The second message neither contacted the device nor left another job: the waiting job covers both.
  expect(service.asked).toBe(asked);
  expect(asked).toBeLessThanOrEqual(2);
  expect(await waiting()).toBe(1);

  service.silent = false;
  app.clock.moveBy(60_000);
  await app.pool.query(`UPDATE pgboss.job SET start_after = now() WHERE data ->> 'userId' = $1`, [bela.id]);
  const { payload } = await device.received();
  expect(payload).toMatchObject({ type: 'MESSAGE', chatId });
});
