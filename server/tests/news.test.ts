import { unsubscribe } from '@herenow/contract/news';
import { RATES } from '@herenow/contract/rates';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordOf } from '@herenow/testing/encounters';
import { api, people, person, type Person } from '@herenow/testing/people';
import { suspend } from '@herenow/testing/safety';
import { startSmtp, type Received } from '@herenow/testing/smtp-receiver';
import { startApp, type TestApp } from '@herenow/testing/start-app';

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/news.ts');
const NEWS = 'What is new\n\nYou can appeal now.\n\nAnd more.\n';

let app: TestApp;
let folder: string;
beforeEach(async () => {
  app = await startApp();
  folder = await mkdtemp(path.join(tmpdir(), 'herenow-news-'));
  await writeFile(path.join(folder, 'news.txt'), NEWS);
});
afterEach(async () => {
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Starts a mail server; `refuses` decides for which addresses it refuses mail. */
const smtp = (refuses: (address: string) => boolean, why = 'Try again later') =>
  startSmtp({
    onRcptTo: ({ address }, _session, done) => done(refuses(address) ? new Error(why) : undefined),
  });

const run = (mailUrl: string | undefined, ...options: string[]) =>
  runWith(mailUrl === undefined ? {} : { MAIL_URL: mailUrl }, ...options);

async function runWith(more: NodeJS.ProcessEnv, ...options: string[]) {
  const { databaseUrl, dataDir } = app.config;
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PUBLIC_URL: app.url,
    ...more,
  };
  return await promisify(execFile)(process.execPath, [SCRIPT, path.join(folder, 'news.txt'), ...options], {
    env,
  })
    .then(({ stdout }) => ({ code: 0, text: stdout }))
    .catch((error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }));
}

const forbid = (who: Person) =>
  app.pool.query(
    `UPDATE users SET notification_settings = notification_settings || '{"emailNewsAndUpdatesNotifications": false}'
     WHERE id = $1`,
    [who.id],
  );
const linkIn = ({ source }: Received) =>
  /^List-Unsubscribe:\s*<([^>]+)>/im.exec(source.replaceAll(/\r\n[ \t]+/g, ''))![1]!;

test('news is sent once to those who allow it, and a run continues where the last one stopped @slow', async () => {
  const [ada, bela, chidi] = await people(app, 'ada', 'bela', 'chidi');
  const suspended = await person(app, 'dana');
  await person(app, 'new', { step: 3 });
  await forbid(chidi);
  await suspend(app, suspended);
  let full = true;
  await using server = await smtp((address) => full && address === bela.email);
  expect(await run(server.url, '--count')).toEqual({ code: 0, text: '2 people would get it.\n' });
  expect(await run(server.url)).toEqual({
    code: 1,
    text: 'Sent: 1. The mail server did not confirm 1: run it again.\n',
  });
  full = false;
  expect(await run(server.url)).toEqual({ code: 0, text: 'Sent: 1.\n' });
  expect(await run(server.url)).toEqual({ code: 0, text: 'Sent: 0.\n' });
  expect(server.mails.flatMap(({ to }) => to)).toEqual([ada.email, bela.email]);
  expect(server.mails[0]!.source).toMatch(/^Subject: What is new/m);

  // Two runs at the same moment.
  await writeFile(path.join(folder, 'news.txt'), NEWS.replace('What', 'Something'));
  await Promise.all([run(server.url), run(server.url)]);
  expect(
    server.mails
      .slice(2)
      .flatMap(({ to }) => to)
      .toSorted(),
  ).toEqual([ada.email, bela.email].toSorted());
});

test('a run stops when the mail server takes no more mails, and skips addresses without a mailbox @slow', async () => {
  const many = await people(app, ...Array.from({ length: 22 }, (_, n) => `ada${n}`));
  let asked = 0;
  await using away = await smtp(() => (asked += 1) > 1);
  expect(await run(away.url)).toEqual({
    code: 1,
    text: 'Sent: 1. The mail server did not confirm 20: run it again.\n',
  });
  expect(asked).toBe(1 + 20);
  const nobody = many.find(({ email }) => email !== away.mails[0]!.to[0])!.email;
  await using back = await smtp((address) => address === nobody, '5.1.1 no such mailbox');
  expect(await run(back.url)).toEqual({ code: 0, text: 'Sent: 20. There is no mailbox at 1.\n' });
  expect(await run(back.url)).toEqual({ code: 0, text: 'Sent: 0.\n' });
});

test('news that the mail server has without confirming it counts as arrived', async () => {
  const ada = await person(app, 'ada');
  const had: string[] = [];
  await using silent = await startSmtp({
    onData(stream, { envelope }, _done) {
      stream.resume().on('end', () => had.push(...envelope.rcptTo.map(({ address }) => address)));
    },
  });
  expect(await run(`${silent.url}?socketTimeout=300`)).toEqual({
    code: 1,
    text: 'Sent: 0. The mail server did not confirm 1: run it again.\n',
  });
  expect(had).toEqual([ada.email]);
  await using server = await startSmtp();
  expect(await run(server.url)).toEqual({ code: 0, text: 'Sent: 0.\n' });
});

test('mail programs unsubscribe with one click, people on a page; opening the page changes nothing', async () => {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  await using server = await startSmtp();
  await run(server.url);
  const of = (who: Person) => server.mails.find(({ to }) => to.includes(who.email))!;
  expect(of(ada).source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  const link = linkIn(of(ada));
  await fetch(link);
  expect(await recordOf(ada)).toMatchObject({
    notificationSettings: { emailNewsAndUpdatesNotifications: true },
  });
  for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), new FormData(), undefined])
    expect((await fetch(link, { method: 'POST', ...(body ? { body } : {}) })).status).toBe(200);
  const off = { emailNewsAndUpdatesNotifications: false, inAppPin: true };
  expect(await recordOf(ada)).toMatchObject({ notificationSettings: off });

  const token = linkIn(of(bela)).split('/').at(-1)!;
  expect((await api(app, unsubscribe, { body: { token } })).status).toBe(200);
  expect(await recordOf(bela)).toMatchObject({ notificationSettings: off });
  const forged = `${link.slice(0, -4)}AAAA`;
  expect((await fetch(forged, { method: 'POST' })).status).toBe(404);
  const huge = await fetch(link, { method: 'POST', body: new URLSearchParams({ x: 'x'.repeat(20_000) }) });
  expect(huge.status).toBe(413);
});

test('without a mail server, a subject or a text nothing is sent @slow', async () => {
  await person(app, 'ada');
  expect(await run(undefined)).toEqual({
    code: 1,
    text: 'News goes out by SMTP alone: please set MAIL_URL.\n',
  });
  expect(await run(undefined, '--count')).toEqual({ code: 0, text: '1 people would get it.\n' });
  await writeFile(path.join(folder, 'news.txt'), 'Only a subject\n');
  expect((await run('smtp://127.0.0.1:1')).text).toMatch(
    /has no subject in its first line, or nothing after it/,
  );
  await rm(path.join(folder, 'news.txt'));
  expect((await run('smtp://127.0.0.1:1')).text).toBe('The file of the news cannot be read (ENOENT).\n');
});

test('an unreachable mail server, or a secret with which nobody could unsubscribe, is reported before anything is sent @slow', async () => {
  await person(app, 'ada');
  expect(await run('smtp://127.0.0.1:1')).toEqual({
    code: 1,
    text: 'The mail server cannot be used (connect ECONNREFUSED 127.0.0.1:1). Nothing was sent.\n',
  });
  await using server = await startSmtp();
  const elsewhere = await runWith({ MAIL_URL: server.url, DATA_DIR: path.join(folder, 'another') });
  expect([elsewhere.code, elsewhere.text]).toEqual([
    1,
    expect.stringContaining('This database belongs to another token secret.'),
  ]);
  expect(server.mails).toEqual([]);
});

test('the form for mail programs, which needs no session, is rate-limited @slow', async () => {
  await using own = await startApp({ rateLimits: true });
  const { burst } = RATES.visitor;
  const post = async () => (await fetch(`${own.url}/unsubscribe/none`, { method: 'POST' })).status;
  const statuses: number[] = [];
  while (statuses.length < 2 * burst && statuses.at(-1) !== 429)
    statuses.push(...(await Promise.all(Array.from({ length: 100 }, post))));
  expect(statuses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(burst);
  expect(statuses.at(-1)).toBe(429);
});
