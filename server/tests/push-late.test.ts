import { startApp } from '@herenow/testing/start-app';
import { person } from '@herenow/testing/people';
import { meet, send } from '@herenow/testing/encounters';
import { PATIENCE_MS } from '@herenow/testing/eventually';
import { startPushService } from '@herenow/testing/push-service';
import { expect, test } from 'vitest';
import { addDevices } from './push-scene.ts';

test('services that answer for each of many devices just in time do not delay other pushes', async () => {
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
