import { editMessage, react as reactToMessage } from '@herenow/contract/chats';
import type { Message, Reaction } from '@herenow/contract/entities';
import { withdrawPin } from '@herenow/contract/pins';
import type { QueueBody, QueueName } from '@herenow/contract/queue';
import {
  accept,
  goHidden,
  goVisible,
  leave,
  meet,
  ok,
  pairInChat,
  pairWithPin,
  pin,
  reject,
  send,
  visiblePeople,
} from '@herenow/testing/encounters';
import { people, type Person } from '@herenow/testing/people';
import { block } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { startApp } from '@herenow/testing/start-app';
import { connectStomp, type StompClient } from '@herenow/testing/stomp-client';
import { describe, expect, test } from 'vitest';

/** Events that a node wrote and did not live to publish arrive late, when newer events may have overtaken them. */
const app = sharedApp();

const open = ({ token }: Person) => connectStomp({ url: app.url, token });
const told = <Q extends QueueName>({ events }: StompClient, queue: Q) =>
  events.filter((event) => event.queue === queue).map(({ body }) => body as QueueBody<Q>);

/** Does something and returns the first event of a queue that it brings to this tab. */
async function first<Q extends QueueName>(tab: StompClient, queue: Q, act: () => Promise<unknown>) {
  const before = told(tab, queue).length;
  await act();
  await expect.poll(() => told(tab, queue).length).toBeGreaterThan(before);
  return told(tab, queue)[before]!;
}

/** Publishes an event as another node does that finds it in the outbox; returns what it brings to this tab. */
async function late<Q extends QueueName>(tab: StompClient, to: Person, queue: Q, body: QueueBody<Q>) {
  await tab.roundTrip();
  const before = told(tab, queue).length;
  await app.pool.query(
    `INSERT INTO outbox (user_ids, queue, body, created_at) VALUES ($1, $2, $3, now() - interval '3 seconds')`,
    [[to.id], queue, JSON.stringify(body)],
  );
  const rows = async () => (await app.db.selectFrom('outbox').select('id').execute()).length;
  await expect.poll(rows).toBe(0);
  await tab.roundTrip();
  return told(tab, queue).slice(before);
}

describe('the user’s own presence', () => {
  test('a visible user is not shown as offline or incognito to themselves', async () => {
    const [ada] = await people(app, 'ada');
    await using tab = await open(ada);
    const hidden = await first(tab, 'own-presence', () => goHidden(app, ada, 1));
    const left = await first(tab, 'own-presence', () => leave(ada));
    const visible = await first(tab, 'own-presence', () => goVisible(app, ada, 2));
    expect(visible.status).toBe('online');
    expect(await late(tab, ada, 'own-presence', hidden)).toEqual([visible]);
    expect(await late(tab, ada, 'own-presence', left)).toEqual([visible]);
    await leave(ada);
    expect(await late(tab, ada, 'own-presence', visible)).toEqual([left]);
  });
});

describe('the presence of another user', () => {
  test('is sent in its current state', async () => {
    const [ada, bela] = await people(app, 'ada', 'bela');
    await meet(app, ada, bela);
    await using tab = await open(bela);
    const left = await first(tab, 'presence', () => leave(ada));
    const back = await first(tab, 'presence', () => goVisible(app, ada, 2));
    expect(await late(tab, bela, 'presence', left)).toEqual([back]);
    await leave(ada);
    expect(await late(tab, bela, 'presence', back)).toEqual([left]);
  });

  test('a pinned person who went incognito is offline for a sender they have not accepted', async () => {
    const [ada, bela] = await visiblePeople(app, 'ada', 'bela');
    await pin(ada, bela);
    await using tab = await open(ada);
    const visible = await first(tab, 'presence', () => goVisible(app, bela, 2));
    await goHidden(app, bela);
    expect(await late(tab, ada, 'presence', visible)).toEqual([
      { userId: bela.id, online: false, onlineUntil: null },
    ]);
  });

  test('is not sent to users who no longer have a chat with them', async () => {
    const [ada, bela] = await people(app, 'ada', 'bela');
    await meet(app, ada, bela);
    await using tab = await open(bela);
    const visible = await first(tab, 'presence', () => goVisible(app, ada, 2));
    await block(ada, bela);
    expect(await late(tab, bela, 'presence', visible)).toEqual([]);
  });
});

test('a changed name of a user who has left meanwhile is sent to nobody else @slow', async () => {
  const [ada, bela] = await people(app, 'ada', 'bela');
  await meet(app, ada, bela);
  await using tab = await open(bela);
  const body = { userId: ada.id };
  expect(await late(tab, bela, 'profiles', body)).toEqual([body]);
  await leave(ada);
  expect(await late(tab, bela, 'profiles', body)).toEqual([]);
  await using own = await open(ada);
  expect(await late(own, ada, 'profiles', body)).toEqual([body]);
});

describe('a message', () => {
  test('that was edited has its new text, and one that was deleted has none @slow', async () => {
    const [ada, bela, chatId] = await pairInChat(app);
    await using tab = await open(bela);
    await using own = await open(ada);
    const sent = await send(ada, chatId, 'My number is 1234');
    const { id } = sent;
    const edited = await first(tab, 'messages-edit', () =>
      ada.api(editMessage, { body: { id, chatId, senderId: ada.id, content: 'Call me' } }),
    );
    expect(await late(tab, bela, 'messages', sent)).toEqual([edited]);
    const deleted = await first(tab, 'messages-delete', async () =>
      own.send('/app/chat.delete', { id, chatId }),
    );
    expect(deleted).toMatchObject({ deleted: true, content: '' });
    expect(await late(tab, bela, 'messages', sent)).toEqual([deleted]);
    expect(await late(tab, bela, 'messages-edit', edited)).toEqual([deleted]);
  });

  test('of a chat that is gone is not sent', async () => {
    const [ada, bela, chatId] = await pairInChat(app);
    await using tab = await open(bela);
    const sent = await send(ada, chatId, 'Hello');
    await block(bela, ada);
    expect(await late(tab, bela, 'messages', sent)).toEqual([]);
  });
});

describe('an event about a message', () => {
  const react = (who: Person, { id, chatId }: Message, reaction: Reaction['reaction']) =>
    who.api(reactToMessage, { body: { id, chatId, reaction } });

  test('a reaction is sent in its current state, and not for a deleted message', async () => {
    const [ada, bela, chatId] = await pairInChat(app);
    await using tab = await open(ada);
    const sent = await send(ada, chatId, 'Hello');
    const set = await first(tab, 'reactions', () => react(bela, sent, '❤️'));
    const taken = await first(tab, 'reactions', () => react(bela, sent, null));
    expect(await late(tab, ada, 'reactions', set)).toEqual([taken]);
    await first(tab, 'messages-delete', async () => tab.send('/app/chat.delete', { id: sent.id, chatId }));
    expect(await late(tab, ada, 'reactions', set)).toEqual([]);
  });

  test('neither a reaction nor a seen mark is sent for a chat that is gone @slow', async () => {
    const [ada, bela, chatId] = await pairInChat(app);
    await using tab = await open(ada);
    await using other = await open(bela);
    const sent = await send(ada, chatId, 'Hello');
    const set = await first(tab, 'reactions', () => react(bela, sent, '❤️'));
    const seen = await first(tab, 'status', async () =>
      other.send('/app/chat.seen', { id: sent.id, chatId }),
    );
    expect(await late(tab, ada, 'status', seen)).toEqual([seen]);
    await block(bela, ada);
    expect(await late(tab, ada, 'reactions', set)).toEqual([]);
    expect(await late(tab, ada, 'status', seen)).toEqual([]);
  });
});

describe('a pin', () => {
  test('that was withdrawn is no longer a request', async () => {
    const [ada, bela] = await visiblePeople(app, 'ada', 'bela');
    await using tab = await open(bela);
    const asked = await first(tab, 'notifications', () => pin(ada, bela));
    expect(await late(tab, bela, 'notifications', asked)).toEqual([asked]);
    ok(await ada.api(withdrawPin, { body: { userId: ada.id, pinnedUserId: bela.id } }));
    expect(await late(tab, bela, 'notifications', asked)).toEqual([]);
  });

  test('that was rejected is sent as long as its row exists, and to the rejecter’s other devices', async () => {
    const [ada, bela, chatId] = await pairWithPin(app);
    await using tab = await open(ada);
    await using own = await open(bela);
    const declined = await first(tab, 'notifications', () => reject(bela, chatId));
    const [done] = told(own, 'pins');
    expect(await late(tab, ada, 'notifications', declined)).toEqual([declined]);
    await block(bela, ada);
    expect(await late(tab, ada, 'notifications', declined)).toEqual([]);
    expect(await late(own, bela, 'pins', done!)).toEqual([done]);
  });

  test('that was accepted is sent as long as the chat exists', async () => {
    const [ada, bela, chatId] = await pairWithPin(app);
    await using tab = await open(ada);
    const accepted = await first(tab, 'notifications', () => accept(bela, chatId));
    expect(await late(tab, ada, 'notifications', accepted)).toEqual([accepted]);
    await block(ada, bela);
    expect(await late(tab, ada, 'notifications', accepted)).toEqual([]);
  });
});

test('a change may have more events than a statement takes values @slow', async () => {
  await using own = await startApp();
  const [ada] = await people(own, 'ada');
  await own.work(async (tx) => {
    for (let n = 0; n < 22_000; n += 1) tx.emit([ada.id], 'profiles', { userId: ada.id });
  });
  // Their rows may be gone already.
  const { rows } = await own.pool.query<{ stored: number }>('SELECT last_value AS stored FROM outbox_id_seq');
  expect(rows).toEqual([{ stored: 22_000 }]);
});

test('an event that cannot be sent does not hold up later ones', async () => {
  await using own = await startApp();
  const [ada, bela, chatId] = await pairInChat(own);
  await using tab = await connectStomp({ url: own.url, token: bela.token });
  const { id } = await send(ada, chatId, 'hello');
  await expect.poll(() => told(tab, 'messages')).toHaveLength(1);
  const [message] = told(tab, 'messages');
  await tab.roundTrip();
  const { rows } = await own.pool.query<{ id: number }>(
    `INSERT INTO outbox (user_ids, queue, body, created_at)
     SELECT ARRAY[$1::uuid], 'messages', body, now() - interval '3 seconds'
     FROM unnest($2::text[]) AS _ (body) RETURNING id`,
    [bela.id, ['null', JSON.stringify(message), '{"id": "of no message"}', JSON.stringify(message)]],
  );
  await expect.poll(() => told(tab, 'messages').map((one) => one.id)).toEqual([id, id, id]);
  const stuck = [rows[0]!.id, rows[2]!.id];
  const left = async () =>
    (await own.db.selectFrom('outbox').select('id').orderBy('id').execute()).map((one) => one.id);
  await expect.poll(left).toEqual(stuck);
});
