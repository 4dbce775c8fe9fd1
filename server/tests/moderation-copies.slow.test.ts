/** Accounts that report a person day after day, each time with a copy of the longest messages there can be. */
import { getCase } from '@herenow/contract/moderation';
import { listSealedCases } from '@herenow/contract/sealed-cases';
import { meet, ok, send } from '@herenow/testing/encounters';
import { people, type Person } from '@herenow/testing/people';
import { deleteAccount, report } from '@herenow/testing/safety';
import { expect, test } from 'vitest';
import { deskScene } from './desk-scene.ts';

const scene = deskScene();

const MANY = 20_000_000;

/** Twenty reports of somebody on another person, each with a megabyte of messages. */
async function copies(reporter: Person, reported: Person): Promise<void> {
  const { rows } = await scene.app.pool.query<{ id: string }>(
    `INSERT INTO reports (id, reporter_id, reported_id, reason, words, created_at, updated_at)
     SELECT gen_random_uuid(), $1, $2, 'Other', '', at, at
     FROM generate_series(1, 20) AS n, LATERAL (SELECT $3::timestamptz - n * interval '1 day') AS _ (at) RETURNING id`,
    [reporter.id, reported.id, scene.app.clock.now()],
  );
  await scene.app.pool.query(
    `INSERT INTO report_messages (report_id, message_id, by_reported, reported, content, earlier, sent_at, deleted)
     SELECT report, gen_random_uuid(), true, false, repeat('x', 2000), ARRAY[repeat('y', 18000)], now(), false
     FROM unnest($1::uuid[]) AS report, generate_series(1, 50)`,
    [rows.map(({ id }) => id)],
  );
}

test('copies of the same messages keep nobody from opening a case, and hide no other report', async () => {
  const [ada, bela, mallory] = await people(scene.app, 'ada', 'bela', 'mallory');
  await send(ada, await meet(scene.app, ada, bela), 'an unkind word');
  await copies(mallory, ada);
  await report(bela, ada, { fromChat: true });

  const found = ok(await scene.dana.api(getCase, { params: { userId: ada.id } }));
  expect(found.text.length).toBeLessThan(MANY / 2);
  expect(found.json.reports).toHaveLength(21);
  expect(found.json.reports.at(-1)!.messages).toMatchObject([{ content: 'an unkind word' }]);
  // The latest of those by mallory.
  expect(found.json.reports.at(-2)!.messages).toHaveLength(50);

  await deleteAccount(mallory);
  await copies(bela, ada);
  await deleteAccount(ada);
  const [one] = ok(await scene.dana.api(listSealedCases)).json;
  expect(one!.reports.at(-1)!.messages).toMatchObject([{ content: 'an unkind word' }]);
});

test('nor do copies of what a profile showed, and those of who met the person come first', async () => {
  const [ada, bela] = await people(scene.app, 'ada', 'bela');
  await scene.app.pool.query(
    `WITH made AS (
       INSERT INTO reports (id, reported_id, reason, place, words, created_at, updated_at)
       SELECT gen_random_uuid(), $1, 'Other', 'behind', '', $2, $2 FROM generate_series(1, 20) RETURNING id)
     INSERT INTO reported_profiles (report_id, sealed, picture) SELECT id, 'of another secret', repeat('x', 1000000) FROM made`,
    [ada.id, scene.app.clock.now()],
  );
  await meet(scene.app, ada, bela);
  await report(bela, ada);
  await scene.app.pool.query(`UPDATE users SET username = 'somebody' WHERE id = $1`, [ada.id]);
  const opened = () => scene.app.logLines.filter((line) => line.includes('sealed with a secret')).length;
  const before = opened();
  const { reports } = ok(await scene.dana.api(getCase, { params: { userId: ada.id } })).json;
  expect(reports.at(-1)!.shown).toMatchObject({ name: 'ada' });
  // The name and the photo of each.
  expect(opened() - before).toBeLessThanOrEqual(2 * 8);
});
