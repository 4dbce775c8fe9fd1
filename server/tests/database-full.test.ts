/** What users notice while the database's disk is full. */
import { refreshToken } from '@herenow/contract/accounts';
import { RATES } from '@herenow/contract/rates';
import { messagesOf, ok, pairInChat, send, trySend } from '@herenow/testing/encounters';
import { person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';

/** Makes the database fail every change of a table as on a full disk. Returns how to undo that. */
async function fill({ pool }: TestApp, table: string): Promise<() => Promise<void>> {
  await pool.query('CREATE SEQUENCE tries');
  await pool.query(`CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM nextval('tries'); RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`);
  await pool.query(`CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION no_room()`);
  return async () => void (await pool.query('DROP FUNCTION no_room CASCADE'));
}

test('a message is refused with a time to retry, and accepted once there is room', async () => {
  await using app = await startApp();
  const [ada, bela, chatId] = await pairInChat(app);
  const free = await fill(app, 'messages');
  const refused = await trySend(ada, chatId, 'Hello');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(refused.text).toBe('Herenow isn’t available right now. Please try again in a moment.');
  expect(app.logLines.join()).toContain('No space left on device');
  await free();
  await send(ada, chatId, 'Hello again');
  expect((await messagesOf(bela, chatId)).map(({ content }) => content)).toEqual(['Hello again']);
});

test('nobody is signed out: a new token waits for room, and is created once', async () => {
  await using app = await startApp({ rateLimits: true });
  app.clock.stop();
  const ada = await person(app, 'ada');
  let accessToken = ada.token;
  const refresh = () => ada.api(refreshToken, { body: { accessToken, userId: ada.id } });
  for (let n = 1; n < RATES.refresh.burst; n += 1) accessToken = ok(await refresh()).text;
  const free = await fill(app, 'sessions');
  let settled = false;
  const refreshed = refresh().finally(() => (settled = true));
  // A sequence keeps its value when the transaction is rolled back.
  const tries = () => app.pool.query<{ count: number }>('SELECT last_value::int AS count FROM tries');
  await expect.poll(async () => (await tries()).rows[0]!.count).toBeGreaterThan(1);
  expect(settled).toBe(false);
  await free();
  expect((await refreshed).status).toBe(200);
});
