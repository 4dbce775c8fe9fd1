import { deleteUser } from '@herenow/contract/accounts';
import { appeal, getDecision, listAppeals } from '@herenow/contract/appeals';
import { editMessage } from '@herenow/contract/chats';
import { DAY_MS, HOUR_MS } from '@herenow/contract/constants';
import {
  exportModerationLog,
  getCase,
  getModerationSummary,
  holdCase,
  listCases,
  listModerationLog,
  moderate,
  moderateMany,
} from '@herenow/contract/moderation';
import { unsubscribe } from '@herenow/contract/news';
import * as refusals from '@herenow/contract/refusals';
import { listSealedCases } from '@herenow/contract/sealed-cases';
import { readSharedDate, shareDate } from '@herenow/contract/shared-dates';
import { later, meet, ok, send, signInAgain } from '@herenow/testing/encounters';
import { api, person, type Person } from '@herenow/testing/people';
import { report, suspend } from '@herenow/testing/safety';
import { connectStomp } from '@herenow/testing/stomp-client';
import { expect, test } from 'vitest';
import { readOperatorCommand } from '../src/features/moderation/index.ts';
import { deskScene } from './desk-scene.ts';
import { whileLocked } from './while-locked.ts';

const scene = deskScene();
const { act, log } = scene;

const named = (...names: string[]) => Promise.all(names.map((name) => person(scene.app, name)));
const queue = async (by = scene.dana) => ok(await by.api(listCases)).json;
const seenIn = async (by: Person, { id }: Person) =>
  ok(await by.api(getCase, { params: { userId: id } }))
    .json.reports.map(({ updated }) => updated)
    .at(-1)!;

test('an operator cannot leave acts to nobody by deleting the account, nor can a thief of their session', async () => {
  const { app } = scene;
  const [bela] = await named('bela');
  const erin = await scene.operator('erin');
  ok(await erin.api(moderate, { params: { userId: bela!.id }, body: { action: 'warn' } }));
  const leave = () => erin.api(deleteUser, { params: { id: erin.id } });
  expect(await leave()).toMatchObject({ status: 409, text: refusals.operatorLeaves.text });
  expect(await log()).toMatchObject([{ action: 'warn', operatorId: erin.id }]);
  await readOperatorCommand(['remove', erin.email])!(app.db, app.clock.now());
  expect((await leave()).status).toBe(200);
});

test('an operator neither sees nor judges cases about any account of their own mailbox', async () => {
  const { app } = scene;
  const [erin, alter] = [await scene.operator('erin'), await person(app, 'alter')];
  await app.pool.query(`UPDATE users SET mailbox = 'of erin' WHERE id IN ($1, $2)`, [erin.id, alter.id]);
  const [bela] = await named('bela');
  for (const whom of [erin, alter]) {
    await report(bela!, whom, { words: 'They know who I am' });
    expect((await queue()).map(({ user }) => user.id)).toContain(whom.id);
    expect(await queue(erin)).toEqual([]);
    expect(ok(await erin.api(getModerationSummary)).json).toMatchObject({ cases: 0, oldest: null });
    const params = { userId: whom.id };
    const answers = [
      await erin.api(getCase, { params }),
      await erin.api(holdCase, { params, body: { hold: true } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    const own = await erin.api(moderate, { params, body: { action: 'dismiss' } });
    expect([own.status, own.text]).toEqual([400, 'You cannot moderate yourself.']);
  }
  ok(await act(alter, 'warn', { note: 'bela is afraid of them' }));
  expect(await log()).toHaveLength(1);
  expect(ok(await erin.api(listModerationLog)).json).toEqual([]);
  const file = await fetch(new URL(exportModerationLog.path, app.url), { headers: erin.headers });
  expect(await file.text()).not.toContain('afraid');
  ok(await api(app, appeal, { body: { token: await scene.mailedToken(alter), words: 'It was not me.' } }));
  expect(ok(await erin.api(listAppeals)).json).toEqual([]);
});

test('looking at a person without a report is logged once an hour, and is no act on them', async () => {
  const { app, dana } = scene;
  const [ada, bela] = await named('ada', 'bela');
  const look = (whom: Person) => dana.api(getCase, { params: { userId: whom.id } }).then(ok);
  for (let time = 0; time < 2; time += 1) await look(ada!);
  expect(await log()).toMatchObject([{ action: 'look', userId: ada!.id, operatorId: dana.id }]);
  expect((await look(ada!)).json.history).toEqual([]);
  app.clock.moveBy(HOUR_MS);
  const [again, reporter] = await signInAgain(app, dana, bela!);
  ok(await again.api(getCase, { params: { userId: ada!.id } }));
  expect(ok(await again.api(listModerationLog)).json).toHaveLength(2);
  await report(reporter, ada!);
  ok(await again.api(getCase, { params: { userId: ada!.id } }));
  expect(ok(await again.api(listModerationLog)).json).toHaveLength(2);
  const erin = await scene.operator('erin');
  ok(await erin.api(moderate, { params: { userId: ada!.id }, body: { action: 'warn' } }));
  ok(await api(app, appeal, { body: { token: await scene.mailedToken(ada!), words: 'A joke.' } }));
  expect(ok(await again.api(listAppeals)).json).toMatchObject([{ ownAct: false }]);
});

test('a report made since the operator looked is not closed unseen, by a single act or by many', async () => {
  const [ada, bela, chidi] = await named('ada', 'bela', 'chidi');
  await report(bela!, ada!);
  const seen = await seenIn(scene.dana, ada!);
  scene.app.clock.moveBy(1000);
  await report(chidi!, ada!, { reason: 'Underage user' });
  const refused = await act(ada!, 'dismiss', { seen });
  expect([refused.status, refused.text]).toEqual([
    409,
    'This case has changed since you looked. Please look at it again.',
  ]);
  const body = { userIds: [ada!.id], action: 'dismiss' as const, seen };
  expect(ok(await scene.dana.api(moderateMany, { body })).json).toMatchObject({ entries: [], refused: [{}] });
  expect(await queue()).toMatchObject([{ rank: 4, reports: [{}, {}] }]);
  expect(await log()).toEqual([]);
  // What the reporter adds to the first report is new, too.
  const both = await seenIn(scene.dana, ada!);
  scene.app.clock.moveBy(1000);
  await report(chidi!, ada!, { reason: 'Underage user', words: 'They are in my class.' });
  expect((await act(ada!, 'dismiss', { seen: both })).status).toBe(409);
  ok(await act(ada!, 'dismiss', { seen: await seenIn(scene.dana, ada!) }));
  expect(await queue()).toEqual([]);
});

test('an act that is sent again, as after a lost answer, is carried out once', async () => {
  const [ada, bela, chidi] = await named('ada', 'bela', 'chidi');
  for (const whom of [ada!, bela!]) await report(chidi!, whom);
  const seen = await seenIn(scene.dana, bela!);
  const body = { userIds: [ada!.id, bela!.id], action: 'warn' as const, seen };
  const warn = () => scene.dana.api(moderateMany, { body }).then(ok);
  expect((await warn()).json).toMatchObject({ entries: [{}, {}], refused: [] });
  expect((await warn()).json).toMatchObject({ entries: [], refused: [{}, {}] });
  expect((await act(ada!, 'suspend', { seen })).text).toBe(refusals.caseChanged.text);
  expect(await log()).toHaveLength(2);
  // Whoever sees that there is no report may still act.
  const unreported = { seen: new Date(0).toISOString() };
  ok(await act(ada!, 'warn', unreported));
  expect((await act(ada!, 'warn', unreported)).text).toBe(refusals.caseChanged.text);
  expect((await act(ada!, 'warn')).text).toBe(refusals.caseChanged.text);
  ok(await act(ada!, 'warn', { ...unreported, why: 'Something else.' }));
  scene.app.clock.moveBy(10 * 60_000 + 1);
  ok(await act(ada!, 'warn', unreported));
});

test('an operator removed in the middle of a bulk act judges none of the rest', async () => {
  const { app } = scene;
  const erin = await scene.operator('erin');
  const [ada, bela, chidi, gone] = await named('ada', 'bela', 'chidi', 'gone');
  const wave = [ada!, bela!, chidi!];
  for (const one of wave) await report(gone!, one);
  const { answer } = await whileLocked(
    app,
    {
      lock: 'SELECT FROM users WHERE id = $1 FOR UPDATE',
      change: 'DELETE FROM operators WHERE user_id = $2 AND $1::uuid IS NOT NULL',
      values: [bela!.id, erin.id],
    },
    () =>
      erin.api(moderateMany, {
        body: { userIds: wave.map(({ id }) => id), action: 'suspend', why: 'Spam.' },
      }),
  );
  expect(ok(answer).json).toMatchObject({
    entries: [{ userId: ada!.id }, { userId: bela!.id }],
    refused: [{ userId: chidi!.id, text: 'Not found' }],
  });
  expect((await queue()).map(({ user }) => user.id)).toEqual([chidi!.id]);
});

test('an operator who loses the second factor while the desk is open can do nothing more', async () => {
  const [ada, bela] = await named('ada', 'bela');
  await report(bela!, ada!);
  ok(await scene.dana.api(holdCase, { params: { userId: ada!.id }, body: { hold: true } }));
  await readOperatorCommand(['reset-second-factor', scene.dana.email])!(scene.app.db, scene.app.clock.now());
  for (const answer of [await act(ada!, 'suspend'), await scene.dana.api(listCases)])
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('two-step sign-in')]);
  const erin = await scene.operator('erin');
  expect(await queue(erin)).toHaveLength(1);
  expect(ok(await erin.api(listModerationLog)).json).toEqual([]);
});

test('an appeal does not wait for an operator who cannot use the desk', async () => {
  const [ada] = await named('ada');
  const [idle, gone] = [await person(scene.app, 'idle'), await scene.operator('gone')];
  await readOperatorCommand(['add', idle.email])!(scene.app.db, scene.app.clock.now());
  await suspend(scene.app, gone);
  ok(await act(ada!, 'warn'));
  ok(await api(scene.app, appeal, { body: { token: await scene.mailedToken(ada!), words: 'A joke.' } }));
  scene.app.clock.moveBy(DAY_MS);
  const [dana] = await signInAgain(scene.app, scene.dana);
  expect(ok(await dana.api(listAppeals)).json).toMatchObject([{ ownAct: true }]);
});

test('a second report does not change the first one’s text, and deleting the account erases no evidence', async () => {
  const { app } = scene;
  const [ada, bela] = await named('ada', 'bela');
  const chatId = await meet(app, ada!, bela!);
  const provoked = await send(bela!, chatId, 'I will hurt you');
  const threat = await send(ada!, chatId, 'Come and try');
  await report(bela!, ada!, { messageId: threat.id });
  ok(
    await bela!.api(editMessage, {
      body: { id: provoked.id, chatId, senderId: bela!.id, content: 'Hello dear' },
    }),
  );
  await using client = await connectStomp({ url: app.url, token: ada!.token });
  client.send('/app/chat.delete', { id: threat.id, chatId, senderId: ada!.id, recipientId: bela!.id });
  await client.roundTrip();
  await report(bela!, ada!, { fromChat: true });
  const messages = [
    { byReported: false, content: 'I will hurt you', editedAt: expect.any(String) },
    { byReported: true, content: '', earlier: ['Come and try'], deleted: true, reported: true },
  ];
  const file = ok(await scene.dana.api(getCase, { params: { userId: ada!.id } })).json;
  expect(file.reports).toMatchObject([{ messages }]);
  ok(await ada!.api(deleteUser, { params: { id: ada!.id } }));
  expect(ok(await scene.dana.api(listSealedCases)).json).toMatchObject([{ reports: [{ messages }] }]);
});

test('a link opens only its own page, and nobody else’s', async () => {
  const { app } = scene;
  const [ada] = await named('ada');
  ok(await act(ada!, 'warn'));
  const decision = await scene.mailedToken(ada!);
  const body = { who: 'Somebody', until: later(app, 1) };
  const date = ok(await ada!.api(shareDate, { body })).json.token;
  const refusedWith = async (token: string) => [
    (await api(app, getDecision, { body: { token } })).status,
    (await api(app, appeal, { body: { token, words: 'Please' } })).status,
    (await api(app, readSharedDate, { body: { token } })).status,
    (await api(app, unsubscribe, { body: { token } })).status,
  ];
  expect(await refusedWith(date)).toEqual([404, 404, 200, 404]);
  expect(await refusedWith(decision)).toEqual([200, 200, 404, 404]);
  expect(await refusedWith(Buffer.alloc(32).toString('base64url'))).toEqual([404, 404, 404, 404]);
  for (const made of ['', '\0', '🦆', 'x'.repeat(101)])
    for (const status of await refusedWith(made)) expect([400, 404]).toContain(status);
});

test('names and reasons are shown as typed: no markup in mails, no formula in the exported log', async () => {
  const { app } = scene;
  const [ada] = await named('ada');
  const why = '<img src=x onerror=alert(1)> & "you"';
  ok(await act(ada!, 'warn', { why }));
  await scene.mailedToken(ada!);
  const mail = app.mailbox.list(ada!.email)[0]!;
  expect(mail.text).toContain(why);
  expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;you&quot;');
  expect(mail.html).not.toContain('<img');

  const notes = ['=1+1', '+1', '-1', '@SUM(A1)', '=cmd|" /C calc"!A0', 'a","=1+1', 'one\r\n=1+1'];
  for (const note of notes) ok(await act(ada!, 'warn', { note }));
  const query = `?action=warn&userId=${ada!.id}&operatorId=${scene.dana.id}`;
  const file = await fetch(new URL(exportModerationLog.path + query, app.url), {
    headers: scene.dana.headers,
  });
  // Parsed as by a spreadsheet: fields in quotes, a quote doubled.
  const fields = [...(await file.text()).matchAll(/"((?:[^"]|"")*)"/g)].map(([, field]) =>
    field!.replaceAll('""', '"'),
  );
  for (const field of fields) expect(field).not.toMatch(/^[=+\-@\t\r\n]/);
  for (const note of notes) expect(fields.some((field) => field.replace(/^'/, '') === note)).toBe(true);
  const none = await fetch(new URL(`${exportModerationLog.path}?action=suspend`, app.url), {
    headers: scene.dana.headers,
  });
  expect((await none.text()).trim().split('\r\n')).toHaveLength(1);
});
