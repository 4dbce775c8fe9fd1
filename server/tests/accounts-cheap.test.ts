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
