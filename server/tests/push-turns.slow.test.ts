import { addFcmToken } from '@herenow/contract/push';
import { meet, ok, send } from '@herenow/testing/encounters';
import { person } from '@herenow/testing/people';
import { startPushService } from '@herenow/testing/push-service';
import { startApp } from '@herenow/testing/start-app';
import pg from 'pg';
import { expect, test } from 'vitest';

const PUSHED = 4;
/** The statements of a push: whom to wake, and what it leaves for later. Jobs of messages are queued in batches. */
const OF_A_PUSH = /^\s*(SELECT s\.id, s\.endpoint|INSERT INTO pgboss\.job)/;

/** Counts the statements of pushes from now on, and the most connections that they use at once. */
function watchPushes() {
  const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  const asking = new Map<pg.Client, number>();
  const found = { asked: 0, most: 0 };
  function noting(this: pg.Client, ...given: unknown[]): unknown {
    const [config] = given as [string | { text: string }];
    const answer = query.apply(this, given);
    if (!OF_A_PUSH.test(typeof config === 'string' ? config : config.text)) return answer;
    asking.set(this, (asking.get(this) ?? 0) + 1);
    found.asked += 1;
    found.most = Math.max(found.most, asking.size);
    const over = () => {
      const left = asking.get(this)! - 1;
      if (left > 0) asking.set(this, left);
      else asking.delete(this);
    };
    (answer as Promise<unknown>).then(over, over);
    return answer;
  }
  Object.assign(pg.Client.prototype, { query: noting });
  return { found, [Symbol.dispose]: () => void Object.assign(pg.Client.prototype, { query }) };
}

test('pushes that are due together use one database connection, not one each', async () => {
  await using silent = await startPushService({ silent: true });
  await using app = await startApp({}, { pushTransport: silent.transport });
  const jobs = async (name: string) =>
    (await app.pool.query(`SELECT FROM pgboss.job WHERE name = $1`, [name])).rows.length;
  const ada = await person(app, 'ada');
  const chats: string[] = [];
  for (let count = 0; count < PUSHED; count += 1) {
    const bela = await person(app, 'bela');
    chats.push(await meet(app, ada, bela));
    ok(await bela.api(addFcmToken, { body: { userId: bela.id, fcmToken: silent.device().token } }));
  }

  using watched = watchPushes();
  for (const chatId of chats) await send(ada, chatId, 'Hello');
  await expect.poll(() => jobs('wake')).toBe(PUSHED);
  // All become due at the same moment, however long the sends took.
  await app.pool.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'wake'`);
  await expect.poll(() => jobs('wake-late')).toBeGreaterThanOrEqual(PUSHED);
  // Each push looked up whom to wake, and left the late ones for later.
  expect(watched.found.asked).toBeGreaterThanOrEqual(2 * PUSHED);
  expect(watched.found.most).toBe(1);
});
