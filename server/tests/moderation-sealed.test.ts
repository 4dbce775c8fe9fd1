import { DAY_MS, LIST_MAX } from '@herenow/contract/constants';
import { createUser, deleteUser, validateToken } from '@herenow/contract/accounts';
import { getDecision } from '@herenow/contract/appeals';
import { getCase, getModerationSummary, listCases } from '@herenow/contract/moderation';
import { closeSealedCase, listSealedCases, type SealedCase } from '@herenow/contract/sealed-cases';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dumpDatabase } from '@herenow/testing/dump';
import { meet, ok, send } from '@herenow/testing/encounters';
import { api, PASSWORD, people, person, type Person } from '@herenow/testing/people';
import { deleteAccount, report } from '@herenow/testing/safety';
import { makeOperator } from '@herenow/testing/second-factor';
import { appealTokenIn } from './appeal-token.ts';
import { deskScene } from './desk-scene.ts';
import { opened, registered, verify } from './registered.ts';
import { countWaiting } from './while-locked.ts';

const scene = deskScene();
const { act, log, signIn } = scene;

const sealed = async () => ok(await scene.dana.api(listSealedCases)).json;
const close = (caseId: string, action: 'dismiss' | 'suspend') =>
  scene.dana.api(closeSealedCase, { params: { caseId }, body: { action, note: 'seen' } });
/** Marks the emails of all accounts as verified. */
const verifyAll = () => scene.app.db.updateTable('users').set({ email_validated: true }).execute();
/** Expects that anybody can open an account with this address, and nobody verify it. */
const isOut = (email: string) =>
  expect(registered(scene.app, email)).rejects.toThrow('This account is suspended');
const register = (email: string) =>
  api(scene.app, createUser, {
    body: { email, password: PASSWORD, location: { type: 'Point', coordinates: [13.4, 52.5] } },
  });

describe('deleting the account does not let a user escape', () => {
  test('pending reports, which are sealed for 90 days', async () => {
    const [ada, bela] = await people(scene.app, 'ada', 'bela');
    await send(ada, await meet(scene.app, ada, bela), 'an unkind word');
    const reason = 'Harassment or bullying';
    await report(bela, ada, { reason, words: 'again and again', fromChat: true });
    await deleteAccount(ada);
    const traces = async () =>
      (await dumpDatabase(scene.app.pool)).filter((line) =>
        [ada.id, ada.email, 'again and again', 'an unkind word'].some((text) => line.includes(text)),
      );
    await expect.poll(traces).toEqual([]);
    const [one, ...more] = await sealed();
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      username: 'ada',
      reports: [
        {
          reason: 'Harassment or bullying',
          words: 'again and again',
          messages: [{ content: 'an unkind word', byReported: true }],
        },
      ],
    });
    expect((await bela.api(listSealedCases)).status).toBe(404);
    ok(await close(one!.id, 'suspend'));
    expect(await sealed()).toEqual([]);
    expect((await close(one!.id, 'dismiss')).status).toBe(404);
    expect(await log()).toMatchObject([
      { action: 'suspend', userId: null, reasons: ['Harassment or bullying'], note: 'seen' },
    ]);
    await isOut(ada.email.replace('@', '+2@'));
  });

  test('and of thousands of reports by strangers, which hide none of who met the person', async () => {
    const [ada, bela] = [await person(scene.app, 'ada'), await person(scene.app, 'bela')];
    await scene.app.pool.query(
      `INSERT INTO reports (id, reported_id, reason, place, words, created_at, updated_at)
       SELECT gen_random_uuid(), $1, 'Other', 'behind', n, $2::timestamptz - n * interval '1 second', $2
       FROM generate_series(1, $3) AS n`,
      [ada.id, scene.app.clock.now(), LIST_MAX + 5],
    );
    await meet(scene.app, ada, bela);
    await report(bela, ada, { words: 'met' });
    await deleteAccount(ada);
    const [{ id, reports }] = (await sealed()) as [SealedCase];
    expect(reports).toHaveLength(LIST_MAX);
    expect(reports.at(-1)!.words).toBe('met');
    ok(await close(id, 'dismiss'));
  });

  test('and large cases come page by page', async () => {
    const now = scene.app.clock.now();
    await scene.app.pool.query(
      `INSERT INTO sealed_cases (id, mailbox, sealed, waiting_since, forget_at)
       SELECT gen_random_uuid(), n, repeat('x', 3000000), $1::timestamptz + n * interval '1 second', $2
       FROM generate_series(1, 5) AS n`,
      [now, new Date(now.getTime() + DAY_MS)],
    );
    onTestFinished(async () => void (await scene.app.pool.query('DELETE FROM sealed_cases')));
    const first = ok(await scene.dana.api(listSealedCases));
    expect(first.json).toHaveLength(3);
    const after = first.json.at(-1)!.id;
    expect(first.headers.get('link')).toBe(`<${listSealedCases.path}?after=${after}>; rel="next"`);
    const rest = ok(await scene.dana.api(listSealedCases, { query: { after } }));
    expect(rest.json).toHaveLength(2);
    expect(rest.headers.get('link')).toBeNull();
    const ids = [...first.json, ...rest.json].map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
  });

  test('by opening another before anybody has looked: that one is suspended, and can appeal', async () => {
    const mallory = await person(scene.app, 'mallory', { email: 'mal.lory@gmail.com' });
    const bela = await person(scene.app, 'bela');
    await report(bela, mallory);
    await deleteAccount(mallory);
    const again = { email: 'mallory+2@gmail.com' };
    ok(await register(again.email));
    await verifyAll();
    const session = ok(await signIn(again)).text;
    const [one] = await sealed();
    ok(await close(one!.id, 'suspend'));
    expect((await api(scene.app, validateToken, { token: session })).status).toBe(401);
    const refused = await signIn(again);
    expect(refused.status).toBe(403);
    const token = appealTokenIn(refused.text);
    const decision = ok(await api(scene.app, getDecision, { body: { token } })).json;
    expect(decision).toMatchObject({ action: 'suspend', state: 'open' });
    expect(await log()).toMatchObject([
      { action: 'suspend', userId: expect.any(String), reasons: ['Other'] },
    ]);
  });

  test.each([
    ['ends by itself', { days: 7 }],
    ['has no end', {}],
  ])('by a suspension of another account that %s', async (_, more) => {
    const mailbox = `mal${Object.keys(more).length}`;
    const [first, second] = [`${mailbox}+1@example.org`, `${mailbox}+2@example.org`];
    for (const email of [first, second]) ok(await register(email));
    await verifyAll();
    const people = await scene.app.db.selectFrom('users').select(['id', 'email']).execute();
    const idOf = (email: string) => people.find((one) => one.email === email)!.id;
    const session = ok(await signIn({ email: second })).text;
    const bela = await person(scene.app, 'bela');
    await report(bela, { id: idOf(second) });
    ok(await api(scene.app, deleteUser, { params: { id: idOf(second) }, token: session }));
    ok(await act({ id: idOf(first) }, 'suspend', more));
    const [one] = await sealed();
    ok(await close(one!.id, 'suspend'));
    expect(await log()).toMatchObject([{ action: 'suspend', userId: idOf(first), days: null }, {}]);
    scene.app.clock.moveBy(91 * DAY_MS);
    await scene.app.accounts.sweep();
    expect((await signIn({ email: first })).text).toContain('suspended');
    await isOut(`${mailbox}+3@example.org`);
  });

  test('a suspension, whatever the spelling of the address', async () => {
    const email = 'eve.il@gmail.com';
    ok(await register(email));
    ok(await register('eveil+2@gmail.com'));
    await verifyAll();
    const [eve, second] = await scene.app.db
      .selectFrom('users')
      .select('id')
      .orderBy('created_at')
      .execute()
      .then((rows) => rows.slice(1));
    ok(await act(eve!, 'suspend'));
    expect((await signIn({ email: 'eveil+2@gmail.com' })).status).toBe(403);
    const spellings = [
      email,
      'eveil@gmail.com',
      'eve.il+3@gmail.com',
      'EVEIL@googlemail.com',
      'e.v.e.i.l@gmail.com',
    ];
    expect((await register(email)).text).toBe('User with same email already exists.');
    for (const spelling of spellings.slice(1)) await isOut(spelling);
    ok(await act(eve!, 'delete'));
    ok(await act(second!, 'delete'));
    for (const spelling of [email, 'eveil+4@gmail.com']) await isOut(spelling);
    scene.app.clock.moveBy(90 * DAY_MS);
    await registered(scene.app, 'eveil+5@gmail.com');
  });
});

test('a user who verifies another spelling while being suspended has no account afterwards', async () => {
  ok(await register('mal+1@example.org'));
  ok(await register('mal+2@example.org'));
  await verifyAll();
  const [first] = (
    await scene.app.pool.query<{ id: string }>(
      `SELECT id FROM users WHERE email LIKE 'mal+%' ORDER BY created_at`,
    )
  ).rows;
  const third = await opened(scene.app, 'mal+3@example.org');
  const other = await scene.app.pool.connect();
  onTestFinished(() => other.release());
  await other.query('BEGIN');
  // The suspension has found its accounts by then, and waits to be noted.
  await other.query('LOCK TABLE suspended_mailboxes IN SHARE MODE');
  const suspended = act(first!, 'suspend');
  await expect.poll(() => countWaiting(scene.app)).toBe(1);
  let over = false;
  const verified = verify(scene.app, third).finally(() => (over = true));
  verified.catch(() => {});
  await expect.poll(async () => over || (await countWaiting(scene.app)) === 2).toBe(true);
  await other.query('COMMIT');
  ok(await suspended);
  await expect(verified).rejects.toThrow('This account is suspended');
});

test('an operator neither sees nor judges a sealed case about another account of their mailbox', async () => {
  const [erin, bela] = [await person(scene.app, 'erin'), await person(scene.app, 'bela')];
  await makeOperator(scene.app, erin);
  const alter = await person(scene.app, 'alter', { email: erin.email.replace('@', '+alter@') });
  await report(bela, alter, { words: 'They know who I am' });
  await deleteAccount(alter);
  await scene.app.pool.query(
    'UPDATE users SET mailbox = (SELECT mailbox FROM sealed_cases WHERE handled_at IS NULL) WHERE id = $1',
    [erin.id],
  );
  expect(ok(await erin.api(listSealedCases)).json).toEqual([]);
  expect(ok(await erin.api(getModerationSummary)).json).toMatchObject({ sealed: 0 });
  const [one] = await sealed();
  const own = { params: { caseId: one!.id }, body: { action: 'dismiss' as const } };
  expect((await erin.api(closeSealedCase, own)).status).toBe(404);
  ok(await close(one!.id, 'dismiss'));
});

test('an operator neither sees nor judges a sealed case they have reported, while another could', async () => {
  const { app, dana } = scene;
  const [erin, alter, ada, bela, chidi] = await people(app, 'erin', 'alter', 'ada', 'bela', 'chidi');
  await app.pool.query('DELETE FROM sealed_cases');
  await makeOperator(app, erin);
  const names = async (by: Person) =>
    ok(await by.api(listSealedCases)).json.map(({ username, own }) => ({ username, own }));
  // One case that erin reported, one that another, now deleted account of erin’s reported, and one by somebody else.
  await report(alter, bela);
  await deleteAccount(alter);
  await app.pool.query(
    `UPDATE users SET mailbox = CASE WHEN id = $1 THEN (SELECT max(reporter_mailbox) FROM reports) ELSE id::text END
     WHERE id IN ($1, $2)`,
    [erin.id, dana.id],
  );
  await report(erin, ada);
  await report(dana, chidi);
  for (const one of [bela, ada, chidi]) await deleteAccount(one);
  expect(await names(erin)).toEqual([{ username: 'chidi', own: false }]);
  expect(await names(dana)).toEqual([
    { username: 'bela', own: false },
    { username: 'ada', own: false },
  ]);
  expect(ok(await erin.api(getModerationSummary)).json).toMatchObject({ sealed: 1 });
  const [first] = await sealed();
  const dismiss = { params: { caseId: first!.id }, body: { action: 'dismiss' as const } };
  expect((await erin.api(closeSealedCase, dismiss)).status).toBe(404);
  // The reporters' mailboxes are kept for this until the judgement.
  ok(await close(first!.id, 'dismiss'));
  const kept = await app.pool.query<{ n: number }>(
    'SELECT cardinality(reporters)::int AS n FROM sealed_cases ORDER BY waiting_since',
  );
  expect(kept.rows.map(({ n }) => n)).toEqual([0, 1, 1]);
  // If nobody else could judge it, it is shown to the remaining operator, marked.
  await app.pool.query('DELETE FROM operators WHERE user_id = $1', [dana.id]);
  expect(await names(erin)).toEqual([
    { username: 'ada', own: true },
    { username: 'chidi', own: false },
  ]);
});

test('a case sealed with a lost secret blocks neither other cases nor the deletion of accounts', async () => {
  const { app, dana } = scene;
  const [ada, bela, chidi] = await people(app, 'ada', 'bela', 'chidi');
  await verifyAll();
  for (const reporter of [bela, chidi]) {
    await report(reporter, ada, { words: 'Look.' });
  }
  await deleteAccount(bela);
  await app.pool.query(`UPDATE reports SET sealed = 'of another secret' WHERE sealed IS NOT NULL`);
  const words = ok(await dana.api(listCases)).json[0]!.reports.map((one) => one.words);
  expect(words.toSorted()).toEqual(['', 'Look.']);
  ok(await dana.api(getCase, { params: { userId: ada.id } }));
  await deleteAccount(ada);
  await app.pool.query(`UPDATE sealed_cases SET sealed = 'of another secret'`);
  const [one] = await sealed();
  expect(one).toMatchObject({ username: 'Somebody', reports: [] });
  ok(await close(one!.id, 'dismiss'));
  expect((await sealed()).map(({ id }) => id)).not.toContain(one!.id);
});
