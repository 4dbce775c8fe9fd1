/** Accounts that report many people as underage, to bury the reports of others. */
import { getModerationSummary, listCases } from '@herenow/contract/moderation';
import { blockUser } from '@herenow/contract/safety';
import { feedOf, goVisible, meet, ok } from '@herenow/testing/encounters';
import { people, person, type Person } from '@herenow/testing/people';
import { tryReport } from '@herenow/testing/safety';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hidingScene } from './hiding-scene.ts';

const scene = hidingScene();
const { grown, report } = scene;

const queue = async () =>
  ok(await scene.dana.api(listCases)).json.map(({ user, rank }) => [user.username, rank] as const);

/** Has bela report ada for what happened in their chat. */
async function harassed(): Promise<Person> {
  const bela = await grown('bela');
  await meet(scene.app, bela, scene.ada);
  await report(bela, scene.ada, { reason: 'Harassment or bullying' });
  return bela;
}

test('reports by strangers who never saw the person come after reports by people who met them', async () => {
  await harassed();
  for (const name of ['eve', 'finn']) await report(await grown('mallory'), await person(scene.app, name));
  expect(await queue()).toEqual([
    ['ada', 1],
    ['eve', 4],
    ['finn', 4],
  ]);
  expect(ok(await scene.dana.api(getModerationSummary)).json).toMatchObject({ cases: 3, underage: 2 });
});

test('a reporter who was shown people can put three of them in front in a day, one who met them any number', async () => {
  const { app } = scene;
  const bela = await harassed();
  const mallory = await grown('mallory');
  const town = await people(app, 'one', 'two', 'three', 'four', 'five');
  for (const one of town) await goVisible(app, one);
  expect(await feedOf(mallory)).toHaveLength(town.length + 2);
  const shown = () =>
    app.db.selectFrom('handouts').select('id').where('viewer_id', '=', mallory.id).execute();
  await expect.poll(shown).not.toEqual([]);
  for (const one of town) await report(mallory, one);
  expect((await queue()).map(([, rank]) => rank)).toEqual([0, 0, 0, 1, 4, 4]);

  // A report by someone who met the person brings them to the front, even if the block comes first.
  await meet(app, bela, town[4]!);
  ok(await bela.api(blockUser, { body: { userId: bela.id, userToBlockId: town[4]!.id } }));
  await report(bela, town[4]!);
  expect((await queue()).slice(0, 5)).toEqual([
    ['one', 0],
    ['two', 0],
    ['three', 0],
    ['five', 0],
    ['ada', 1],
  ]);
});

test('accounts that report everybody keep nobody on their network from reporting people they met, nor older accounts from reporting anybody @slow', async () => {
  const { app } = scene;
  const [bela, eve] = await people(app, 'bela', 'eve');
  await meet(app, bela, scene.ada);
  for (let n = 0; n < 10; n += 1) {
    const mallory = await person(app, `mallory${n}`);
    for (let times = 0; times < 20; times += 1) ok(await tryReport(mallory, eve));
  }
  expect((await tryReport(bela, eve)).status).toBe(429);
  // An account of some days was not opened for this.
  expect((await tryReport(await grown('chidi'), eve)).status).toBe(200);
  expect((await tryReport(bela, scene.ada)).status).toBe(200);
});

test('a hundred reports by new accounts do not keep two that count from hiding a person', async () => {
  const { app, ada } = scene;
  const [bela, chidi] = [await grown('bela'), await grown('chidi')];
  const mallory = await person(app, 'mallory');
  for (const one of [mallory, bela, chidi]) await meet(app, one, ada);
  await report(mallory);
  // As if each was another new account.
  await sql`
    INSERT INTO reports (id, reporter_id, reported_id, reason, words, network, created_at, updated_at)
    SELECT gen_random_uuid(), reporter_id, reported_id, reason, words, n, created_at, updated_at
    FROM reports, generate_series(1, 100) n`.execute(app.db);
  app.clock.moveBy(1000);
  for (const one of [bela, chidi]) await report(one);
  expect(await scene.isHidden()).toBe(true);
});
