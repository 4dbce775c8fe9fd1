import {
  createUser,
  deleteUser,
  forgotPassword,
  login,
  updatePassword,
  validateToken,
} from '@herenow/contract/accounts';
import { getUser } from '@herenow/contract/profile';
import * as refusals from '@herenow/contract/refusals';
import { listBlockedUsers } from '@herenow/contract/safety';
import { expect, test } from 'vitest';
import { newId } from '../src/lib/ids.ts';
import { dumpDatabase } from '@herenow/testing/dump';
import { chatsOf, meet, send } from '@herenow/testing/encounters';
import { api, BERLIN, PASSWORD, people, person, type Person } from '@herenow/testing/people';
import { block, report } from '@herenow/testing/safety';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { registered } from './registered.ts';
import { countDeadlocks, inTheMiddleOf } from './while-locked.ts';

/** The column of the other person in a table about two. */
const OTHER: Record<string, string> = {
  blocks: 'blocked_id',
  reports: 'reported_id',
  former_chats: 'other_id',
};
const WORDS = 'only ada could have written this';

/** Makes ada leave a trace in every table that can hold one. */
async function live(app: TestApp, ada: Person, bela: Person, chidi: Person): Promise<void> {
  await send(ada, await meet(app, ada, bela), WORDS);
  await block(ada, chidi);
  await report(ada, bela);
  await report(bela, ada);
  await app.pool.query(
    `INSERT INTO push_subscriptions (id, endpoint, user_id, session_id, keys, created_at)
     SELECT $1, $2, user_id, id, '{}', now() FROM sessions WHERE user_id = $3`,
    [newId(), `https://push.example.org/${ada.id}`, ada.id],
  );
  await api(app, forgotPassword, { body: { email: ada.email } });
  const passwords = { oldPassword: PASSWORD, newPassword: 'Another-2026' };
  await ada.api(updatePassword, { body: { userId: ada.id, ...passwords } });
  await expect.poll(() => app.mailbox.list(ada.email)).toHaveLength(2);
}

test('deleting an account leaves nothing of the person, and frees the email', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada', { photos: 2 });
  const [bela, chidi] = [await person(app, 'bela'), await person(app, 'chidi')];
  await live(app, ada, bela, chidi);
  const traces = async () =>
    (await dumpDatabase(app.pool)).filter((line) =>
      [ada.id, ada.email, WORDS].some((text) => line.includes(text)),
    );
  const tables = new Set((await traces()).map((line) => line.split(' ')[0]));
  for (const table of [
    'users',
    'sessions',
    'presences',
    'codes',
    'photos',
    'chats',
    'messages',
    'blocks',
    'reports',
  ])
    expect(tables).toContain(`public.${table}`);
  for (const table of ['public.push_subscriptions', 'pgboss.job_common']) expect(tables).toContain(table);

  const told = app.mailbox.list(ada.email).length;
  expect(await ada.api(deleteUser, { params: { id: ada.id } })).toMatchObject({ status: 200, text: '' });

  await expect.poll(traces).toEqual([]);
  // Someone with a stolen session could have done it, so the user is told.
  await expect.poll(() => app.mailbox.list(ada.email)).toHaveLength(told + 1);
  expect(app.mailbox.list(ada.email)[0]).toMatchObject({ subject: 'Your Herenow account was deleted' });
  const { rows } = await app.pool.query('SELECT reason FROM reports');
  // The report about ada is sealed.
  expect(rows).toHaveLength(1);
  expect(await ada.api(validateToken)).toMatchObject({ status: 401 });
  expect(await bela.api(getUser, { params: { id: ada.id } })).toMatchObject({
    status: 404,
    text: refusals.userNotFound.text,
  });
  expect(await chatsOf(bela)).toEqual([]);
  expect((await chidi.api(listBlockedUsers, { params: { id: chidi.id } })).json).toEqual([]);
  const credentials = { email: ada.email, password: PASSWORD };
  expect(await api(app, login, { body: credentials })).toMatchObject({
    status: 401,
    text: refusals.loginWrong.text,
  });
  const again = { ...credentials, location: { type: 'Point' as const, coordinates: BERLIN } };
  expect((await api(app, createUser, { body: again })).status).toBe(200);
});

test('deleting an account deletes the jobs for it and about it, and no others', async () => {
  await using app = await startApp();
  const [ada, bela, chidi] = await people(app, 'ada', 'bela', 'chidi');
  const wake = (userId: string, senderId: string) =>
    app.work((tx) =>
      tx.enqueue(
        'wake',
        { userId, senderId, kind: 'pin', payload: { type: 'PIN_REQUEST', content: '' }, expiresAt: '' },
        { startAfterSeconds: 3600 },
      ),
    );
  for (const [to, from] of [
    [ada, bela],
    [bela, ada],
    [chidi, bela],
  ] as const)
    await wake(to.id, from.id);
  await app.pool.query(`UPDATE pgboss.job SET state = 'completed' WHERE data ->> 'userId' = $1`, [bela.id]);
  expect((await ada.api(deleteUser, { params: { id: ada.id } })).status).toBe(200);
  const left = await app.pool.query(`SELECT data ->> 'userId' AS id FROM pgboss.job WHERE name = 'wake'`);
  expect(left.rows).toEqual([{ id: chidi.id }]);
});

test('nobody can delete another user', async () => {
  await using app = await startApp();
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  const params = { id: bela.id };
  expect(await ada.api(deleteUser, { params })).toMatchObject({ status: 403, text: refusals.notYours.text });
  expect(await api(app, deleteUser, { params })).toMatchObject({
    status: 401,
    text: refusals.signInAgain.text,
  });
  expect((await bela.api(validateToken)).status).toBe(200);
});

test('two requests to delete at the same time delete once', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada');
  const answers = await Promise.all([1, 2].map(() => ada.api(deleteUser, { params: { id: ada.id } })));
  expect(answers.map(({ status }) => status)).toContain(200);
  for (const { status } of answers) expect([200, 401]).toContain(status);
  expect((await app.pool.query('SELECT 1 FROM users')).rows).toEqual([]);
});

test('of two accounts of a mailbox deleted at the same time, one is the last, and what is kept of it ends', async () => {
  await using app = await startApp();
  const [ada, second] = [
    await registered(app, 'ada@example.org'),
    await registered(app, 'ada+2@example.org'),
  ];
  await app.pool.query(
    `INSERT INTO pin_memories (pinner, target, rejections, pinned_at)
     SELECT mailbox, 'of somebody', 3, now() FROM users WHERE id = $1`,
    [ada.id],
  );
  const remove = (one: Person) => one.api(deleteUser, { params: { id: one.id } });
  // Blocks each deletion late, after it has checked whether the mailbox has other accounts.
  const lock = { text: 'LOCK TABLE handouts IN ACCESS EXCLUSIVE MODE', values: [] };
  const first = await inTheMiddleOf(
    app,
    lock,
    () => remove(ada),
    () => remove(second),
  );
  expect(first.status).toBe(200);
  expect((await app.pool.query('SELECT FROM users')).rowCount).toBe(0);
  const { rows } = await app.pool.query<{ ends: boolean }>(
    'SELECT forget_at IS NOT NULL AS ends FROM pin_memories',
  );
  expect(rows).toEqual([{ ends: true }]);
});

test.each<[string, string, string]>([
  ['blocked', 'blocker_id', 'INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES ($1, $2, now())'],
  [
    'reported',
    'reporter_id',
    `INSERT INTO reports (id, reporter_id, reported_id, reason, created_at, updated_at)
     VALUES (gen_random_uuid(), $1, $2, 'Other', now(), now())`,
  ],
  ['chatted with', 'user_id', `INSERT INTO former_chats VALUES ($1, $2, 'somebody', now())`],
])('two who have %s each other delete their accounts one after the other', async (_, column, insert) => {
  await using app = await startApp();
  const [ada, bela, chidi] = await people(app, 'ada', 'bela', 'chidi');
  for (const pair of [
    [ada, bela],
    [ada, chidi],
    [bela, ada],
  ])
    await app.pool.query(
      insert,
      pair.map(({ id }) => id),
    );
  const table = insert.split(' ')[2]!;
  const last = `SELECT FROM ${table} WHERE ${column} = $1 AND $2 IN (${OTHER[table]!}) FOR UPDATE`;
  const remove = (one: Person) => () => one.api(deleteUser, { params: { id: one.id } });
  const lock = { text: last, values: [ada.id, chidi.id] };
  const before = await countDeadlocks(app);
  const answer = await inTheMiddleOf(app, lock, remove(ada), remove(bela));
  expect(answer.status).toBe(200);
  expect(await countDeadlocks(app)).toBe(before);
});

test('a call that asks for the password while the account is being deleted is told to sign in again', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada');
  await app.accounts.accounts.delete(ada.id);
  // These calls were admitted before the deletion, and notice it afterwards.
  const { accounts, secondFactorSetup } = app.accounts;
  const body = { userId: ada.id, username: ada.email, oldPassword: PASSWORD, newPassword: 'Another-2026' };
  const told = { status: 401, message: refusals.signInAgain.text };
  await expect(accounts.updatePassword({ userId: ada.id, sessionId: newId() }, body)).rejects.toMatchObject(
    told,
  );
  await expect(secondFactorSetup.mailCode(ada.id, PASSWORD)).rejects.toMatchObject(told);
});
