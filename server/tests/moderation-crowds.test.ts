/** Many accounts against one person, and one operator against many. */
import { validateToken } from '@herenow/contract/accounts';
import {
  getCase,
  getModerationStatistics,
  listCases,
  listModerationLog,
  moderate,
  moderateMany,
} from '@herenow/contract/moderation';
import * as refusals from '@herenow/contract/refusals';
import { closeSealedCase, listSealedCases } from '@herenow/contract/sealed-cases';
import { meet, ok } from '@herenow/testing/encounters';
import { people, person } from '@herenow/testing/people';
import { block, deleteAccount, report } from '@herenow/testing/safety';
import { makeOperator, newOperator } from '@herenow/testing/second-factor';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';
import { readOperatorCommand } from '../src/features/moderation/index.ts';
import { newId } from '../src/lib/ids.ts';
import { deskScene } from './desk-scene.ts';

const scene = deskScene();

test('blocks by strangers, or by one person with many accounts, do not count', async () => {
  const { app, dana } = scene;
  const [ada, bela, twin] = await people(app, 'ada', 'bela', 'twin');
  const mob = await people(app, ...Array.from({ length: 10 }, (_, n) => `mob${n}`));
  await app.pool.query(`UPDATE users SET mailbox = 'of bela' WHERE id IN ($1, $2)`, [bela.id, twin.id]);
  for (const one of mob) await block(one, ada);
  for (const one of [bela, twin]) await meet(app, ada, one);
  for (const one of [bela, twin]) await block(one, ada);
  expect(ok(await dana.api(getCase, { params: { userId: ada.id } })).json.blockedBy).toBe(1);
});

test('any number of reports on one person are closed or sealed at once, and place the case once', async () => {
  await using app = await startApp();
  const dana = await newOperator(app, 'dana');
  const judged = await people(app, 'ada', 'bela');
  const mob = await people(app, 'mob1', 'mob2', 'mob3');
  for (const one of judged) for (const other of mob) await report(other, one);
  await app.pool.query(`
    CREATE TABLE placings (person uuid);
    ALTER FUNCTION place_case(uuid) RENAME TO place_it;
    CREATE FUNCTION place_case(person uuid) RETURNS void LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO placings VALUES (person); PERFORM place_it(person); END $$`);
  const [ada, bela] = judged;
  ok(await dana.api(moderate, { params: { userId: ada!.id }, body: { action: 'dismiss' } }));
  await deleteAccount(bela!);
  const { rows } = await app.pool.query<{ person: string }>('SELECT person FROM placings');
  expect(rows.map(({ person: placed }) => placed)).toEqual([ada!.id, bela!.id]);
  expect(ok(await dana.api(listCases)).json).toEqual([]);
});

test('reports that change together are not compared each with each, even where a single one changed before', async () => {
  const { app } = scene;
  const [ada, bela] = await people(app, 'ada', 'bela');
  await report(bela, ada);
  const plans: string[] = [];
  const client = await app.pool.connect();
  client.on('notice', ({ message = '' }) => plans.push(message));
  try {
    await client.query(`
      LOAD 'auto_explain';
      SET auto_explain.log_min_duration = 0;
      SET auto_explain.log_nested_statements = on;
      SET auto_explain.log_level = notice`);
    // The plan of the first change is kept for all others of the connection.
    await client.query('UPDATE reports SET handled_at = now()');
  } finally {
    client.release(true);
  }
  const comparing = plans.filter((plan) => plan.includes('Named Tuplestore Scan'));
  expect(comparing).toHaveLength(1);
  expect(comparing[0]).not.toContain('Nested Loop');
});

test('one operator can delete 20 accounts a day, not counting refused tries, and suspend others', async () => {
  await using app = await startApp({ rateLimits: true });
  const dana = await newOperator(app, 'dana');
  const town = await people(app, ...Array.from({ length: 21 }, (_, n) => `ada${n}`));
  const act = async (userId: string, action: 'delete' | 'suspend') =>
    (await dana.api(moderate, { params: { userId }, body: { action } })).status;
  for (let n = 0; n < 20; n += 1) expect(await act(newId(), 'delete')).toBe(404);
  const answers: number[] = [];
  for (const { id } of town) answers.push(await act(id, 'delete'));
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  expect(await act(town[20]!.id, 'suspend')).toBe(200);
});

test('an operator can neither suspend nor delete another, not even through another account of theirs', async () => {
  const { app, dana } = scene;
  const [erin, alter] = await people(app, 'erin', 'alter');
  await makeOperator(app, erin);
  await app.pool.query(`UPDATE users SET mailbox = 'of erin' WHERE id IN ($1, $2)`, [erin.id, alter.id]);
  for (const { id } of [erin, alter]) {
    const params = { userId: id };
    for (const action of ['suspend', 'delete'] as const)
      expect(await dana.api(moderate, { params, body: { action } })).toMatchObject({
        status: 409,
        text: 'This person is an operator. Whoever runs the server needs to remove them as an operator first.',
      });
    const many = { body: { userIds: [id], action: 'suspend' as const } };
    expect(ok(await dana.api(moderateMany, many)).json).toMatchObject({
      entries: [],
      refused: [{ userId: id }],
    });
  }
  ok(await dana.api(moderate, { params: { userId: erin.id }, body: { action: 'warn' } }));
  await readOperatorCommand(['remove', erin.email])!(app.db, app.clock.now());
  ok(await dana.api(moderate, { params: { userId: erin.id }, body: { action: 'suspend' } }));
});

test('an operator cannot suspend another through the case of a deleted account', async () => {
  const { app, dana } = scene;
  const [erin, bela] = await people(app, 'erin', 'bela');
  const before = await person(app, 'before', { email: erin.email.replace('@', '+before@') });
  await makeOperator(app, erin);
  await report(bela, before);
  await deleteAccount(before);
  await app.pool.query('UPDATE users SET mailbox = (SELECT mailbox FROM sealed_cases) WHERE id = $1', [
    erin.id,
  ]);
  const [sealed] = ok(await dana.api(listSealedCases)).json;
  const suspend = () =>
    dana.api(closeSealedCase, { params: { caseId: sealed!.id }, body: { action: 'suspend' } });
  expect(await suspend()).toMatchObject({ status: 409, text: refusals.operatorFirst.text });
  expect((await erin.api(listSealedCases)).status).toBe(200);
  expect(ok(await dana.api(listSealedCases)).json).toHaveLength(1);
  await readOperatorCommand(['remove', erin.email])!(app.db, app.clock.now());
  ok(await suspend());
  expect((await erin.api(validateToken)).status).toBe(401);
});

test('an operator who requests all statistics at once uses only one database connection', async () => {
  const { app, dana } = scene;
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%FROM reports WHERE created_at%' AND wait_event_type = 'Lock'`;
  const client = await app.pool.connect();
  try {
    await client.query('BEGIN; LOCK TABLE appeals IN ACCESS EXCLUSIVE MODE');
    const asked = Array.from({ length: 8 }, (_, n) =>
      dana.api(getModerationStatistics, { query: { days: 300 + n } }),
    );
    // Later requests are answered, so all of these have arrived.
    for (let n = 0; n < 8; n += 1) ok(await dana.api(listModerationLog));
    await expect.poll(async () => (await app.pool.query(waiting)).rows).toHaveLength(1);
    await client.query('COMMIT');
    for (const answer of await Promise.all(asked)) ok(answer);
  } finally {
    client.release(true);
  }
});
