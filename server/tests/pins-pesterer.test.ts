import { withdrawPin } from '@herenow/contract/pins';
import { updateUser } from '@herenow/contract/profile';
import { listBlockedUsers } from '@herenow/contract/safety';
import { expect, test } from 'vitest';
import {
  chatsOf,
  feedOf,
  goHidden,
  goVisible,
  leave,
  ok,
  pin,
  reject,
  signInAgain,
  tryPin,
} from '@herenow/testing/encounters';
import { BERLIN, person, type Person } from '@herenow/testing/people';
import { block, deleteAccount, unblock } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { registered } from './registered.ts';
import { inTheMiddleOf, whileLocked } from './while-locked.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PINNED = [409, 'already pinned'];
const NOBODY = [404, 'User not found'];

// What is over counts no more, even before a sweep deletes it.
const app = sharedApp({}, { pace: { accounts: HOUR } });

const register = (email: string): Promise<Person> => registered(app, email);

let count = 0;
/** Makes a pesterer with an email of their own, and their victim, both visible. */
async function pair(): Promise<{ email: string; mallory: Person; ada: Person }> {
  const email = `mallory${(count += 1)}@example.org`;
  const mallory = await register(email);
  const ada = await register(`ada${count}@example.org`);
  for (const one of [mallory, ada]) await goVisible(app, one);
  return { email, mallory, ada };
}

const answerToPin = async (from: Person, to: Person) => {
  const { status, text } = await tryPin(from, to);
  return [status, text];
};

/** Moves the clock until presences have ended; then the people come back and are visible again. */
async function later<P extends readonly Person[]>(milliseconds: number, ...people: P): Promise<P> {
  app.clock.moveBy(milliseconds);
  const over = app.db.selectFrom('presences').select('user_id').where('online_until', '<=', app.clock.now());
  await expect.poll(() => over.execute()).toEqual([]);
  const again = await signInAgain(app, ...people);
  for (const one of again) await goVisible(app, one);
  return again;
}

test('a rejection outlasts names, presences and accounts of the mailbox, and no further pin reaches the rejecter', async () => {
  let { email, mallory, ada } = await pair();
  await using tab = await connectStomp({ url: app.url, token: ada.token });
  await reject(ada, await pin(mallory, ada));
  // The request and the rejection; nothing follows them.
  expect(await tab.nextEvent('notifications')).toMatchObject({ type: 'PIN_REQUEST' });
  expect(await tab.nextEvent('pins')).toMatchObject({ type: 'PIN_REJECT' });
  ok(await mallory.api(updateUser, { body: { username: 'Somebody else' } }));
  await leave(mallory);
  await goVisible(app, mallory);
  expect(await answerToPin(mallory, ada)).toEqual(PINNED);
  for (const spelling of [email, email.toUpperCase(), email.replace('@', '+2@')]) {
    await deleteAccount(mallory);
    mallory = await register(spelling);
    await goVisible(app, mallory);
    expect(await answerToPin(mallory, ada)).toEqual(PINNED);
  }
  const beside = await register(email.replace('@', '+3@'));
  await goVisible(app, beside);
  expect(await answerToPin(beside, ada)).toEqual(PINNED);
  expect(await chatsOf(ada)).toEqual([]);
  const { rows } = await app.pool.query(`SELECT FROM outbox WHERE $1 = ANY(user_ids)`, [ada.id]);
  expect(rows).toEqual([]);
  // The rejecter may pin at any time and notices nothing of the rejection.
  expect(await answerToPin(ada, mallory)).toEqual([200, '']);
});

test('a user who rejected a pin may pin its sender at once, which replaces the rejected row', async () => {
  const { mallory, ada } = await pair();
  const rejected = await pin(mallory, ada);
  await reject(ada, rejected);
  await using tab = await connectStomp({ url: app.url, token: mallory.token });
  expect(await answerToPin(ada, mallory)).toEqual([200, '']);
  expect(await tab.nextEvent('chats-gone')).toEqual({ chatId: rejected });
  expect(await tab.nextEvent('notifications')).toMatchObject({ type: 'PIN_REQUEST', senderId: ada.id });
  const [row] = await chatsOf(mallory);
  expect(row).toMatchObject({ pinStatus: 'pending', initiatedBy: ada.id });
  expect(row!.id).not.toBe(rejected);
  expect(await chatsOf(ada)).toMatchObject([{ id: row!.id, pinStatus: 'pending' }]);
  expect(await answerToPin(mallory, ada)).toEqual([200, '']);
  expect(await chatsOf(ada)).toMatchObject([{ id: row!.id, pinStatus: 'accepted' }]);
});

test('a user who rejected a pin learns as much about its sender as anybody', async () => {
  const { mallory, ada } = await pair();
  await reject(ada, await pin(mallory, ada));
  await goHidden(app, mallory);
  expect(await answerToPin(ada, mallory)).toEqual(NOBODY);
  expect(await chatsOf(mallory)).toMatchObject([{ pinStatus: 'rejected' }]);
});

test('the first rejection holds for a day beyond the presence, the second for 30 days, the third for good @slow', async () => {
  let { mallory, ada } = await pair();
  await reject(ada, await pin(mallory, ada));
  // The rejecter stays for as long as they like; the day begins when they leave.
  await leave(mallory);
  [mallory] = await later(2 * HOUR, mallory);
  await goVisible(app, (await signInAgain(app, ada))[0]);
  expect(await answerToPin(mallory, ada)).toEqual(PINNED);
  await leave((await signInAgain(app, ada))[0]);
  [mallory, ada] = await later(23 * HOUR, mallory, ada);
  expect(await answerToPin(mallory, ada)).toEqual(PINNED);
  [mallory, ada] = await later(2 * HOUR, mallory, ada);
  await reject(ada, await pin(mallory, ada));
  [mallory, ada] = await later(29 * DAY, mallory, ada);
  expect(await answerToPin(mallory, ada)).toEqual(PINNED);
  [mallory, ada] = await later(DAY + 6 * HOUR, mallory, ada);
  await reject(ada, await pin(mallory, ada));
  [mallory, ada] = await later(3 * 365 * DAY, mallory, ada);
  expect(await answerToPin(mallory, ada)).toEqual(PINNED);
});

test('a presence that runs out counts like one that is ended @slow', async () => {
  let { mallory, ada } = await pair();
  await reject(ada, await pin(mallory, ada));
  [mallory, ada] = await later(26 * HOUR, mallory, ada);
  expect(await answerToPin(mallory, ada)).toEqual(PINNED);
  [mallory, ada] = await later(2 * HOUR, mallory, ada);
  expect(await answerToPin(mallory, ada)).toEqual([200, '']);
});

test('an unanswered pin may be made once more, then not for a week; a withdrawn one counts @slow', async () => {
  let { mallory, ada } = await pair();
  await pin(mallory, ada);
  ok(await mallory.api(withdrawPin, { body: { userId: mallory.id, pinnedUserId: ada.id } }));
  await pin(mallory, ada);
  for (let days = 0; days < 6; days += 2) {
    [mallory, ada] = await later(2 * DAY, mallory, ada);
    expect(await answerToPin(mallory, ada)).toEqual(PINNED);
  }
  // Each time, the count begins again.
  for (const pause of [DAY + HOUR, 8 * DAY, 4 * HOUR]) {
    [mallory, ada] = await later(pause, mallory, ada);
    expect(await answerToPin(mallory, ada)).toEqual([200, '']);
  }
});

test('accounts of one mailbox that pin at once can make no more pins than one of them @slow', async () => {
  const { email, mallory, ada } = await pair();
  const accounts = [mallory];
  for (const tag of ['a', 'b', 'c', 'd']) accounts.push(await register(email.replace('@', `+${tag}@`)));
  for (const one of accounts) await goVisible(app, one);
  const lock = 'SELECT FROM users WHERE id = $1 FOR UPDATE';
  const all = () => Promise.all(accounts.map((one) => answerToPin(one, ada)));
  const { answer } = await whileLocked(app, { lock, change: 'SELECT $1::uuid', values: [ada.id] }, all);
  expect(answer.filter(([status]) => status === 200)).toHaveLength(2);
  expect(await chatsOf(ada)).toHaveLength(2);
});

test('an accepted pin clears the memory of a pair', async () => {
  let { mallory, ada } = await pair();
  await reject(ada, await pin(mallory, ada));
  [mallory, ada] = await later(2 * DAY, mallory, ada);
  const remembered = app.db
    .selectFrom('pin_memories')
    .select(['rejections', 'unanswered'])
    .where('pinned_at', '>=', app.clock.now());
  await pin(mallory, ada);
  expect(await remembered.execute()).toEqual([{ rejections: 1, unanswered: 1 }]);
  expect(await answerToPin(ada, mallory)).toEqual([200, '']);
  expect(await remembered.execute()).toEqual([]);
});

test('a block applies to every account of the mailbox, and the blocker is told of none', async () => {
  const { email, mallory, ada } = await pair();
  const second = await register(email.replace('@', '+other@'));
  await goVisible(app, second);
  const waiting = await pin(second, ada);
  await block(ada, mallory);
  expect((await chatsOf(ada)).map(({ id }) => id)).not.toContain(waiting);
  await deleteAccount(mallory);
  const third = await register(email);
  const accounts = [second, third];
  await goVisible(app, third);
  for (const one of accounts) {
    expect(await answerToPin(one, ada)).toEqual(NOBODY);
    expect(await answerToPin(ada, one)).toEqual(NOBODY);
    const seen = await feedOf(one);
    expect(seen.map(({ id }) => id)).not.toContain(ada.id);
  }
  expect(ok(await ada.api(listBlockedUsers, { params: { id: ada.id } })).json).toEqual([]);
});

test('a pin by another account of the mailbox that a block meets does not outlast it @slow', async () => {
  const { email, mallory, ada } = await pair();
  const second = await register(email.replace('@', '+second@'));
  await goVisible(app, second);
  // A pin is noted once it is made.
  const lock = { text: 'LOCK TABLE pin_memories IN EXCLUSIVE MODE', values: [] };
  const pinAda = () => answerToPin(second, ada);
  expect(await inTheMiddleOf(app, lock, pinAda, () => block(ada, mallory))).toEqual([200, '']);
  expect(await chatsOf(second)).toEqual([]);
  expect(await chatsOf(ada)).toEqual([]);
});

test('an account opened for the mailbox during a block is blocked, too @slow', async () => {
  const { email, mallory, ada } = await pair();
  await reject(ada, await pin(mallory, ada));
  const text = `SELECT FROM pin_memories WHERE pinner = (SELECT mailbox FROM users WHERE id = $1) FOR UPDATE`;
  const open = () => register(email.replace('@', '+second@'));
  const second = await inTheMiddleOf(app, { text, values: [mallory.id] }, open, () => block(ada, mallory));
  await goVisible(app, second);
  expect(await answerToPin(ada, second)).toEqual(NOBODY);
});

test('removing a block does not unblock accounts that another block covers @slow', async () => {
  const { email, mallory, ada } = await pair();
  const second = await register(email.replace('@', '+second@'));
  const third = await register(email.replace('@', '+third@'));
  for (const one of [second, third]) await goVisible(app, one);
  for (const one of [mallory, second]) await block(ada, one);
  await unblock(ada, second);
  expect(await answerToPin(third, ada)).toEqual(NOBODY);
  expect(await answerToPin(second, ada)).toEqual([200, '']);
  await unblock(ada, mallory);
  expect(await answerToPin(third, ada)).toEqual([200, '']);
});

test('an account opened for the mailbox while a block is removed is not blocked for ever @slow', async () => {
  const { email, mallory, ada } = await pair();
  await reject(ada, await pin(mallory, ada));
  await block(ada, mallory);
  const text = `SELECT FROM pin_memories WHERE pinner = (SELECT mailbox FROM users WHERE id = $1) FOR UPDATE`;
  const open = () => register(email.replace('@', '+second@'));
  const second = await inTheMiddleOf(app, { text, values: [mallory.id] }, open, () => unblock(ada, mallory));
  await goVisible(app, second);
  expect(await answerToPin(ada, second)).toEqual([200, '']);
});

test('a user who comes back finds the people they had blocked, and can unblock them', async () => {
  const { mallory, ada } = await pair();
  await block(ada, mallory);
  await deleteAccount(ada);
  const again = await register(ada.email);
  await goVisible(app, again);
  expect(await answerToPin(mallory, again)).toEqual(NOBODY);
  expect(ok(await again.api(listBlockedUsers, { params: { id: again.id } })).json).toMatchObject([
    { id: mallory.id },
  ]);
  await unblock(again, mallory);
  expect(await answerToPin(mallory, again)).toEqual([200, '']);
});

test('data kept after a deletion counts for 90 days @slow', async () => {
  const { email, mallory, ada } = await pair();
  await reject(ada, await pin(mallory, ada));
  const other = await register('other@example.org');
  await block(other, mallory);
  await app.db.updateTable('pin_memories').set({ rejections: 3 }).where('closed_until', 'is', null).execute();
  await deleteAccount(mallory);
  app.clock.moveBy(90 * DAY);
  const [ada2, other2] = await signInAgain(app, ada, other);
  const again = await register(email);
  for (const one of [ada2, other2, again]) await goVisible(app, one);
  expect(await answerToPin(again, other2)).toEqual([200, '']);
  expect(await answerToPin(again, ada2)).toEqual([200, '']);
});

test('data kept of two deleted users is deleted in time, even if one of them comes back', async () => {
  const { email, mallory, ada } = await pair();
  await reject(ada, await pin(mallory, ada));
  const kept = () => app.db.selectFrom('pin_memories').select('forget_at').orderBy('pinned_at', 'desc');
  const forgetAt = async () => (await kept().executeTakeFirstOrThrow()).forget_at;
  for (const one of [ada, mallory]) await deleteAccount(one);
  const again = await register(email);
  expect(await forgetAt()).toEqual(expect.any(Date));
  const back = await register(ada.email);
  for (const one of [again, back]) await goVisible(app, one);
  expect([await forgetAt(), await answerToPin(again, back)]).toEqual([null, PINNED]);
});

test('nobody can be pinned from beyond the largest distance of a feed', async () => {
  const { mallory, ada } = await pair();
  const north = await person(app, 'north', { at: [BERLIN[0], BERLIN[1] + 0.44] });
  const far = await person(app, 'far', { at: [BERLIN[0], BERLIN[1] + 0.46] });
  for (const one of [north, far]) await goVisible(app, one);
  expect(await answerToPin(north, ada)).toEqual([200, '']);
  expect(await answerToPin(far, mallory)).toEqual(NOBODY);
});
