import { DATE_IDEAS } from '@herenow/contract/constants';
import { getUser, updateUser } from '@herenow/contract/profile';
import * as refusals from '@herenow/contract/refusals';
import { describe, expect, test } from 'vitest';
import { movableClock } from '@herenow/testing/movable-clock';
import { meet, recordOf } from '@herenow/testing/encounters';
import { api, person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { decidedAtOnce } from './while-locked.ts';

const app = sharedApp();

const IDEAS = DATE_IDEAS.map((idea) => idea.toLowerCase());

describe('each field is saved and read back', () => {
  test.each<[string, object, object]>([
    ['name, trimmed', { username: '  Ada\n\t L. ' }, { username: 'Ada L.' }],
    ['name of 60 characters', { username: '🌍'.repeat(60) }, { username: '🌍'.repeat(60) }],
    ['pronouns', { gender: 'She/They' }, { gender: 'She/They' }],
    ['date of birth', { dateOfBirth: '1990-02-28' }, { dateOfBirth: '1990-02-28' }],
    [
      'date of birth as a timestamp',
      { dateOfBirth: '1990-02-28T00:00:00.000Z' },
      { dateOfBirth: '1990-02-28' },
    ],
    [
      'date ideas, lowercased, once',
      { myTags: ['Coffee', 'coffee', 'YOGA'] },
      { myTags: ['coffee', 'yoga'] },
    ],
    ['bio, tidied', { bio: '  Tea,\tnot  coffee. \r\n\n\n\nBooks. ' }, { bio: 'Tea, not coffee.\n\nBooks.' }],
    ['bio of 300 characters', { bio: '🌍'.repeat(300) }, { bio: '🌍'.repeat(300) }],
    ['no bio', { bio: '  ' }, { bio: '' }],
    ['no date ideas', { myTags: [] }, { myTags: [] }],
    ['ten date ideas', { myTags: DATE_IDEAS.slice(0, 10) }, { myTags: IDEAS.slice(0, 10) }],
    ['all date ideas', { myTags: [...DATE_IDEAS] }, { myTags: IDEAS }],
    ['distance', { preferences: { maxDistanceKm: 15 } }, { preferences: { maxDistanceKm: 15 } }],
    [
      'one notification setting, the others staying',
      { notificationSettings: { inAppPin: false } },
      {
        notificationSettings: {
          pushNotificationMessages: true,
          pushNotificationPin: true,
          inAppMessages: true,
          inAppPin: false,
          emailNewsAndUpdatesNotifications: true,
        },
      },
    ],
  ])('%s', async (_, body, saved) => {
    const ada = await person(app, 'ada');
    const answer = await ada.api(updateUser, { body });
    expect(answer).toMatchObject({ status: 200, json: saved });
    expect(await recordOf(ada)).toEqual(answer.json);
  });
});

describe('bad values are refused with a sentence, and nothing of the request is written', () => {
  const adult = 'You must be 18 years or older to use this app';
  test.each<[string, object, string]>([
    ['blank name', { username: '   ' }, refusals.nameRequired.text],
    ['invisible name', { username: '\u200b\u2060' }, refusals.nameRequired.text],
    ['name of blank Braille', { username: '\u2800 \u2800' }, refusals.nameRequired.text],
    [
      'a character that no text can hold',
      { username: 'a\0' },
      'The request contains a character that cannot be stored.',
    ],
    ['long name', { username: 'a'.repeat(61) }, refusals.nameLong.text],
    ['long bio', { bio: 'a'.repeat(301) }, refusals.bioLong.text],
    ['bio that turns the text around it', { bio: 'safe \u202e gpj.exe' }, refusals.bioUnseen.text],
    ['bio with an invisible character', { bio: 'tea\u2060' }, refusals.bioUnseen.text],
    ['bio with a control character', { bio: 'tea\u0007' }, refusals.bioUnseen.text],
    ['bio that is a number', { bio: 7 }, refusals.bioLong.text],
    ['name that is a number', { username: 7 }, refusals.nameRequired.text],
    ['unknown pronouns', { gender: 'Ze/Zir' }, refusals.pronounsRequired.text],
    ['empty pronouns', { gender: '' }, refusals.pronounsRequired.text],
    ['empty date of birth', { dateOfBirth: '' }, refusals.dateOfBirthRequired.text],
    ['date of birth as a number', { dateOfBirth: 631152000000 }, refusals.dateOfBirthRequired.text],
    ['a day that does not exist', { dateOfBirth: '1990-02-30' }, refusals.dateOfBirthInvalid.text],
    ['words for a date', { dateOfBirth: 'in spring' }, refusals.dateOfBirthInvalid.text],
    ['the age of 81', { dateOfBirth: yearsAgo(81) }, refusals.dateOfBirthInvalid.text],
    ['17 years and 364 days', { dateOfBirth: yearsAgo(18, 1) }, adult],
    ['a birth in the future', { dateOfBirth: yearsAgo(-1) }, adult],
    ['unknown date idea', { myTags: ['coffee', 'chess'] }, refusals.ideasUnknown.text],
    ['date idea that is no text', { myTags: [1] }, refusals.ideasUnknown.text],
    ['date ideas as text', { myTags: 'coffee' }, refusals.ideasUnknown.text],
    ['eleven date ideas', { myTags: DATE_IDEAS.slice(0, 11) }, refusals.ideasTooMany.text],
    ['distance between the steps', { preferences: { maxDistanceKm: 4 } }, refusals.distanceStep.text],
    ['distance as text', { preferences: { maxDistanceKm: '5' } }, refusals.distanceStep.text],
    ['distance above 50', { preferences: { maxDistanceKm: 51 } }, refusals.distanceStep.text],
    ['photos as text', { photos: 'mine' }, 'Please choose your photos again'],
    ['photo of nobody', { photos: [{ url: '/photos/nothing' }] }, 'Please choose your photos again'],
    [
      'six photos',
      { photos: Array.from({ length: 6 }, () => ({ url: 'x' })) },
      'You can have up to 5 photos',
    ],
    ['no photo once one is needed', { photos: [] }, 'Please add at least one photo'],
    ['setting that is no boolean', { notificationSettings: { inAppPin: 'no' } }, 'Please choose on or off'],
    ['step 0', { registrationStep: 0 }, 'This registration step does not exist'],
    ['step 7', { registrationStep: 7 }, 'This registration step does not exist'],
    ['step two and a half', { registrationStep: 2.5 }, 'This registration step does not exist'],
  ])('%s', async (_, bad, text) => {
    const ada = await person(app, 'ada');
    const before = await ada.api(getUser, { params: { id: ada.id } });
    const body = { username: 'Changed', gender: 'He/Him', ...bad } as never;
    expect(await ada.api(updateUser, { body })).toMatchObject({ status: 400, text });
    expect(await recordOf(ada)).toEqual(before.json);
  });

  test('18 years to the day and 80 years are fine', async () => {
    const ada = await person(app, 'ada');
    for (const [dateOfBirth, age] of [
      [yearsAgo(18), 18],
      [yearsAgo(81, 1), 80],
    ] as const)
      expect(await ada.api(updateUser, { body: { dateOfBirth } })).toMatchObject({
        status: 200,
        json: { age },
      });
  });
});

test('a whole record sent back changes nothing, and read-only fields are ignored', async () => {
  const ada = await person(app, 'ada', { photos: 2 });
  const { json: record } = await ada.api(getUser, { params: { id: ada.id } });
  expect((await ada.api(updateUser, { body: record })).json).toEqual(record);
  const stolen = {
    email: 'other@example.org',
    emailValidated: false,
    status: 'online',
    online: true,
    location: { type: 'Point', coordinates: [0, 0] },
    password: 'x',
    blockedUsers: [ada.id],
    created: '2000-01-01T00:00:00.000Z',
  };
  expect((await ada.api(updateUser, { body: { ...record, ...stolen } })).json).toEqual(record);
});

test('a user who has turned 81 can still save the rest of the record', async () => {
  const ada = await person(app, 'ada', { dateOfBirth: '1930-01-01' });
  const { json: record } = await ada.api(getUser, { params: { id: ada.id } });
  const answer = await ada.api(updateUser, { body: { ...record, username: 'Ada' } });
  expect(answer).toMatchObject({ status: 200, json: { username: 'Ada' } });
});

test('a user whose name and bio break a rule made since can still save the rest of the record', async () => {
  const ada = await person(app, 'ada');
  const [username, bio] = ['Herenow', 'Hi\u202e'];
  await app.pool.query('UPDATE users SET username = $2, bio = $3 WHERE id = $1', [ada.id, username, bio]);
  const record = await recordOf(ada);
  const answer = await ada.api(updateUser, { body: { ...record, gender: 'Other' } });
  expect(answer).toMatchObject({ status: 200, json: { username, bio, gender: 'Other' } });
});

test('a user whose only photo was removed can still save the rest of the record', async () => {
  const ada = await person(app, 'ada', { photos: 1 });
  await app.db.deleteFrom('photos').where('user_id', '=', ada.id).execute();
  const { json: record } = await ada.api(getUser, { params: { id: ada.id } });
  const answer = await ada.api(updateUser, { body: { ...record, username: 'Ada' } });
  expect(answer).toMatchObject({ status: 200, json: { username: 'Ada', photos: [] } });
});

test('photos are kept, ordered and removed by their URLs, only the user’s own', async () => {
  const ada = await person(app, 'ada', { photos: 3 });
  const bela = await person(app, 'bela', { photos: 1 });
  const photosOf = async (who: typeof ada) => (await recordOf(who)).photos;
  const [first, second, third] = await photosOf(ada);
  const swapped = await ada.api(updateUser, { body: { photos: [third!, first!] } });
  expect(swapped.json.photos).toEqual([third, first]);
  const absolute = await ada.api(updateUser, { body: { photos: [{ url: `${app.url}${second!.url}` }] } });
  expect(absolute.json.photos).toEqual([second]);
  const [foreign] = await photosOf(bela);
  expect(await ada.api(updateUser, { body: { photos: [second!, foreign!] } })).toMatchObject({
    status: 400,
    text: 'Please choose your photos again',
  });
  expect(await photosOf(ada)).toEqual([second]);
  expect(await photosOf(bela)).toEqual([foreign]);
});

test('nobody can change another user’s record', async () => {
  const ada = await person(app, 'ada');
  const bela = await person(app, 'bela');
  const body = { id: bela.id, username: 'Changed' };
  expect(await ada.api(updateUser, { body })).toMatchObject({ status: 403, text: refusals.notYours.text });
  expect(await api(app, updateUser, { body })).toMatchObject({ status: 401 });
  expect((await recordOf(bela)).username).toBe('bela');
});

test('concurrent updates all take effect', async () => {
  const ada = await person(app, 'ada');
  const update = (body: object) => () => ada.api(updateUser, { body });
  await decidedAtOnce(app, ada.id, update({ username: 'Ada' }), update({ myTags: ['yoga'] }));
  expect(await recordOf(ada)).toMatchObject({ username: 'Ada', myTags: ['yoga'] });
});

/** Returns the date that many years before the start of the tests, plus some days. */
function yearsAgo(years: number, days = 0): string {
  const now = movableClock().now();
  return new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate() + days))
    .toISOString()
    .slice(0, 10);
}

test('the bio can be read by those who see the user, and stays when a client does not know it', async () => {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  await ada.api(updateUser, { body: { bio: 'Tea, not coffee.' } });
  await meet(app, ada, bela);
  expect((await bela.api(getUser, { params: { id: ada.id } })).json).toMatchObject({
    bio: 'Tea, not coffee.',
  });
  // An older client sends the record without the fields it does not know.
  await ada.api(updateUser, { body: { username: 'Ada' } });
  expect(await recordOf(ada)).toMatchObject({
    bio: 'Tea, not coffee.',
  });
});
