import { describe, expect, test } from 'vitest';
import type { OwnUser } from '@herenow/contract/entities';
import { randomUUID } from 'node:crypto';
import { chatsOf, goVisible, meet, pairWithPin, send } from '@herenow/testing/encounters';
import { BERLIN, person, type Person } from '@herenow/testing/people';
import { sharedApp } from '@herenow/testing/shared-app';
import { connectStomp } from '@herenow/testing/stomp-client';

/** Requests of programs that were written without this contract: every body here is made by hand. */

const app = sharedApp();

async function post(path: string, body: unknown, { headers }: Partial<Person> = {}) {
  const answer = await fetch(app.url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    problem: answer.status === 200 ? '' : text,
    json: () => JSON.parse(text) as unknown,
  };
}
const done = expect.objectContaining({ status: 200, problem: '' });

async function recordOf({ id, headers }: Person): Promise<OwnUser> {
  return (await (await fetch(`${app.url}/api/user/${id}`, { headers })).json()) as OwnUser;
}

test('a record sent back with empty fields changes none of them', async () => {
  const ada = await person(app, 'ada');
  const { updated, ...record } = await recordOf(ada);
  for (const name of ['id', ...Object.keys(record)])
    expect.soft(await post('/api/user/update', { ...record, [name]: null }, ada), name).toEqual(done);
  const settings = { ...record.notificationSettings, inAppPin: null };
  expect(await post('/api/user/update', { notificationSettings: settings }, ada)).toEqual(done);
  expect(await recordOf(ada)).toEqual({ ...record, updated });
});

test('a visitor who leaves optional fields empty can register and sign in', async () => {
  const account = { email: 'empty@example.org', password: 'Sunflower-77', appSource: null };
  const location = { type: null, coordinates: BERLIN };
  expect(await post('/user/create', { ...account, username: null, location })).toEqual(done);
  expect(await post('/login', { ...account, code: null, device: null, proof: null })).toEqual(done);
});

test('a feed whose page and filter are null is the first page', async () => {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  await goVisible(app, bela);
  const preferences = { gender: null, minAge: null, maxAge: null, maxDistanceKm: null, interestedIn: null };
  const asked = await post('/api/feed', { userId: ada.id, skip: null, limit: null, preferences }, ada);
  expect(asked).toEqual(done);
  expect(asked.json()).toContainEqual(expect.objectContaining({ id: bela.id }));
});

describe('in a chat', () => {
  async function pair() {
    const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
    return { ada, bela, chatId: await meet(app, ada, bela) };
  }

  test.each<[string, unknown]>([
    ['recipientId', null],
    ['recipientId', randomUUID()],
    ['sentAt', null],
    ['sentAt', 1_795_533_436_000],
    ['senderUsername', null],
    ['recipientUsername', null],
    ['deleted', null],
    ['status', 'sent'],
    ['replyTo', null],
  ])('a message with %s %j is sent: the chat knows better', async (name, value) => {
    const { ada, bela, chatId } = await pair();
    const message = { id: randomUUID(), senderId: ada.id, chatId, content: 'hello', [name]: value };
    const sent = await post('/api/chat/send-message', message, ada);
    expect(sent).toEqual(done);
    expect(sent.json()).toMatchObject({ recipientId: bela.id, senderUsername: 'ada', deleted: false });
  });

  test('a message without a recipient is edited and deleted', async () => {
    const { ada, chatId } = await pair();
    const { id } = await send(ada, chatId, 'hello');
    const naming = { id, chatId, senderId: ada.id, recipientId: null };
    expect(await post('/api/chat/edit-message', { ...naming, content: 'hello you' }, ada)).toEqual(done);
    await using stomp = await connectStomp({ url: app.url, token: ada.token });
    stomp.send('/app/chat.delete', naming);
    expect(await stomp.nextEvent('messages-delete')).toMatchObject({ id, deleted: true });
  });

  test('a pin is answered whatever the body says about the chat', async () => {
    const [, bela, chatId] = await pairWithPin(app);
    expect(await post(`/api/user/pin-user/accept/${chatId}`, { chatId: null }, bela)).toEqual(done);
    expect((await chatsOf(bela))[0]?.pinStatus).toBe('accepted');
  });
});

test('a report may name its maker in one field and leave the other empty', async () => {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  const report = { reporterId: null, reporterUserId: ada.id, reportedUserId: bela.id, reason: 'Other' };
  expect(await post('/api/user/report', report, ada)).toEqual(done);
});
