import { STEP } from '@herenow/contract/constants';
import { getUser, updateUser } from '@herenow/contract/profile';
import * as refusals from '@herenow/contract/refusals';
import { describe, expect, test } from 'vitest';
import { ok, recordOf } from '@herenow/testing/encounters';
import { person, type Person, type PersonOptions } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { decidedAtOnce } from './while-locked.ts';

const app = sharedApp();

const TOO_EARLY = 'Please finish the steps before this one first.';
const profile = { username: 'Ada', gender: 'She/Her', dateOfBirth: '1990-05-01' } as const;
const stepOf = async (ada: Person) => (await recordOf(ada)).registrationStep;

test('the setup goes from step to step, each with its data', async () => {
  const ada = await person(app, 'ada', { step: 1, photos: 1 });
  const [photo] = (await recordOf(ada)).photos;
  for (const body of [
    { ...profile, registrationStep: 2 },
    { myTags: ['coffee'], registrationStep: 3 },
    { preferences: { maxDistanceKm: 10 }, registrationStep: 4 },
    { photos: [photo!], registrationStep: 5 },
  ]) {
    const answer = await ada.api(updateUser, { body });
    expect(answer).toMatchObject({ status: 200, json: { registrationStep: body.registrationStep } });
  }
});

test('the whole record may be sent at each step, even with the unfinished later steps', async () => {
  const ada = await person(app, 'ada', { step: 1, photos: 1 });
  const { json: fresh } = await ada.api(getUser, { params: { id: ada.id } });
  const second = await ada.api(updateUser, { body: { ...fresh, ...profile, registrationStep: 2 } });
  expect(second.status).toBe(200);
  const third = await ada.api(updateUser, {
    body: { ...second.json, myTags: ['yoga'], registrationStep: 3 },
  });
  expect(third.json).toMatchObject({ registrationStep: 3, username: 'Ada', myTags: ['yoga'] });
});

describe('a step without its data is refused, and nothing of the request is saved', () => {
  test.each<[string, PersonOptions, object, string]>([
    [
      '1 to 2 without pronouns',
      { step: 1 },
      { username: 'A', dateOfBirth: '1990-05-01', registrationStep: 2 },
      refusals.pronounsRequired.text,
    ],
    [
      '1 to 2 without a date of birth',
      { step: 1 },
      { gender: 'Other', registrationStep: 2 },
      refusals.dateOfBirthRequired.text,
    ],
    ['1 to 3', { step: 1 }, { ...profile, myTags: ['yoga'], registrationStep: 3 }, TOO_EARLY],
    [
      '1 to 4',
      { step: 1 },
      { ...profile, preferences: { maxDistanceKm: 5 }, registrationStep: 4 },
      TOO_EARLY,
    ],
    [
      '2 to 4 without a distance',
      { step: 2 },
      { myTags: ['yoga'], registrationStep: 4 },
      refusals.distanceStep.text,
    ],
    ['3 to 4 without a distance', { step: 3 }, { registrationStep: 4 }, refusals.distanceStep.text],
    ['2 to 5', { step: 2, photos: 1 }, { preferences: { maxDistanceKm: 5 }, registrationStep: 5 }, TOO_EARLY],
    [
      '4 to 5 without a photo',
      { step: 4 },
      { username: 'Eve', registrationStep: 5 },
      'Please add at least one photo',
    ],
    [
      '4 to 5 with an empty list',
      { step: 4, photos: 1 },
      { photos: [], registrationStep: 5 },
      'Please add at least one photo',
    ],
    ['4 to 6', { step: 4, photos: 1 }, { registrationStep: 6 }, 'Please verify your email first.'],
    ['5 to 6', { step: 5 }, { registrationStep: 6, emailValidated: true }, 'Please verify your email first.'],
  ])('%s', async (_, options, body, text) => {
    const ada = await person(app, 'ada', options);
    const before = await ada.api(getUser, { params: { id: ada.id } });
    expect(await ada.api(updateUser, { body })).toMatchObject({ status: 400, text });
    expect(await recordOf(ada)).toEqual(before.json);
  });
});

test('date ideas may be skipped', async () => {
  const ada = await person(app, 'ada', { step: 2 });
  await ada.api(updateUser, { body: { preferences: { maxDistanceKm: 5 }, registrationStep: 4 } });
  expect(await stepOf(ada)).toBe(4);
});

test('an already reached step stays, and the rest is saved', async () => {
  const ada = await person(app, 'ada', { step: 6 });
  for (const registrationStep of [1, 3, 5, 6]) {
    const answer = await ada.api(updateUser, {
      body: { username: `Ada ${registrationStep}`, registrationStep },
    });
    expect(answer.json).toMatchObject({ username: `Ada ${registrationStep}`, registrationStep: 6 });
  }
});

test('the first code is mailed once, when the photos are saved', async () => {
  const ada = await person(app, 'ada', { step: 4, photos: 1 });
  const mails = () => app.mailbox.list(ada.email);
  const codes = async () => (await app.pool.query('SELECT FROM codes WHERE user_id = $1', [ada.id])).rowCount;
  await ada.api(updateUser, { body: { username: 'Ada' } });
  expect(await codes()).toBe(0);
  const save = () => ada.api(updateUser, { body: { registrationStep: STEP.photos } });
  for (const answer of await decidedAtOnce(app, ada.id, save, save)) expect(answer.status).toBe(200);
  ok(await ada.api(updateUser, { body: { username: 'Ada L.' } }));
  const jobs = "SELECT state FROM pgboss.job WHERE name = 'mail' AND data ->> 'userId' = $1";
  await expect
    .poll(async () => (await app.pool.query(jobs, [ada.id])).rows)
    .toEqual([{ state: 'completed' }]);
  expect(await codes()).toBe(1);
  expect(mails()[0]?.text).toMatch(/\b\d{6}\b/);
});
