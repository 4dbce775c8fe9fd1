import { appeal, decideAppeal, getDecision, listAppeals } from '@herenow/contract/appeals';
import { DAY_MS } from '@herenow/contract/constants';
import { updateUser } from '@herenow/contract/profile';
import * as refusals from '@herenow/contract/refusals';
import { meet, ok, recordOf } from '@herenow/testing/encounters';
import { api, person, type Person } from '@herenow/testing/people';
import { deleteAccount } from '@herenow/testing/safety';
import { newOperator } from '@herenow/testing/second-factor';
import { connectStomp } from '@herenow/testing/stomp-client';
import { expect, test } from 'vitest';
import { appealTokenIn } from './appeal-token.ts';
import { deskScene } from './desk-scene.ts';
import { opened, registered, verify } from './registered.ts';
import { inTheMiddleOf } from './while-locked.ts';

const scene = deskScene();
const { act } = scene;

const set = (who: Person, fields: { username?: string; bio?: string }) =>
  who.api(updateUser, { body: { id: who.id, ...fields } });
const statuses = async (who: Person, ...all: { username?: string; bio?: string }[]) => {
  const answers: number[] = [];
  for (const fields of all) answers.push((await set(who, fields)).status);
  return answers;
};
/** Returns somebody whose name and bio were removed. */
async function removed(email: string): Promise<Person> {
  const ada = await registered(scene.app, email);
  ok(await set(ada, { username: 'Cheap pills', bio: 'Write to me, I sell' }));
  ok(await act(ada, 'remove-name'));
  return ada;
}

test('a removed name and text cannot be set again, not even in other spellings', async () => {
  const ada = await removed('ada@example.org');
  const refused = await set(ada, { username: 'Cheap pills' });
  expect([refused.status, refused.text]).toEqual([
    409,
    'This was removed from your profile before and can’t be used again. Please choose something else.',
  ]);
  const again = [
    { username: 'CHEAP  PILLS!' },
    { username: 'Write to me I sell' },
    { bio: 'Cheap pills' },
    { bio: 'Write to me,\nI séll' },
  ];
  expect(await statuses(ada, ...again)).toEqual([409, 409, 409, 409]);
  // The refusals count for nothing, and the whole record that clients send holds nothing new.
  const names = ['Ada', 'Ada B.'].map((username) => ({ username, bio: 'I like walks' }));
  expect(await statuses(ada, ...names)).toEqual([200, 200]);
  const bela = await person(scene.app, 'bela');
  expect((await set(bela, { username: 'Cheap pills' })).status).toBe(200);
});

test('an account that is verified while a name of its mailbox is being removed loses that name', async () => {
  const { app } = scene;
  const ada = await registered(app, 'ada.two@example.org');
  const other = await opened(app, 'ada.two+2@example.org');
  for (const one of [ada, other]) ok(await set(one, { username: 'Cheap pills' }));
  // The operator’s decision is logged last.
  await inTheMiddleOf(
    app,
    { text: 'LOCK TABLE moderation_log IN EXCLUSIVE MODE', values: [] },
    async () => ok(await act(ada, 'remove-name')),
    () => verify(app, other),
  );
  expect((await recordOf(other)).username).toBe('Somebody');
});

test('a name or a text can be removed separately, and the person is told which', async () => {
  const { app } = scene;
  const cases = [
    { texts: ['name'], left: { username: 'Somebody', bio: 'Write to me' }, answers: [409, 200] },
    { texts: ['bio'], left: { username: 'Cheap pills', bio: '' }, answers: [200, 409] },
    { texts: ['name', 'bio'], left: { username: 'Somebody', bio: '' }, answers: [409, 409] },
  ] as const;
  const subjects = [
    'Your Herenow name was removed',
    'The text on your Herenow profile was removed',
    'Your Herenow name and text were removed',
  ];
  for (const [n, { texts, left, answers }] of cases.entries()) {
    const ada = await registered(app, `dora${n}@example.org`);
    ok(await set(ada, { username: 'Cheap pills', bio: 'Write to me' }));
    expect(ok(await act(ada, 'remove-name', { texts })).json.texts).toEqual(texts);
    expect(await recordOf(ada)).toMatchObject(left);
    expect(await statuses(ada, { username: 'CHEAP pills' }, { bio: 'write to me!' })).toEqual(answers);
    await expect.poll(() => scene.subjects(ada)[0]).toBe(subjects[n]);
    const token = /\/appeal#([\w-]+)/.exec(app.mailbox.list(ada.email)[0]!.text)![1]!;
    expect(ok(await api(app, getDecision, { body: { token } })).json).toMatchObject({ texts });
  }
  expect((await scene.log()).map(({ texts }) => texts)).toEqual(cases.map(({ texts }) => texts).toReversed());
});

test('only existing text that the operator has seen is removed', async () => {
  const ada = await registered(scene.app, 'elsa@example.org');
  ok(await set(ada, { username: 'Ada', bio: '' }));
  const refused = await act(ada, 'remove-name', { texts: ['bio'] });
  expect([refused.status, refused.text]).toEqual([409, refusals.profileChanged.text]);
  ok(await set(ada, { bio: 'I like walks' }));
  const shown = { name: 'Ada', bio: 'Cheap pills' };
  expect((await act(ada, 'remove-name', { texts: ['bio'], shown })).status).toBe(409);
  expect(await scene.log()).toEqual([]);
  // Changes to the rest do not matter.
  expect(ok(await act(ada, 'remove-name', { texts: ['name', 'name'], shown })).json.texts).toEqual(['name']);
  expect((await act(ada, 'remove-name', { texts: ['name'] })).status).toBe(409);
});

test('removed text stays barred for every account of the mailbox, until 90 days after the last is deleted', async () => {
  const { app } = scene;
  const ada = await removed('bea@example.org');
  const other = await registered(app, 'bea+2@example.org');
  expect(await statuses(other, { username: 'Cheap pills' })).toEqual([409]);
  for (const one of [other, ada]) await deleteAccount(one);
  const back = await opened(app, 'bea+3@example.org');
  expect(await statuses(back, { username: 'Cheap pills', bio: 'Hello' })).toEqual([200]);
  await verify(app, back);
  expect(await recordOf(back)).toMatchObject({
    username: 'Somebody',
    bio: 'Hello',
  });
  expect(await statuses(back, { username: 'Cheap pills' })).toEqual([409]);
  await deleteAccount(back);
  app.clock.moveBy(90 * DAY_MS);
  const late = await registered(app, 'bea+4@example.org');
  expect(await statuses(late, { username: 'Cheap pills' })).toEqual([200]);
});

test('a granted appeal releases name and text', async () => {
  const { app } = scene;
  const ada = await removed('cleo@example.org');
  await expect.poll(() => app.mailbox.list(ada.email)[0]?.text ?? '').toContain('/appeal#');
  const token = appealTokenIn(app.mailbox.list(ada.email)[0]!.text);
  ok(await api(app, appeal, { body: { token, words: 'It is my name.' } }));
  const erin = await newOperator(app, 'erin');
  const [waiting] = ok(await erin.api(listAppeals)).json;
  ok(await erin.api(decideAppeal, { params: { appealId: waiting!.id }, body: { grant: true } }));
  expect(await statuses(ada, { username: 'Cheap pills', bio: 'Write to me, I sell' })).toEqual([200]);
});

test('a removed name disappears from other users’ lists at once', async () => {
  const { app } = scene;
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  await meet(app, ada, bela);
  await using tab = await connectStomp({ url: app.url, token: bela.token });
  ok(await act(ada, 'remove-name'));
  expect(await tab.nextEvent('profiles')).toEqual({ userId: ada.id });
});
