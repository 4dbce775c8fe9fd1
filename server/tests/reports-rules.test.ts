import { REPORT_REASONS } from '@herenow/contract/constants';
import { reportUser } from '@herenow/contract/safety';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signInAgain } from '@herenow/testing/encounters';
import { api, person, type Person } from '@herenow/testing/people';
import { block } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';

const app = sharedApp();

const two = async () => [await person(app, 'ada'), await person(app, 'bela')] as const;
const reportsOf = (one: Person) =>
  app.db.selectFrom('reports').selectAll().where('reporter_id', '=', one.id).orderBy('created_at').execute();
const report = (from: Person, body: Record<string, unknown>) => from.api(reportUser, { body: body as never });

test.each(['reporterId', 'reporterUserId'])('a report names its maker as %s', async (field) => {
  const [ada, bela] = await two();
  for (const reason of REPORT_REASONS) {
    const answer = await report(ada, { [field]: ada.id, reportedUserId: bela.id, reason });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(await reportsOf(ada)).toMatchObject([{ reported_id: bela.id, reason }]);
  }
});

test('within a day the first report is updated, later a new one is made', async () => {
  await using own = await startApp();
  let [ada, bela] = [await person(own, 'ada'), await person(own, 'bela')];
  const tell = (reason: string) => report(ada, { reporterId: ada.id, reportedUserId: bela.id, reason });
  const list = () => own.db.selectFrom('reports').selectAll().orderBy('created_at').execute();
  await Promise.all([tell('Other'), tell('Other'), tell('Other')]);
  const [first] = await list();
  own.clock.moveBy(23 * 3_600_000);
  [ada, bela] = await signInAgain(own, ada, bela);
  await tell('Underage user');
  const [updated, ...none] = await list();
  expect(none).toEqual([]);
  expect(updated).toMatchObject({ id: first!.id, reason: 'Underage user', created_at: first!.created_at });
  expect(updated!.updated_at > first!.updated_at).toBe(true);
  own.clock.moveBy(2 * 3_600_000);
  [ada, bela] = await signInAgain(own, ada, bela);
  await tell('Other');
  expect((await list()).map(({ reason }) => reason)).toEqual(['Underage user', 'Other']);
});

test('after a block both people can still report each other', async () => {
  const [ada, bela] = await two();
  await block(ada, bela);
  for (const [one, other] of [
    [ada, bela],
    [bela, ada],
  ] as const) {
    const answer = await report(one, { reporterId: one.id, reportedUserId: other.id, reason: 'Other' });
    expect(answer.status).toBe(200);
    expect(await reportsOf(one)).toMatchObject([{ reported_id: other.id }]);
  }
});

test.each<
  [
    string,
    (ada: Person, bela: Person) => Record<string, unknown> | Promise<Record<string, unknown>>,
    number,
    string,
  ]
>([
  [
    'without a reason',
    (ada, bela) => ({ reporterId: ada.id, reportedUserId: bela.id }),
    400,
    'Please select a reason for reporting',
  ],
  [
    'with a reason of one’s own',
    (ada, bela) => ({ reporterId: ada.id, reportedUserId: bela.id, reason: 'Rude' }),
    400,
    'Please select a reason for reporting',
  ],
  [
    'by nobody',
    (_ada, bela) => ({ reportedUserId: bela.id, reason: 'Other' }),
    400,
    'Please say who is reporting.',
  ],
  [
    'by somebody else',
    (_ada, bela) => ({ reporterId: bela.id, reportedUserId: bela.id, reason: 'Other' }),
    403,
    'You can only do this for yourself.',
  ],
  [
    'by two people',
    (ada, bela) => ({
      reporterId: ada.id,
      reporterUserId: bela.id,
      reportedUserId: bela.id,
      reason: 'Other',
    }),
    403,
    'You can only do this for yourself.',
  ],
  [
    'of oneself',
    (ada) => ({ reporterId: ada.id, reportedUserId: ada.id, reason: 'Other' }),
    400,
    'You cannot report yourself.',
  ],
  [
    'of nobody',
    (ada) => ({ reporterId: ada.id, reportedUserId: randomUUID(), reason: 'Other' }),
    404,
    'User not found',
  ],
  [
    'of what is no id',
    (ada) => ({ reporterId: ada.id, reportedUserId: 'bela', reason: 'Other' }),
    400,
    'This id is not valid.',
  ],
])('a report %s is refused', async (_, make, status, text) => {
  const [ada, bela] = await two();
  const answer = await report(ada, await make(ada, bela));
  expect([answer.status, answer.text]).toEqual([status, text]);
  expect(await reportsOf(ada)).toEqual([]);
});

test('a visitor cannot report', async () => {
  const body = { reporterId: randomUUID(), reportedUserId: randomUUID(), reason: 'Other' as const };
  const answer = await api(app, reportUser, { body });
  expect([answer.status, answer.text]).toEqual([401, 'Please log in again.']);
});

test('reports are limited', async () => {
  await using own = await startApp({ rateLimits: true });
  const [ada, bela] = [await person(own, 'ada'), await person(own, 'bela')];
  const tell = () => report(ada, { reporterId: ada.id, reportedUserId: bela.id, reason: 'Other' });
  for (let n = 0; n < 20; n++) expect((await tell()).status).toBe(200);
  const answer = await tell();
  expect(answer.status).toBe(429);
  expect(answer.text).toMatch(/^Too many tries\. Please wait \d+ (minutes|hours) and try again\.$/);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});
