import { HOUR_MS } from '@herenow/contract/constants';
import { chatsOf, goHidden, pairInChat, signInAgain, stayingSignedIn } from '@herenow/testing/encounters';
import { type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { expect, onTestFinished, test } from 'vitest';

const app = sharedApp({}, { pace: { presences: 100, endless: 100 } });

const MINUTE = 60_000;

/** Makes two people with a chat, of whom Ada is incognito without an end. */
async function endless(): Promise<{ ada: Person; bela: Person; chatId: string }> {
  const [ada, bela, chatId] = await pairInChat(app);
  await goHidden(app, ada, null);
  return { ada, bela, chatId };
}

/** Whether Bela sees Ada as being there. */
async function isThereFor(bela: Person): Promise<boolean | undefined> {
  const [again] = await signInAgain(app, bela);
  return (await chatsOf(again!))[0]?.otherUserOnline;
}

const presenceOf = ({ id }: Person) =>
  app.db.selectFrom('presences').select('status').where('user_id', '=', id).execute();

const lastActive = async ({ id }: Person) =>
  (
    await app.db.selectFrom('users').select('last_active_at').where('id', '=', id).executeTakeFirstOrThrow()
  ).last_active_at.getTime();

/**
 * Resolves once a sweep has ended the presence of a user who is long gone; by then it has looked at all others, too.
 */
async function sweep(): Promise<void> {
  const gone = await endless();
  const { id } = gone.ada;
  await app.db
    .updateTable('users')
    .set({ last_active_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  await app.db.deleteFrom('sessions').where('user_id', '=', id).execute();
  await expect.poll(() => presenceOf(gone.ada)).toEqual([]);
}

test('the sweep does not wait for a locked account, and handles the others', async () => {
  const [locked, free] = [await endless(), await endless()];
  const tabs = [locked.ada, free.ada].map((who) => connectStomp({ url: app.url, token: who.token }));
  await using one = await tabs[0]!;
  await using two = await tabs[1]!;
  await Promise.all([one.roundTrip(), two.roundTrip()]);
  const other = await app.pool.connect();
  onTestFinished(() => other.release());
  await other.query('BEGIN');
  await other.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [locked.ada.id]);
  app.clock.moveBy(MINUTE);
  const now = app.clock.now().getTime();
  await expect.poll(() => lastActive(free.ada)).toBeGreaterThanOrEqual(now);
  expect(await lastActive(locked.ada)).toBeLessThan(now);
  await other.query('COMMIT');
  await expect.poll(() => lastActive(locked.ada)).toBeGreaterThanOrEqual(now);
});

test('a user who is incognito without an end and does not come back is offline after a day, and their place is deleted', async () => {
  const { ada, bela, chatId } = await endless();
  const left = app.clock.now().getTime();
  app.clock.moveBy(24 * HOUR_MS - 10 * MINUTE);
  await sweep();
  expect(await isThereFor(bela)).toBe(true);
  app.clock.moveBy(20 * MINUTE);
  await expect.poll(() => isThereFor(bela)).toBe(false);
  const presence = () => app.db.selectFrom('presences').selectAll().where('user_id', '=', ada.id).execute();
  await expect.poll(presence).toEqual([]);
  const chat = await app.db
    .selectFrom('chats')
    .select('paused_at')
    .where('id', '=', chatId)
    .executeTakeFirstOrThrow();
  expect(chat.paused_at!.getTime()).toBeLessThanOrEqual(left + 24 * HOUR_MS);
});

test('a call extends it, even one right after the renewal of an expired token', async () => {
  const { ada } = await endless();
  const staying = stayingSignedIn(app, ada);
  for (let hours = 0; hours < 40; hours += 20) {
    app.clock.moveBy(20 * HOUR_MS);
    await chatsOf(staying);
  }
  await sweep();
  expect(await presenceOf(ada)).toEqual([{ status: 'incognito' }]);
});

test('a call or an open socket extends it', async () => {
  const { ada } = await endless();
  app.clock.moveBy(20 * HOUR_MS);
  let [again] = await signInAgain(app, ada);
  await chatsOf(again!);
  app.clock.moveBy(8 * HOUR_MS);
  [again] = await signInAgain(app, ada);
  await using socket = await connectStomp({ url: app.url, token: again!.token });
  // The day begins when the socket closes, so the last minutes of it count as well.
  for (const minutes of [20 * 60, 20 * 60, 50]) {
    app.clock.moveBy(minutes * MINUTE);
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
