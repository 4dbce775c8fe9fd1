import { HOUR_MS } from '@herenow/contract/constants';
import { chatsOf, goHidden, meet, signInAgain } from '@herenow/testing/encounters';
import { people, type Person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => void (app = await startApp({}, { pace: { presences: 100, endless: 100 } })));
afterAll(() => app[Symbol.asyncDispose]());

const MINUTE = 60_000;

/** Makes two people with a chat, of whom Ada is incognito without an end. */
async function endless(): Promise<{ ada: Person; bela: Person }> {
  const [ada, bela] = await people(app, 'ada', 'bela');
  await meet(app, ada, bela);
  await goHidden(app, ada, null);
  return { ada, bela };
}

/** Whether Bela sees Ada as being there. */
async function isThereFor(bela: Person): Promise<boolean | undefined> {
  const [again] = await signInAgain(app, bela);
  return (await chatsOf(again!))[0]?.otherUserOnline;
}

const lastActive = async ({ id }: Person) =>
  (
    await app.db.selectFrom('users').select('last_active_at').where('id', '=', id).executeTakeFirstOrThrow()
  ).last_active_at.getTime();

test('who is incognito without an end and does not come back is gone after a day, with their place', async () => {
  const { ada, bela } = await endless();
  const left = app.clock.now().getTime();
  app.clock.moveBy(24 * HOUR_MS - 10 * MINUTE);
  expect(await isThereFor(bela)).toBe(true);
  app.clock.moveBy(20 * MINUTE);
  await expect.poll(() => isThereFor(bela)).toBe(false);
  const presence = () => app.db.selectFrom('presences').selectAll().where('user_id', '=', ada.id).execute();
  await expect.poll(presence).toEqual([]);
  const chat = await app.db.selectFrom('chats').select('paused_at').executeTakeFirstOrThrow();
  expect(chat.paused_at!.getTime()).toBeLessThanOrEqual(left + 24 * HOUR_MS);
});

test('a call or an open socket keeps it', async () => {
  const { ada } = await endless();
  app.clock.moveBy(20 * HOUR_MS);
  let [again] = await signInAgain(app, ada);
  await chatsOf(again!);
  app.clock.moveBy(8 * HOUR_MS);
  [again] = await signInAgain(app, ada);
  await using socket = await connectStomp({ url: app.url, token: again!.token });
  for (let round = 0; round < 2; round += 1) {
    app.clock.moveBy(20 * HOUR_MS);
    await expect.poll(() => lastActive(ada)).toBeGreaterThanOrEqual(app.clock.now().getTime());
  }
  await socket.roundTrip();
  const { status } = await app.db
    .selectFrom('presences')
    .select('status')
    .where('user_id', '=', ada.id)
    .executeTakeFirstOrThrow();
  expect(status).toBe('incognito');
});
