/** Anybody opens any number of accounts without reading a mail: what they may leave behind must be next to nothing. */
import { beginFaceCheck, listFaces } from '@herenow/contract/faces';
import { listCases } from '@herenow/contract/moderation';
import * as refusals from '@herenow/contract/refusals';
import { requestExport } from '@herenow/contract/rights';
import { expect, test } from 'vitest';
import { ok } from '@herenow/testing/encounters';
import { person, type ApiAnswer } from '@herenow/testing/people';
import { newOperator } from '@herenow/testing/second-factor';
import { tryReport } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { UNVERIFIED_PHOTOS, UNVERIFIED_SWEEP_MS } from '../src/features/photos/service.ts';
import { newSilentId } from '../src/lib/ids.ts';

const app = sharedApp();

/** Opens an account up to the mail that would verify it. */
const mallory = () => person(app, 'mallory', { step: 5, photos: 1 });
const isUnfinished = ({ status, text }: ApiAnswer) =>
  expect([status, text]).toEqual([409, refusals.registrationUnfinished.text]);

test('such accounts put no selfies before those of others', async () => {
  const dana = await newOperator(app, 'dana');
  isUnfinished(await (await mallory()).api(beginFaceCheck));
  expect(ok(await dana.api(listFaces)).json).toEqual([]);
});

test('such accounts report nobody, since they have seen nobody', async () => {
  const [dana, ada] = [await newOperator(app, 'dana'), await person(app, 'ada')];
  const from = await mallory();
  isUnfinished(await tryReport(from, ada));
  isUnfinished(await tryReport(from, { id: newSilentId() }));
  expect(ok(await dana.api(listCases)).json).toEqual([]);
});

test('such accounts have no copies made, each of which would be kept for a day', async () => {
  isUnfinished(await (await mallory()).api(requestExport));
  expect(await app.db.selectFrom('data_exports').select('user_id').execute()).toEqual([]);
});

test('such accounts share a number of photos: those of who came first go', async () => {
  const [first, ada] = [await mallory(), await person(app, 'ada', { photos: 1 })];
  app.clock.moveBy(1000);
  const latest = await mallory();
  await app.pool.query(
    `INSERT INTO photos (id, user_id, key, thumbhash, unheld_since, created_at)
     SELECT gen_random_uuid(), $1, left(gen_random_uuid()::text, 24), '', $2, $2 FROM generate_series(1, $3::int)`,
    [latest.id, app.clock.now(), UNVERIFIED_PHOTOS - 1],
  );
  const owners = async () => {
    const { rows } = await app.pool.query<{ id: string }>('SELECT DISTINCT user_id AS id FROM photos');
    return rows.map(({ id }) => id);
  };
  expect(await owners()).toContain(first.id);
  app.clock.moveBy(UNVERIFIED_SWEEP_MS);
  await expect.poll(owners).not.toContain(first.id);
  expect(await owners()).toEqual(expect.arrayContaining([latest.id, ada.id]));
});
