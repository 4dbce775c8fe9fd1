import { validateToken } from '@herenow/contract/accounts';
import type { ModerationCase, ModerationEntry } from '@herenow/contract/moderation';
import { listCases, listModerationLog, moderate } from '@herenow/contract/moderation';
import { describe, expect, test } from 'vitest';
import { newId } from '../src/lib/ids.ts';
import { dumpDatabase } from '@herenow/testing/dump';
import { meet, ok, recordOf } from '@herenow/testing/encounters';
import { people, person, type Person } from '@herenow/testing/people';
import { block, report } from '@herenow/testing/safety';
import { deskScene } from './desk-scene.ts';

const scene = deskScene();
const { act, log, signIn, subjects } = scene;

const cases = async () => ok(await scene.dana.api(listCases)).json as ModerationCase[];

test('the queue shows who was reported, by whom and why, with photos and other facts that help to judge', async () => {
  const ada = await person(scene.app, 'ada', { dateOfBirth: '1990-01-01', photos: 2 });
  const [bela, chidi] = [await person(scene.app, 'bela'), await person(scene.app, 'chidi')];
  await meet(scene.app, ada, bela);
  await report(bela, ada, { reason: 'Harassment or bullying' });
  await block(bela, ada);
  await report(ada, chidi);
  await report(chidi, ada);
  const queue = await cases();
  expect(queue).toEqual([
    {
      user: {
        id: ada.id,
        username: 'ada',
        gender: 'They/Them',
        age: scene.app.clock.now().getUTCFullYear() - 1990,
        bio: '',
        myTags: ['coffee'],
        photos: (await recordOf(ada)).photos.map(({ id, thumbhash }) => ({
          id,
          thumbhash,
          // Addresses differ for each viewer.
          url: expect.any(String),
          srcset: expect.any(String),
        })),
        created: expect.any(String),
        suspended: false,
        suspendedUntil: null,
        hiddenUntil: null,
      },
      rank: 1,
      since: expect.any(String),
      heldBy: null,
      reports: [
        expect.objectContaining({ reason: 'Harassment or bullying', reporterId: bela.id }),
        expect.objectContaining({ reason: 'Other', reporterId: chidi.id }),
      ],
      blockedBy: 1,
      history: [],
    },
    expect.objectContaining({ user: expect.objectContaining({ id: chidi.id }), blockedBy: 0 }),
  ]);
});

test('dismissing closes the pending reports and is logged, and a new report is pending again', async () => {
  const [ada, bela] = [await person(scene.app, 'ada'), await person(scene.app, 'bela')];
  await report(bela, ada);
  const entry = ok(await act(ada, 'dismiss', { note: ' nothing in it ' })).json;
  expect(entry).toEqual({
    id: expect.any(String),
    action: 'dismiss',
    userId: ada.id,
    operatorId: scene.dana.id,
    formerOperator: null,
    reasons: ['Other'],
    note: 'nothing in it',
    why: '',
    days: null,
    texts: [],
    created: expect.any(String),
  });
  expect(await log()).toEqual([entry]);
  expect(await cases()).toEqual([]);
  await report(bela, ada, { reason: 'Harassment or bullying' });
  expect(await cases()).toMatchObject([
    { reports: [{ reason: 'Harassment or bullying' }], history: [{ id: entry.id }] },
  ]);
});

test('a warning is mailed with the reasons and without the note', async () => {
  const [ada, bela] = [await person(scene.app, 'ada'), await person(scene.app, 'bela')];
  await report(bela, ada, { reason: 'Harassment or bullying' });
  ok(await act(ada, 'warn', { note: 'second time' }));
  await expect.poll(() => subjects(ada)).toEqual(['A warning about your Herenow account']);
  const { text } = scene.app.mailbox.list(ada.email)[0]!;
  expect(text).toContain('Harassment or bullying');
  expect(text).not.toMatch(/second time|bela/);
  expect((await ada.api(validateToken)).status).toBe(200);
});

test('a warned user reads what was reported, but neither how often nor in which order', async () => {
  const [ada, ...others] = await people(scene.app, 'ada', 'bela', 'chidi', 'erin');
  for (const [n, one] of others.entries())
    await report(one, ada, { reason: n === 1 ? 'Harassment or bullying' : 'Spam or fake account' });
  const { reasons } = ok(await act(ada, 'warn')).json;
  expect(reasons).toEqual(['Harassment or bullying', 'Spam or fake account']);
  await expect.poll(() => subjects(ada)).toHaveLength(1);
  const { text } = scene.app.mailbox.list(ada.email)[0]!;
  expect(text).toContain('(Harassment or bullying; Spam or fake account)');
});

test('a photo is removed from the profile for good, and its owner is told', async () => {
  const ada = await person(scene.app, 'ada', { photos: 3 });
  const photosOf = async () => (await recordOf(ada)).photos;
  const [first, second, third] = await photosOf();
  ok(await act(ada, 'remove-photo', { photoId: second!.id }));
  expect(await photosOf()).toEqual([first, third]);
  await expect.poll(() => subjects(ada)).toEqual(['One of your Herenow photos was removed']);
  const answer = await act(ada, 'remove-photo', { photoId: second!.id });
  expect([answer.status, answer.text]).toEqual([404, 'Photo not found']);
  expect(await log()).toHaveLength(1);
});

test('deleting leaves nothing of the person, but the log keeps what was done and why', async () => {
  const [ada, bela] = [await person(scene.app, 'ada'), await person(scene.app, 'bela')];
  await meet(scene.app, ada, bela);
  await report(bela, ada);
  ok(await act(ada, 'warn'));
  await report(bela, ada);
  ok(await act(ada, 'delete', { note: 'as announced', why: 'You went on.' }));
  expect(await log()).toMatchObject([
    { action: 'delete', userId: null, operatorId: scene.dana.id, reasons: ['Other'], note: 'as announced' },
    { action: 'warn', userId: null },
  ]);
  const traces = async () =>
    (await dumpDatabase(scene.app.pool)).filter((line) => line.includes(ada.id) || line.includes(ada.email));
  await expect.poll(traces).toEqual([]);
  expect((await signIn(ada)).status).toBe(401);
  // The person gets the reason by mail, although nothing of the account is left.
  await expect.poll(() => subjects(ada)).toContain('Your Herenow account was deleted');
  const { text } = scene.app.mailbox.list(ada.email).find(({ subject }) => subject.includes('deleted'))!;
  expect(text).toMatch(/\(Other\)[^]*You went on\.[^]*write to/);
  expect(text).not.toContain('as announced');
});

test('the queue has pages', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, (_, n) => person(scene.app, `chidi${n}`)));
  const bela = await person(scene.app, 'bela');
  for (const one of people) await report(bela, one);
  const page = async (query: object) =>
    (ok(await scene.dana.api(listCases, { query })).json as ModerationCase[]).map(({ user }) => user.id);
  const first = await page({ limit: 2 });
  const second = await page({ limit: 2, after: first[1] });
  const third = await page({ limit: 2, after: second[1] });
  expect([...first, ...second, ...third]).toEqual(people.map(({ id }) => id));
  expect(await page({ after: third[0] })).toEqual([]);
});

describe('refused, with nothing done and nothing logged', () => {
  test.each<[string, (ada: Person) => { id: string }, object, number, string]>([
    ['no action', (ada) => ada, {}, 400, 'Please choose what to do'],
    ['an unknown action', (ada) => ada, { action: 'shout' }, 400, 'Please choose what to do'],
    [
      'a note that is too long',
      (ada) => ada,
      { action: 'warn', note: 'x'.repeat(1001) },
      400,
      'Notes can have up to 1,000 characters.',
    ],
    ['oneself', () => scene.dana, { action: 'suspend' }, 400, 'You cannot moderate yourself.'],
    ['nobody', () => ({ id: newId() }), { action: 'warn' }, 404, 'User not found'],
    ['what is no id', () => ({ id: 'ada' }), { action: 'warn' }, 404, 'User not found'],
    [
      'dismissing nothing',
      (ada) => ada,
      { action: 'dismiss' },
      409,
      'There’s no report about this person to decide.',
    ],
    ['a photo without its id', (ada) => ada, { action: 'remove-photo' }, 404, 'Photo not found'],
    [
      'a photo of somebody else',
      (ada) => ada,
      { action: 'remove-photo', photoId: newId() },
      404,
      'Photo not found',
    ],
    [
      'reinstating who is not suspended',
      (ada) => ada,
      { action: 'reinstate' },
      409,
      'This person is not suspended.',
    ],
  ])('%s', async (_, whom, body, status, text) => {
    const ada = await person(scene.app, 'ada');
    const answer = await scene.dana.api(moderate, { params: { userId: whom(ada).id }, body: body as never });
    expect([answer.status, answer.text]).toEqual([status, text]);
    expect(await log()).toEqual([]);
    expect((await ada.api(validateToken)).status).toBe(200);
  });

  test('suspending twice; a refusal leaves reports pending', async () => {
    const [ada, bela] = [await person(scene.app, 'ada'), await person(scene.app, 'bela')];
    ok(await act(ada, 'suspend'));
    const twice = await act(ada, 'suspend');
    expect([twice.status, twice.text]).toEqual([409, 'This person is already suspended.']);
    await report(scene.dana, bela);
    expect((await act(bela, 'reinstate')).status).toBe(409);
    expect(await cases()).toHaveLength(1);
  });
});

test('the log is read page by page', async () => {
  const ada = await person(scene.app, 'ada');
  for (let time = 0; time < 3; time++) ok(await act(ada, 'warn', { note: String(time) }));
  const page = async (query: object) =>
    (ok(await scene.dana.api(listModerationLog, { query })).json as ModerationEntry[]).map(
      ({ note }) => note,
    );
  expect(await page({})).toEqual(['2', '1', '0']);
  expect(await page({ limit: 1 })).toEqual(['2']);
  expect(await page({ before: (await log())[0]!.id, limit: 1 })).toEqual(['1']);
  for (const query of [{ limit: 0 }, { limit: 201 }, { limit: 'all' }, { before: 'first' }])
    expect((await scene.dana.api(listModerationLog, { query: query as never })).status).toBe(400);
});
