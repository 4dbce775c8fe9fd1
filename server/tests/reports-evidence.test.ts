import { editMessage } from '@herenow/contract/chats';
import { MESSAGE_EDITS_MAX } from '@herenow/contract/constants';
import { getCase } from '@herenow/contract/moderation';
import { listSealedCases } from '@herenow/contract/sealed-cases';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { chatsOf, meet, ok, pairInChat, send } from '@herenow/testing/encounters';
import { people, person, type Person } from '@herenow/testing/people';
import { block, deleteAccount, report, tryReport } from '@herenow/testing/safety';
import { newOperator } from '@herenow/testing/second-factor';
import { sharedApp } from '@herenow/testing/shared-app';
import { connectStomp } from '@herenow/testing/stomp-client';

const app = sharedApp();

async function edit(who: Person, chatId: string, id: string, content: string): Promise<void> {
  ok(await who.api(editMessage, { body: { id, chatId, content, senderId: who.id } }));
}

interface Evidence {
  by_reported: boolean;
  reported: boolean;
  content: string;
  earlier: string[];
  deleted: boolean;
}

async function evidenceAgainst(who: Person): Promise<Evidence[]> {
  const { rows } = await app.pool.query<Evidence>(
    `SELECT by_reported, reported, content, earlier, deleted FROM report_messages
     JOIN reports ON reports.id = report_id WHERE reported_id = $1 ORDER BY sent_at`,
    [who.id],
  );
  return rows;
}

test('a report from a chat includes the messages, with earlier versions of what the reported person edited or deleted', async () => {
  const [ada, bela, chatId] = await pairInChat(app);
  const insult = await send(ada, chatId, 'an insult');
  await edit(ada, chatId, insult.id, 'a kind word');
  const threat = await send(ada, chatId, 'a threat');
  const answer = await send(bela, chatId, 'a secret of bela');
  await edit(bela, chatId, answer.id, 'stop it');
  await using client = await connectStomp({ url: app.url, token: ada.token });
  client.send('/app/chat.delete', { id: threat.id, chatId, senderId: ada.id, recipientId: bela.id });
  await client.roundTrip();

  await report(bela, ada, { fromChat: true, words: '  They threatened me.  ' });
  expect(await evidenceAgainst(ada)).toEqual([
    { by_reported: true, reported: false, content: 'a kind word', earlier: ['an insult'], deleted: false },
    { by_reported: true, reported: false, content: '', earlier: ['a threat'], deleted: true },
    { by_reported: false, reported: false, content: 'stop it', earlier: [], deleted: false },
  ]);
  const { rows } = await app.pool.query('SELECT words FROM reports WHERE reported_id = $1', [ada.id]);
  expect(rows).toEqual([{ words: 'They threatened me.' }]);
});

test('a message cannot be edited so often that a report of it becomes too large @slow', async () => {
  const [ada, bela, chatId] = await pairInChat(app);
  const { id } = await send(ada, chatId, 'a threat');
  for (let n = 1; n <= MESSAGE_EDITS_MAX; n += 1) await edit(ada, chatId, id, `harmless ${n}`);
  const again = (content: string) =>
    ada.api(editMessage, { body: { id, chatId, content, senderId: ada.id } });
  const refused = await Promise.all([again('one more'), again('and one more')]);
  for (const { status, text } of refused)
    expect([status, text]).toEqual([409, 'This message can’t be edited any more. Please write a new one.']);
  // A retry of the last edit changes nothing, so it is not refused.
  ok(await again(`harmless ${MESSAGE_EDITS_MAX}`));
  await using client = await connectStomp({ url: app.url, token: ada.token });
  client.send('/app/chat.delete', { id, chatId, senderId: ada.id, recipientId: bela.id });
  await client.roundTrip();

  await report(bela, ada, { messageId: id });
  const [evidence] = await evidenceAgainst(ada);
  expect(evidence!.earlier).toHaveLength(MESSAGE_EDITS_MAX + 1);
  expect([evidence!.earlier[0], evidence!.earlier.at(-1)]).toEqual([
    'a threat',
    `harmless ${MESSAGE_EDITS_MAX}`,
  ]);
});

test('what a message said before takes no more room in a report than a few long texts', async () => {
  const [ada, bela, chatId] = await pairInChat(app);
  // As JSON six times as long.
  const text = (n: number) => `${'\u0001'.repeat(1990)} ${n}`;
  const { id } = await send(ada, chatId, text(0));
  const tries = [];
  for (let n = 1; n <= MESSAGE_EDITS_MAX; n += 1)
    tries.push(
      (await ada.api(editMessage, { body: { id, chatId, content: text(n), senderId: ada.id } })).status,
    );
  expect(tries[0]).toBe(200);
  await report(bela, ada, { messageId: id });
  expect(JSON.stringify(await evidenceAgainst(ada)).length).toBeLessThan(32 * 1024);
  expect(tries.at(-1)).toBe(409);
});

test('a report of one message takes what is around it', async () => {
  const [ada, bela, chatId] = await pairInChat(app);
  const sent = [];
  for (let count = 0; count < 70; count += 1) sent.push(await send(ada, chatId, `message ${count}`));
  await report(bela, ada, { messageId: sent[35]!.id });
  const evidence = await evidenceAgainst(ada);
  expect(evidence).toHaveLength(61);
  expect(evidence.filter(({ reported }) => reported)).toMatchObject([{ content: 'message 35' }]);
  expect([evidence[0]!.content, evidence.at(-1)!.content]).toEqual(['message 5', 'message 65']);
});

test('nobody can unseal messages of another chat, or of a chat that is only a request', async () => {
  const [ada, bela] = await people(app, 'ada', 'bela');
  const chidi = await person(app, 'chidi');
  const chatId = await meet(app, ada, bela);
  const { id } = await send(ada, chatId, 'for bela alone');
  await report(chidi, ada, { fromChat: true, messageId: id });
  expect(await evidenceAgainst(ada)).toEqual([]);
});

test('unreported versions stay sealed with the chat and are deleted with it', async () => {
  const [ada, bela, chatId] = await pairInChat(app);
  const { id } = await send(ada, chatId, 'first');
  await edit(ada, chatId, id, 'second');
  const versions = () => app.pool.query('SELECT content FROM message_versions WHERE message_id = $1', [id]);
  expect((await versions()).rows).toEqual([{ content: 'first' }]);
  await block(bela, ada);
  expect((await versions()).rows).toEqual([]);
});

test('a report that also blocks keeps the evidence and ends the chat; an invalid one does neither', async () => {
  const [ada, bela, chatId] = await pairInChat(app);
  await send(ada, chatId, 'an insult');
  const long = await tryReport(bela, ada, { words: 'x'.repeat(501), alsoBlock: true });
  expect([long.status, long.text]).toEqual([400, 'Please say it in up to 500 characters']);
  expect(await chatsOf(bela)).toHaveLength(1);

  await report(bela, ada, { fromChat: true, alsoBlock: true });
  expect(await evidenceAgainst(ada)).toHaveLength(1);
  for (const one of [ada, bela]) expect(await chatsOf(one)).toEqual([]);
  // A blocker can still report; `reports-former.test.ts` covers the person who was blocked.
  await report(bela, ada, { words: 'And before that, too.' });
});

test('a second report within a day adds to the first and removes nothing', async () => {
  const [ada, bela] = await people(app, 'ada', 'bela');
  const photoId = randomUUID();
  await report(bela, ada, { words: 'First words', photoId });
  await report(bela, ada);
  await report(bela, ada, { words: '\u200b \u2060' });
  const { rows } = await app.pool.query('SELECT words, photo_id FROM reports WHERE reported_id = $1', [
    ada.id,
  ]);
  expect(rows).toEqual([{ words: 'First words', photo_id: photoId }]);
});

test('who reports the same chat day after day leaves its messages once, and what they had changed in both forms', async () => {
  const [ada, bela, chatId] = await pairInChat(app);
  const insult = await send(ada, chatId, 'an insult');
  const provoking = await send(bela, chatId, 'provoking');
  await send(bela, chatId, 'stop it');
  await report(bela, ada, { messageId: insult.id });
  const nextDay = () =>
    app.pool.query("UPDATE reports SET created_at = created_at - interval '2 days' WHERE reported_id = $1", [
      ada.id,
    ]);
  await edit(ada, chatId, insult.id, 'a kind word');
  await edit(bela, chatId, provoking.id, 'harmless');
  for (let day = 0; day < 3; day += 1) {
    await nextDay();
    await report(bela, ada, { fromChat: true });
  }
  const evidence = (await evidenceAgainst(ada)).map(({ content, earlier, reported }) => ({
    said: [...earlier, content],
    reported,
  }));
  expect(evidence).toHaveLength(5);
  // The message that one of the reports is about stays with it.
  expect(evidence).toContainEqual({ said: ['an insult'], reported: true });
  expect(evidence).toContainEqual({ said: ['an insult', 'a kind word'], reported: false });
  for (const said of [['provoking'], ['harmless'], ['stop it']])
    expect(evidence).toContainEqual({ said, reported: false });
});

test('a report shows which messages its reporter changed after an answer, but not the earlier versions @slow', async () => {
  const [ada, bela] = await people(app, 'ada', 'bela');
  const dana = await newOperator(app, 'dana');
  const chatId = await meet(app, ada, bela);
  const ugly = await send(ada, chatId, 'an ugly word');
  const deleted = await send(ada, chatId, 'another');
  const typo = await send(ada, chatId, 'helo');
  await edit(ada, chatId, typo.id, 'hello');
  const answer = await send(bela, chatId, 'an angry answer');
  const last = await send(ada, chatId, 'why so angrry');
  await edit(ada, chatId, last.id, 'why so angry');
  await edit(ada, chatId, ugly.id, 'a kind word');
  await using client = await connectStomp({ url: app.url, token: ada.token });
  client.send('/app/chat.delete', { id: deleted.id, chatId, senderId: ada.id, recipientId: bela.id });
  await client.roundTrip();
  // Changes far from the reported messages count as well.
  for (let n = 0; n < 40; n += 1) await send(ada, chatId, `and ${n}`);
  await report(ada, bela, { messageId: answer.id });

  const [file] = ok(await dana.api(getCase, { params: { userId: bela.id } })).json.reports;
  expect(JSON.stringify(file)).not.toContain('ugly');
  expect(file).toMatchObject({ changedAfterAnswer: 2 });
  const told = file!.messages.slice(0, 5).map(({ content, earlier, sentAt, changedAt, answeredAt }) => ({
    content,
    earlier,
    changed: changedAt !== null && (answeredAt !== null && changedAt > answeredAt ? 'after' : 'before'),
    answered: answeredAt === answer.sentAt ? 'by the answer' : answeredAt && answeredAt > sentAt,
  }));
  expect(told).toEqual([
    { content: 'a kind word', earlier: [], changed: 'after', answered: 'by the answer' },
    { content: '', earlier: [], changed: 'after', answered: 'by the answer' },
    { content: 'hello', earlier: [], changed: 'before', answered: 'by the answer' },
    { content: 'an angry answer', earlier: [], changed: false, answered: true },
    { content: 'why so angry', earlier: [], changed: 'before', answered: null },
  ]);
  // The count stays even if the chat, the reporter or the person is gone by the next report.
  await block(bela, ada);
  await report(ada, bela, { fromChat: true });
  await deleteAccount(ada);
  const [gone] = ok(await dana.api(getCase, { params: { userId: bela.id } })).json.reports;
  expect(gone).toMatchObject({ changedAfterAnswer: 2, messages: file!.messages });
  await deleteAccount(bela);
  const [sealed] = ok(await dana.api(listSealedCases)).json;
  expect(sealed).toMatchObject({ reports: [{ changedAfterAnswer: 2, messages: file!.messages }] });
});
