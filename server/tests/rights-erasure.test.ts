import { DAY_MS } from '@herenow/contract/constants';
import { getCase, holdCase, moderate } from '@herenow/contract/moderation';
import { listSealedCases } from '@herenow/contract/sealed-cases';
import { downloadExport, getExport } from '@herenow/contract/rights';
import { strFromU8, unzipSync } from 'fflate';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dumpDatabase } from '@herenow/testing/dump';
import { ok, signInAgain } from '@herenow/testing/encounters';
import type { Person } from '@herenow/testing/people';
import { deleteAccount } from '@herenow/testing/safety';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { readOperatorCommand } from '../src/features/moderation/index.ts';
import { HOLDINGS } from '../src/features/rights/holdings.ts';
import { plus } from '../src/lib/clock.ts';
import { newId } from '../src/lib/ids.ts';
import { HOLDINGS as MARKS, tableIn } from '@herenow/testing/page-tables';
import { holdingsTable, PRIVACY_PAGE } from '@herenow/testing/holdings-table';
import { live, TEXTS } from './rights-life.ts';

const YEAR_MS = 365 * DAY_MS;

/** Starts an app with rate limits, since their counters hold data, too. */
const startQuick = () => startApp({ rateLimits: true }, { pace: QUICK });
const QUICK = {
  outbox: 100,
  presences: 100,
  chats: 100,
  photos: 100,
  rights: 100,
  accounts: 100,
  protections: 100,
  jobs: 1000,
  retrySeconds: 0,
};

/** Returns the rows, stored files and log lines that contain one of these texts. */
async function scan(app: TestApp, marks: readonly string[]): Promise<string[]> {
  const found = (text: string) => marks.some((mark) => text.includes(mark));
  const rows = (await dumpDatabase(app.pool)).filter(found);
  const { dataDir } = app.config;
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((one) => path.join(one.parentPath, one.name));
  const texts = await Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => '')));
  return [
    ...rows,
    ...files.filter((file, index) => found(file.slice(dataDir.length)) || found(texts[index]!)),
    ...app.logLines.filter(found).map((line) => `log ${line}`),
  ];
}

const tableOf = (row: string) => row.slice(0, row.indexOf(' ')).replace(/^public\.|(?<=^pgboss\.job)_.*/, '');

function countByTable(rows: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(tableOf(row), (counts.get(tableOf(row)) ?? 0) + 1);
  return counts;
}

async function copyOf(app: TestApp, who: Person): Promise<Record<string, string>> {
  await expect.poll(async () => (await who.api(getExport)).json?.state).toBe('ready');
  const response = await fetch(new URL(downloadExport.path, app.url), { headers: who.headers });
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

const namesOf = async (app: TestApp): Promise<string[]> => {
  const { rows } = await app.pool.query<{ name: string }>(
    `SELECT CASE table_schema WHEN 'public' THEN '' ELSE table_schema || '.' END || table_name AS name
     FROM information_schema.tables WHERE table_type = 'BASE TABLE'
       AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  return rows.map(({ name }) => name);
};

/** Tables that expire by the clock of the database, which no test moves. */
const OTHER_CLOCK = new Set(['pgboss.job']);

/** Tables whose rows go within moments, or that hold some only with several nodes or while a chat is live. */
const PASSING = new Set(['outbox', 'published_events', 'protections', 'photo_removals', 'occupied_cells']);

/** Rows that take a camera, another account of the mailbox or a deletion to make. */
async function addRareRows(app: TestApp, { ada, bela }: { ada: Person; bela: Person }): Promise<void> {
  const now = app.clock.now();
  await sql`
    INSERT INTO face_checks (user_id, poses, drawn_at, sent_at, decided_at, why)
    VALUES (${ada.id}, '{left,right}', ${now}, ${now}, ${now}, 'Too dark.')`.execute(app.db);
  await sql`
    INSERT INTO barred_pictures (mailbox, likeness, forget_at)
    VALUES ('m', ${'1'.repeat(128)}::bit(128), ${plus(now, YEAR_MS)})`.execute(app.db);
  await sql`
    INSERT INTO barred_texts (mailbox, hash, forget_at) VALUES ('m', 'h', ${plus(now, YEAR_MS)})`.execute(
    app.db,
  );
  await sql`INSERT INTO removed_evidence VALUES (${newId()}, ${ada.id}, '', ${now})`.execute(app.db);
  await sql`INSERT INTO kept_hidings VALUES ('m', ${plus(now, DAY_MS)})`.execute(app.db);
  await sql`INSERT INTO kept_blocks VALUES ('m', 'n', ${now}, ${plus(now, 90 * DAY_MS)})`.execute(app.db);
  await sql`
    INSERT INTO sealed_cases (id, mailbox, sealed, waiting_since, forget_at)
    VALUES (${newId()}, 'm', '', ${now}, ${plus(now, 90 * DAY_MS)})`.execute(app.db);
  await sql`
    INSERT INTO message_reactions (message_id, user_id, reaction, changed_at)
    SELECT id, ${bela.id}, '❤️', ${now} FROM messages LIMIT 1`.execute(app.db);
}

/** Tables of libraries that hold no personal data: queues and migrations. Partitions belong to their table. */
const ABOUT_NOBODY = /^(?:schema_migrations|pgboss\.(?!job$).*)$/;

/** Expects that finished jobs are deleted after an hour, and no sooner. */
async function expectJobsForgotten(app: TestApp): Promise<void> {
  await app.pool.query(
    `UPDATE pgboss.job SET completed_on = now() - CASE kept WHEN 1 THEN interval '50 minutes' ELSE interval '61 minutes' END
     FROM (SELECT id AS done, row_number() OVER () AS kept FROM pgboss.job WHERE completed_on IS NOT NULL) numbered
     WHERE id = done`,
  );
  const left = async () =>
    (await app.pool.query('SELECT FROM pgboss.job WHERE completed_on IS NOT NULL')).rowCount;
  await expect.poll(left).toBe(1);
}

test('every table of the database has a line, and there are no others', async () => {
  await using app = await startApp();
  const names = (await namesOf(app)).filter((name) => !ABOUT_NOBODY.test(name));
  expect(names.toSorted()).toEqual(Object.keys(HOLDINGS).toSorted());
});

test('the table of retention in the documents matches the server’s', async () => {
  const page = await readFile(PRIVACY_PAGE, 'utf8');
  expect(tableIn(page, MARKS), 'Run npm run holdings.').toBe(holdingsTable());
});

test('a copy has every row that a scan for the user finds, except those that protect others', async () => {
  await using app = await startQuick();
  const { ada, marks } = await live(app);
  const files = await copyOf(app, ada);
  const named = Object.values(HOLDINGS).flatMap(({ copy }) => copy);
  const kinds = Object.keys(files).map((name) => (name.startsWith('photos/') ? 'photos/' : name));
  expect([...new Set(kinds)].toSorted()).toEqual([...new Set(named), 'README.txt'].toSorted());

  const inCopy = (table: string) =>
    HOLDINGS[table]!.copy.filter((name) => name.endsWith('.json')).reduce(
      (sum, name) => sum + (JSON.parse(files[name]!) as unknown[]).length,
      0,
    );
  // The rows of dana's block, of the person ada pinned, and of bela's reports.
  const protectedRows: Record<string, number> = {
    blocks: 1,
    reports: 2,
    report_messages: 2,
    former_chats: 1,
  };
  const found = countByTable((await scan(app, marks)).filter((row) => /^(public|pgboss)\./.test(row)));
  for (const [table, count] of found) {
    const holding = HOLDINGS[table]!;
    if (holding.copy.length === 0) expect(holding.without, table).toBeDefined();
    else expect(inCopy(table), table).toBeGreaterThanOrEqual(count - (protectedRows[table] ?? 0));
  }
  for (const table of ['users', 'movements', 'handouts', 'sessions', 'photos', 'reports'])
    expect(found.get(table), table).toBeGreaterThan(0);
  for (const name of ['places.json', 'pins-you-rejected.json', 'acts-as-operator.json'])
    expect(JSON.parse(files[name]!), name).not.toEqual([]);
  expect(files['reports-you-made.json']).toContain(TEXTS[2]);
  expect(Object.values(files).join('\n')).not.toContain('Ada was rude');
});

/** Deletes the account of somebody who has to be removed as an operator first, if they are one. */
async function deleteOperator(app: TestApp, who: Person): Promise<void> {
  await readOperatorCommand(['remove', who.email])!(app.db, app.clock.now());
  await deleteAccount(who);
}

test('after a deletion a scan of tables, jobs, files and logs finds nothing of the user', async () => {
  await using app = await startQuick();
  const { ada, bela, dana, marks } = await live(app);
  await copyOf(app, ada);
  expect(
    (await scan(app, marks)).filter((found) => found.startsWith('/') || !found.includes(' ')),
  ).not.toEqual([]);
  await deleteOperator(app, ada);
  await expect.poll(() => scan(app, marks)).toEqual([]);

  // Operators can still read what ada reported, and the reports about her.
  const file = ok(await dana.api(getCase, { params: { userId: bela.id } })).json;
  expect(file.reports).toMatchObject([{ reporterId: null, words: TEXTS[2] }]);
  expect(file.reports[0]!.messages.map(({ content }) => content)).toContain(TEXTS[0]);
  const cases = ok(await dana.api(listSealedCases)).json;
  expect(cases).toMatchObject([{ reports: [{ words: 'Ada was rude again' }] }]);

  await deleteAccount(bela);
  expect(ok(await dana.api(listSealedCases)).json[1]).toMatchObject({ reports: [{ words: TEXTS[2] }] });
});

test('when everything has expired, the database holds what the table of retention says', async () => {
  await using app = await startQuick();
  const { ada, bela, chidi, dana, marks } = await live(app);
  await deleteOperator(app, ada);
  app.clock.moveBy(100 * DAY_MS);
  const lasting = Object.entries(HOLDINGS).filter(
    ([name, { until }]) => until === 'time' && !OTHER_CLOCK.has(name),
  );
  const left = async () => {
    const rows = countByTable(await dumpDatabase(app.pool));
    return lasting.map(([name]) => name).filter((name) => rows.has(name));
  };
  await expect.poll(left).toEqual([]);
  expect(await scan(app, marks)).toEqual([]);
  await expectJobsForgotten(app);

  // Data that lasts as long as accounts is deleted with the last of them.
  const people = await signInAgain(app, bela, chidi, dana);
  for (const who of people) await deleteOperator(app, who);
  app.clock.moveBy(100 * DAY_MS);
  const ids = people.map(({ id }) => id);
  await expect.poll(() => scan(app, ids)).toEqual([]);
  const tables = Object.entries(HOLDINGS).filter(([, { until }]) => until === 'account');
  const remaining = async () => {
    const counts = countByTable(await dumpDatabase(app.pool));
    return tables.map(([name]) => name).filter((name) => counts.has(name));
  };
  await expect.poll(remaining).toEqual([]);
});

test('within a year everything kept for a time is deleted by itself, while the accounts stay @slow', async () => {
  await using app = await startQuick();
  const { ada, bela, dana } = await live(app);
  // Pending reports and appeals wait for as long as it takes.
  for (const { id: userId } of [ada, bela]) {
    ok(await dana.api(moderate, { params: { userId }, body: { action: 'dismiss' } }));
    ok(await dana.api(holdCase, { params: { userId }, body: { hold: true } }));
  }
  await addRareRows(app, { ada, bela });
  const lasting = Object.entries(HOLDINGS).filter(
    ([name, { until }]) => until === 'time' && !OTHER_CLOCK.has(name) && !PASSING.has(name),
  );
  const held = async () => {
    const rows = countByTable(await dumpDatabase(app.pool));
    return lasting.map(([name]) => name).filter((name) => rows.has(name));
  };
  expect(await held()).toEqual(lasting.map(([name]) => name));
  app.clock.moveBy(YEAR_MS + DAY_MS);
  // The people of the erased chats can be reported for a month from now.
  await expect.poll(held).toEqual(['former_chats']);
  app.clock.moveBy(31 * DAY_MS);
  await expect.poll(held).toEqual([]);
});
