/** The log of blocks, erasures and suspensions, on disks that fill up. */
import { DAY_MS } from '@herenow/contract/constants';
import { getCase, moderate } from '@herenow/contract/moderation';
import { listSealedCases } from '@herenow/contract/sealed-cases';
import { eventually } from '@herenow/testing/eventually';
import { dumpDatabase } from '@herenow/testing/dump';
import { meet, ok, send } from '@herenow/testing/encounters';
import { people, person, type Person } from '@herenow/testing/people';
import { block, deleteAccount, report, unblock } from '@herenow/testing/safety';
import { makeOperator } from '@herenow/testing/second-factor';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { appendFile, mkdir, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createKeepAgain } from '../src/app/backup/erased-again.ts';
import { readProtections, replayProtections } from '../src/features/protections/index.ts';
import { plus } from '../src/lib/clock.ts';
import { newId } from '../src/lib/ids.ts';
import type { ProtectionLine } from '../src/features/protections/service.ts';
import { keyedHash } from '../src/lib/keyed-hash.ts';
import { deriveKeys } from '../src/lib/keys.ts';
import { createLog } from '../src/lib/log.ts';
import { registered } from './registered.ts';

const TOKEN_SECRET = 'the same at all nodes of this installation';
const KEYS = deriveKeys(TOKEN_SECRET);
const PACE = { pace: { protections: 20 } };

const logOf = (app: TestApp) => path.join(app.config.dataDir, 'protections');

async function expectLogged(kinds: string[], ...apps: TestApp[]) {
  await eventually(async () => {
    const lines = await readProtections(logOf(apps[0]!), apps.slice(1).map(logOf));
    expect(lines.map(({ kind }) => kind)).toEqual(kinds);
  });
}

test('a line truncated by a full disk does not corrupt later lines', async () => {
  await using app = await startApp({}, PACE);
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  await block(ada, bela);
  await expectLogged(['blocked'], app);
  const [file] = await readdir(logOf(app));
  await appendFile(path.join(logOf(app), file!), '{"at":"2035-04-16T12:00:0');
  await unblock(ada, bela);
  await expectLogged(['blocked', 'unblocked'], app);
});

test('a day of any number of lines is read as a whole, and what a copy repeats once', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'herenow-log-'));
  const LINES = 200_000;
  const line = { at: '2035-04-16T12:00:00.000Z', kind: 'erased', who: 'ada' };
  const text = Array.from({ length: LINES }, (_, id) => `${JSON.stringify({ ...line, id: String(id) })}\n`);
  await writeFile(path.join(folder.path, '2035-04-16.log'), text.join(''));
  expect(await readProtections(folder.path, [folder.path])).toHaveLength(LINES);
});

test('lines that one node cannot write are written by another', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'herenow-node-'));
  // A file in place of the folder: not even root can write here.
  await writeFile(path.join(folder.path, 'protections'), '');
  await using one = await startApp({ tokenSecret: TOKEN_SECRET }, { pace: { protections: 3_600_000 } });
  await using _two = await startApp({ ...one.config, dataDir: folder.path }, PACE);
  const [ada, bela] = [await person(one, 'ada'), await person(one, 'bela')];
  await block(ada, bela);
  await using third = await startApp({ ...one.config, dataDir: path.join(folder.path, 'third') }, PACE);
  await expectLogged(['blocked'], third);
});

test('a file of the log goes after 35 days, also where nothing more is written', async () => {
  await using app = await startApp({}, { pace: { accounts: 20 } });
  const { rows } = await app.pool.query<{ kept: string; over: string }>(
    `SELECT to_char(now() AT TIME ZONE 'UTC' - interval '34 days', 'YYYY-MM-DD') AS kept,
       to_char(now() AT TIME ZONE 'UTC' - interval '37 days', 'YYYY-MM-DD') AS over`,
  );
  const { kept, over } = rows[0]!;
  await mkdir(logOf(app));
  for (const name of [`${kept}.log`, `${over}.log`, 'notes.txt'])
    await writeFile(path.join(logOf(app), name), '');
  await expect.poll(() => readdir(logOf(app))).toEqual([`${kept}.log`, 'notes.txt']);
});

/** Returns a function that makes lines of the log at a moment. */
const lineAt =
  (at: Date) =>
  (kind: ProtectionLine['kind'], who: string, whom?: string): ProtectionLine => ({
    at: at.toISOString(),
    id: '1',
    kind,
    who: keyedHash(KEYS.protections, who),
    ...(whom === undefined ? {} : { whom: keyedHash(KEYS.protections, whom) }),
  });

async function replay(app: TestApp, lines: readonly ProtectionLine[]): Promise<number> {
  const client = await app.pool.connect();
  try {
    const keep = createKeepAgain({ client, keys: KEYS, log: createLog('silent') });
    return await replayProtections(client, lines, [KEYS.protections], keep);
  } finally {
    client.release();
  }
}

test('replaying suspends the users it names, and skips those who are not in the backup', async () => {
  await using app = await startApp();
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  const line = lineAt(app.clock.now());
  const nobody = newId();
  const lines = [
    line('suspended', nobody),
    line('blocked', nobody, ada.id),
    line('blocked', ada.id, nobody),
    line('blocked', ada.id, bela.id),
    line('suspended', bela.id),
  ];
  expect(await replay(app, lines)).toBe(2);
  const suspended = await app.db
    .selectFrom('users')
    .select('id')
    .where('suspended_at', 'is not', null)
    .execute();
  expect(suspended).toEqual([{ id: bela.id }]);
  const blocks = await app.db.selectFrom('blocks').select(['blocker_id', 'blocked_id']).execute();
  expect(blocks).toEqual([{ blocker_id: ada.id, blocked_id: bela.id }]);
});

const countKept = async ({ pool }: TestApp) => (await pool.query('SELECT FROM kept_blocks')).rowCount;

test('who was let in after the backup is not blocked by what it keeps of their earlier account', async () => {
  await using app = await startApp();
  const ada = await registered(app, 'ada@example.org');
  const gone = await registered(app, 'bela@example.org');
  await block(ada, gone);
  await deleteAccount(gone);
  const bela = await registered(app, 'bela@example.org');
  expect(await countKept(app)).toBe(1);
  expect(await replay(app, [lineAt(app.clock.now())('unblocked', ada.id, bela.id)])).toBe(1);
  expect(await countKept(app)).toBe(0);
});

test('letting one account in keeps what was kept for a mailbox with another account that is still blocked', async () => {
  await using app = await startApp();
  const ada = await registered(app, 'ada@example.org');
  const bela = await registered(app, 'bela@example.org');
  const second = await registered(app, 'bela+2@example.org');
  const gone = await registered(app, 'bela+3@example.org');
  for (const one of [bela, second, gone]) await block(ada, one);
  await deleteAccount(gone);
  await replay(app, [lineAt(app.clock.now())('unblocked', ada.id, bela.id)]);
  expect(await countKept(app)).toBe(1);
  await replay(app, [lineAt(app.clock.now())('unblocked', ada.id, second.id)]);
  expect(await countKept(app)).toBe(0);
});

test('a block of the backup is kept when one of the two left after it', async () => {
  await using app = await startApp({ tokenSecret: TOKEN_SECRET }, PACE);
  const [ada, bela] = [await registered(app, 'ada@example.org'), await registered(app, 'bela@example.org')];
  await block(ada, bela);
  const backup = await app.pool.query(
    'SELECT to_jsonb(users) AS person, to_jsonb(blocks) AS block FROM users JOIN blocks ON blocked_id = id',
  );
  await deleteAccount(bela);
  const read = () => readProtections(logOf(app), []);
  await eventually(async () => expect((await read()).map(({ kind }) => kind)).toContain('erased'));
  const { person: belaThen, block: blockThen } = backup.rows[0] as Record<string, object>;
  await app.pool.query('DELETE FROM kept_blocks');
  await app.pool.query('INSERT INTO users SELECT (jsonb_populate_record(NULL::users, $1)).*', [belaThen]);
  await app.pool.query('INSERT INTO blocks SELECT (jsonb_populate_record(NULL::blocks, $1)).*', [blockThen]);
  await replay(app, await read());
  const { rows } = await app.pool.query(
    'SELECT FROM kept_blocks WHERE blocker = (SELECT mailbox FROM users WHERE id = $1)',
    [ada.id],
  );
  expect(rows).toHaveLength(1);
});

test('the suspension of a user who left after the backup is deleted 90 days after the last account', async () => {
  await using app = await startApp();
  const [ada, second] = [
    await registered(app, 'ada@example.org'),
    await registered(app, 'ada+2@example.org'),
  ];
  const now = app.clock.now();
  const line = lineAt(now);
  const forgotten = async (...lines: ProtectionLine[]) => {
    await replay(app, lines);
    const { rows } = await app.pool.query<{ at: Date | null }>(
      'SELECT forget_at AS at FROM suspended_mailboxes',
    );
    return rows.map(({ at }) => at);
  };
  expect(await forgotten(line('suspended', ada.id), line('erased', ada.id))).toEqual([null]);
  expect(await forgotten(line('erased', second.id))).toEqual([new Date(now.getTime() + 90 * DAY_MS)]);
});

test('after a user left, no report of the backup keeps their texts, and no pin their mailbox for good', async () => {
  await using app = await startApp();
  const [ada, bela] = [await registered(app, 'ada@example.org'), await registered(app, 'bela@example.org')];
  const text = 'what ada wrote and bela reported';
  await send(ada, await meet(app, ada, bela), text);
  await report(bela, ada, { words: 'of ada', fromChat: true });
  const now = app.clock.now();
  const cleo = await registered(app, 'cleo@example.org');
  await send(ada, await meet(app, ada, cleo), text);
  await report(cleo, ada, { words: 'of ada', fromChat: true });
  await report(ada, cleo, { words: text, fromChat: true });
  await app.db.updateTable('reports').set({ handled_at: now }).where('reporter_id', '<>', bela.id).execute();
  await app.pool.query(
    `INSERT INTO pin_memories (pinner, target, rejections, pinned_at)
     SELECT mailbox, 'of somebody', 3, $1 FROM users WHERE id = $2`,
    [now, ada.id],
  );
  expect(await replay(app, [lineAt(now)('erased', ada.id)])).toBe(1);
  // Neither a report that nobody would ever see, nor what was kept with a judged one.
  const traces = (await dumpDatabase(app.pool)).filter(
    (row) =>
      /^public\.report(_messages|ed_profiles) /.test(row) ||
      (row.startsWith('public.report') && ['of ada', text, ada.id].some((mark) => row.includes(mark))),
  );
  expect(traces).toEqual([]);
  const { rows } = await app.pool.query<{ at: Date }>('SELECT forget_at AS at FROM pin_memories');
  expect(rows).toEqual([{ at: plus(now, 90 * DAY_MS) }]);
});

test('reports that waited when a user left are sealed again, those by them and those on them', async () => {
  await using app = await startApp({ tokenSecret: TOKEN_SECRET });
  const ada = await registered(app, 'ada@example.org');
  const [bela, chidi, dana] = await people(app, 'bela', 'chidi', 'dana');
  await makeOperator(app, dana);
  await send(bela, await meet(app, ada, bela), 'an unkind word');
  await report(ada, bela, { words: 'what ada had to say', fromChat: true });
  await report(chidi, ada, { words: 'what chidi had to say' });
  // When they left counts, not when the backup is restored.
  expect(await replay(app, [lineAt(new Date('2050-06-01'))('erased', ada.id)])).toBe(1);
  const marks = [ada.id, ada.email, 'an unkind word', 'had to say'];
  const traces = (await dumpDatabase(app.pool)).filter(
    (row) => row.startsWith('public.report') && marks.some((mark) => row.includes(mark)),
  );
  expect(traces).toEqual([]);
  const { reports } = ok(await dana.api(getCase, { params: { userId: bela.id } })).json;
  expect(reports).toMatchObject([
    { words: 'what ada had to say', messages: [{ content: 'an unkind word', byReported: true }] },
  ]);
  expect(ok(await dana.api(listSealedCases)).json).toMatchObject([
    { username: 'ada', age: 60, reports: [{ words: 'what chidi had to say' }] },
  ]);
});

test('a hiding outlasts an account that is deleted again, and what its mailbox is barred from ends after 90 days', async () => {
  await using app = await startApp();
  const ada = await registered(app, 'ada@example.org');
  const now = app.clock.now();
  const [hidden, year] = [plus(now, DAY_MS / 2), plus(now, 365 * DAY_MS)];
  await app.pool.query('UPDATE users SET hidden_until = $1', [hidden]);
  await app.pool.query(
    `INSERT INTO barred_texts (mailbox, hash, forget_at) SELECT mailbox, 'of a text', $1 FROM users`,
    [year],
  );
  expect(await replay(app, [lineAt(now)('erased', ada.id)])).toBe(1);
  const { rows } = await app.pool.query(
    'SELECT forget_at AS barred, (SELECT hidden_until FROM kept_hidings) AS hidden FROM barred_texts',
  );
  expect(rows).toEqual([{ barred: plus(now, 90 * DAY_MS), hidden }]);
});

test('a replayed suspension ends at its end time', async () => {
  await using app = await startApp({ tokenSecret: TOKEN_SECRET }, PACE);
  const [ada, bela, chidi, dana] = await people(app, 'ada', 'bela', 'chidi', 'dana');
  await makeOperator(app, dana);
  const suspend = async ({ id }: Person, days?: 7) =>
    ok(await dana.api(moderate, { params: { userId: id }, body: { action: 'suspend', days } }));
  await suspend(ada, 7);
  // A suspension with an end becomes permanent.
  await suspend(bela, 7);
  await suspend(bela);
  await expectLogged(['suspended', 'suspended', 'suspended'], app);
  const state = async () => {
    const { rows } = await app.pool.query<{ username: string; until: Date | null }>(
      'SELECT username, suspended_until AS until FROM users WHERE suspended_at IS NOT NULL ORDER BY username',
    );
    return rows;
  };
  const before = await state();
  expect(before).toEqual([
    { username: 'ada', until: expect.any(Date) },
    { username: 'bela', until: null },
  ]);
  const logged = await readProtections(logOf(app), []);
  // As in a backup made before the suspension; and in one made while chidi was suspended, as an earlier release
  // recorded it.
  await app.pool.query('UPDATE users SET suspended_at = NULL, suspended_until = NULL');
  await app.pool.query(`UPDATE users SET suspended_at = now(), suspended_until = now() WHERE id = $1`, [
    chidi.id,
  ]);
  const [own] = (await state()).map(({ until }) => until);
  const old = { ...lineAt(app.clock.now())('suspended', chidi.id), id: '0' };
  expect(await replay(app, [...logged, old])).toBe(4);
  expect(await state()).toEqual([...before, { username: 'chidi', until: own }]);
});
