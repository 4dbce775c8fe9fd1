import { HOUR_MS } from '@herenow/contract/constants';
import { updateUser } from '@herenow/contract/profile';
import { downloadExport, getExport, requestExport } from '@herenow/contract/rights';
import * as refusals from '@herenow/contract/refusals';
import { strFromU8, unzipSync } from 'fflate';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { goVisible, meet, ok, pairInChat, pin, reject, send, signInAgain } from '@herenow/testing/encounters';
import { person, type Person } from '@herenow/testing/people';
import { block, deleteAccount, report } from '@herenow/testing/safety';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { BLUE, plain, RED, upload } from './photos-pictures.ts';
import { registered } from './registered.ts';

const READY = 'The copy of your Herenow data is ready';

const fetchFile = (app: TestApp, { headers }: Person) =>
  fetch(new URL(downloadExport.path, app.url), { headers });

/** Returns the copy once it is ready: the text of each file by its name. */
async function copyOf(app: TestApp, who: Person): Promise<Record<string, string>> {
  ok(await who.api(requestExport));
  await expect.poll(async () => (await who.api(getExport)).json?.state).toBe('ready');
  const response = await fetchFile(app, who);
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

test('a copy contains what is known of the user and what others wrote to them, and nothing else of others', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada');
  const [bela, chidi] = [await person(app, 'bela'), await person(app, 'chidi')];
  const chatId = await meet(app, ada, bela);
  await send(ada, chatId, 'Hello from ada');
  await send(bela, chatId, 'Hello from bela');
  await block(ada, chidi);
  await report(bela, ada);

  const files = await copyOf(app, ada);
  const [profile] = JSON.parse(files['profile.json']!) as [Record<string, unknown>];
  expect(profile).toMatchObject({ email: ada.email, username: 'ada', bio: '' });
  expect(Object.keys(profile)).not.toContain('password_hash');
  expect(JSON.parse(files['messages.json']!)).toMatchObject([
    { by_you: true, content: 'Hello from ada' },
    { by_you: false, content: 'Hello from bela' },
  ]);
  expect(JSON.parse(files['people-you-blocked.json']!)).toMatchObject([{ blocked_id: chidi.id }]);
  const leftOut = files['README.txt'];
  expect(leftOut).toContain('- From mailed codes: the codes themselves, of which only hashes are stored.\n');
  expect(leftOut).toContain(
    '\n- From blocks by and of deleted accounts, by keyed hashes of mailboxes: everything, to protect others.\n',
  );
  const all = Object.values(files).join('\n');
  for (const secret of [bela.email, chidi.email, 'Other', bela.id]) expect(all).not.toContain(secret);
});

test('a copy lists the people the user has blocked, and no other accounts of theirs', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada');
  const first = await registered(app, 'chidi@example.org');
  await goVisible(app, first);
  await block(ada, first);
  await registered(app, 'chidi+other@example.org');
  expect(await app.db.selectFrom('blocks').select('listed').execute()).toHaveLength(2);

  const files = await copyOf(app, ada);
  expect(JSON.parse(files['people-you-blocked.json']!)).toEqual([
    { blocked_id: first.id, name: 'chidi', age: expect.any(Number), created_at: expect.any(String) },
  ]);
});

test('a copy holds no more of reported messages than fits into memory, and the latest of them', async () => {
  await using app = await startApp();
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  await report(ada, bela);
  await app.pool.query(`
    INSERT INTO report_messages (report_id, message_id, by_reported, reported, content, earlier, sent_at, deleted)
    SELECT id, gen_random_uuid(), true, false, rpad(n::text, 80000, '.'), '{}', created_at + n * interval '1 second', false
    FROM reports, generate_series(1, 120) AS n`);
  const file = (await copyOf(app, ada))['messages-you-reported.json']!;
  expect(file.length).toBeLessThan(9 * 1024 * 1024);
  const messages = JSON.parse(file) as { content: string }[];
  expect(messages.length).toBeGreaterThan(100);
  expect(messages.at(-1)!.content).toMatch(/^120\.+$/);
});

test('a copy holds the reactions to the messages that it holds', async () => {
  await using app = await startApp();
  const [ada, , chatId] = await pairInChat(app);
  await app.pool.query(
    `WITH sent AS (
       INSERT INTO messages (id, chat_id, sender_id, content, sent_at)
       SELECT gen_random_uuid(), $1, $2, rpad(n::text, 80000, '.'), now() + n * interval '1 second'
       FROM generate_series(1, 120) AS n RETURNING id)
     INSERT INTO message_reactions (message_id, user_id, reaction, changed_at) SELECT id, $2, '👍', now() FROM sent`,
    [chatId, ada.id],
  );
  const files = await copyOf(app, ada);
  const messages = (JSON.parse(files['messages.json']!) as { id: string }[]).map(({ id }) => id);
  const reactions = JSON.parse(files['reactions.json']!) as { message_id: string }[];
  expect(messages.length).toBeLessThan(110);
  expect(reactions.map((one) => one.message_id).toSorted()).toEqual(messages.toSorted());
});

test('nobody has a copy before it is made, of somebody else, or after a day', async () => {
  await using app = await startApp();
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  expect(await ada.api(getExport)).toMatchObject({ status: 200, json: null });
  expect(await ada.api(downloadExport)).toMatchObject({ status: 404, text: refusals.exportNotFound.text });
  expect((await fetchFile(app, ada)).status).toBe(404);
  await copyOf(app, ada);
  expect((await fetchFile(app, bela)).status).toBe(404);

  app.clock.moveBy(23 * HOUR_MS);
  const [again] = await signInAgain(app, ada);
  expect((await fetchFile(app, again)).status).toBe(200);
  app.clock.moveBy(HOUR_MS + 1000);
  const [later] = await signInAgain(app, ada);
  expect((await fetchFile(app, later)).status).toBe(404);
  await expect.poll(async () => (await app.pool.query('SELECT 1 FROM data_exports')).rows).toEqual([]);
});

test('a copy that could not be made can be requested again', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada');
  await app.pool.query('INSERT INTO data_exports (user_id, requested_at) VALUES ($1, $2)', [
    ada.id,
    app.clock.now(),
  ]);
  expect((await ada.api(getExport)).json?.state).toBe('making');
  app.clock.moveBy(HOUR_MS + 1000);
  const [later] = await signInAgain(app, ada);
  await expect.poll(async () => (await later.api(getExport)).json).toBeNull();
});

test('a copy is made once the photo store is back from an outage @slow', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada', { photos: 1 });
  const photos = path.join(app.config.dataDir, 'photos');
  await rename(photos, `${photos}-away`);
  await writeFile(photos, 'no folder');
  ok(await ada.api(requestExport));
  /** Lets a failed try be followed by the next one at once; returns how many have been made. */
  const hurry = async () => {
    const { rows } = await app.pool.query<{ tries: number }>(
      "UPDATE pgboss.job SET start_after = now() WHERE name = 'export' AND state = 'retry' RETURNING retry_count AS tries",
    );
    return rows[0]?.tries;
  };
  // This many tries would normally take more than a minute.
  await expect.poll(hurry).toBeGreaterThan(4);
  await rm(photos);
  await rename(`${photos}-away`, photos);
  await expect
    .poll(async () => {
      await hurry();
      return ok(await ada.api(getExport)).json;
    })
    .toMatchObject({ state: 'ready' });
});

test('a copy holds the photos of the profile; of others, which go within the hour, it says that there are some', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada', { photos: 0 });
  const pictures = await Promise.all([RED, BLUE].map((colour) => plain(colour, 30, 40).jpeg().toBuffer()));
  const { photos } = await upload(app, ada, pictures);
  ok(await ada.api(updateUser, { body: { photos: [{ id: photos[0]!.id }] } as never }));
  const files = await copyOf(app, ada);
  expect(Object.keys(files).filter((name) => name.startsWith('photos/'))).toEqual([
    `photos/${photos[0]!.id}.jpg`,
  ]);
  expect(JSON.parse(files['photos.json']!)).toHaveLength(2);
});

test('repeated requests make one copy', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada');
  await Promise.all([1, 2, 3].map(() => ada.api(requestExport)));
  await expect.poll(async () => (await ada.api(getExport)).json?.state).toBe('ready');
  const { rows } = await app.pool.query("SELECT count(*)::int AS made FROM pgboss.job WHERE name = 'export'");
  expect(rows).toEqual([{ made: 1 }]);
});

test('a finished copy is mailed once, however often its job runs', async () => {
  await using app = await startApp();
  const ada = await person(app, 'ada');
  await copyOf(app, ada);
  const mails = () => app.mailbox.list(ada.email);
  await expect.poll(() => mails().map(({ subject }) => subject)).toEqual([READY]);
  expect(mails()[0]!.text).toContain('/your-data');

  const before = ok(await ada.api(getExport)).json;
  app.clock.moveBy(60_000);
  await app.work((tx) => tx.enqueue('export', { userId: ada.id }));
  const waiting = "SELECT FROM pgboss.job WHERE name IN ('export', 'mail') AND state <> 'completed'";
  await expect.poll(async () => (await app.pool.query(waiting)).rows).toEqual([]);
  expect(ok(await ada.api(getExport)).json).toEqual(before);
  expect(mails()).toHaveLength(1);
});

test('a copy does not reveal that a user whose pin was rejected has deleted their account', async () => {
  await using app = await startApp();
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  for (const who of [ada, bela]) await goVisible(app, who);
  const chatId = await pin(bela, ada);
  await reject(ada, chatId);
  await app.pool.query('UPDATE users SET mailbox = m.target FROM pin_memories m WHERE id = $1', [ada.id]);
  await app.pool.query('UPDATE users SET mailbox = m.pinner FROM pin_memories m WHERE id = $1', [bela.id]);
  const before = (await copyOf(app, ada))['pins-you-rejected.json']!;
  expect(JSON.parse(before)).toHaveLength(1);
  await deleteAccount(bela);
  expect((await copyOf(app, ada))['pins-you-rejected.json']).toBe(before);
});
