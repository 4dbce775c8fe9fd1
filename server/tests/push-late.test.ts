import { addFcmToken } from '@herenow/contract/push';
import { PATIENCE_MS } from '@herenow/testing/eventually';
import { meet, ok, send, signInAgain } from '@herenow/testing/encounters';
import { person, type Person } from '@herenow/testing/people';
import { startPushService, type PushService } from '@herenow/testing/push-service';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';

/** Signs somebody in on so many devices of a push service. */
async function addDevices(app: TestApp, who: Person, service: PushService, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    const [again] = await signInAgain(app, who);
    ok(await again.api(addFcmToken, { body: { userId: who.id, fcmToken: service.device().token } }));
  }
}

test('services that answer each of many devices just in time hold up nobody else’s pushes', async () => {
  await using slow = await startPushService();
  slow.answersAfter = 600;
  // Each alone is in time, however busy the machine.
  await using app = await startApp({}, { pushTransport: { ...slow.transport, patienceMs: PATIENCE_MS } });
  const [ada, chidi] = [await person(app, 'ada'), await person(app, 'chidi')];
  await addDevices(app, chidi, slow, 10);
  /** Returns how many devices each job has left for the slow queue. */
  const left = async () => {
    const { rows } = await app.pool.query<{ devices: number }>(
      `SELECT jsonb_array_length(data -> 'subscriptionIds') AS devices FROM pgboss.job
       WHERE name = 'wake-late' AND data ->> 'userId' = $1 ORDER BY devices`,
      [chidi.id],
    );
    return rows.map(({ devices }) => devices);
  };
  const chatId = await meet(app, chidi, ada);
  await expect.poll(left).toEqual([9]);
  await expect.poll(() => slow.asked).toBe(10);
  // From then on the slow queue serves all of them.
  await send(ada, chatId, 'Hello');
  await expect.poll(left).toEqual([9, 10]);
});
