import { deleteUser } from '@herenow/contract/accounts';
import { editMessage } from '@herenow/contract/chats';
import { expect, test } from 'vitest';
import {
  chatsOf,
  goVisible,
  leave,
  messagesOf,
  pairInChat,
  send,
  trySend,
} from '@herenow/testing/encounters';
import type { Person } from '@herenow/testing/people';
import { tryBlock } from '@herenow/testing/safety';
import { sharedApp } from '@herenow/testing/shared-app';
import { connectStomp } from '@herenow/testing/stomp-client';
import { inTheMiddleOf, whileLocked } from './while-locked.ts';

const app = sharedApp();

const ROUNDS = 5;
const SENDS = 12;

const storedIn = (chatId: string) =>
  app.db.selectFrom('messages').select('id').where('chat_id', '=', chatId).execute();

const burst = (from: Person, to: Person, chatId: string) =>
  Promise.all(Array.from({ length: SENDS }, (_, n) => trySend(n % 2 ? from : to, chatId, `${n}`)));

test.each<[string, (ada: Person, bela: Person) => Promise<unknown>, number[]]>([
  ['a block', (ada, bela) => tryBlock(bela, ada), [200, 400]],
  [
    'the end of an account',
    (_ada, bela) => bela.api(deleteUser, { params: { id: bela.id } }),
    [200, 400, 401],
  ],
])(
  'messages on their way during %s are stored or refused, and gone with the chat',
  async (_, act, allowed) => {
    for (let round = 0; round < ROUNDS; round++) {
      const [ada, bela, chatId] = await pairInChat(app);
      const [answers] = await Promise.all([burst(ada, bela, chatId), act(ada, bela)]);
      for (const { status, text } of answers) {
        expect(allowed).toContain(status);
        if (status === 400) expect(text).toBe('Chat not found');
      }
      expect(await storedIn(chatId)).toEqual([]);
      expect(await chatsOf(ada)).toEqual([]);
    }
  },
);

test('messages in flight while somebody leaves are stored if and only if they were accepted', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [ada, bela, chatId] = await pairInChat(app);
    const [answers] = await Promise.all([burst(ada, bela, chatId), leave(bela)]);
    const taken = answers.filter(({ status }) => status === 200).map(({ json }) => json.id as string);
    for (const { status } of answers) expect([200, 400, 409]).toContain(status);
    expect((await messagesOf(ada, chatId)).map(({ id }) => id).toSorted()).toEqual(taken.toSorted());
    await goVisible(app, bela);
    await send(ada, chatId, 'welcome back');
  }
});

test('edits, a deletion and a seen mark at once end in one state that all tabs show', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [ada, bela, chatId] = await pairInChat(app);
    const { id } = await send(ada, chatId, 'first');
    await using adaTab = await connectStomp({ url: app.url, token: ada.token });
    await using belaTab = await connectStomp({ url: app.url, token: bela.token });
    const edits = Promise.all(
      ['a', 'b', 'c'].map((content) =>
        ada.api(editMessage, { body: { id, chatId, content, senderId: ada.id } }),
      ),
    );
    adaTab.send('/app/chat.delete', { id, chatId });
    belaTab.send('/app/chat.seen', { id, chatId });
    for (const { status } of await edits) expect([200, 409]).toContain(status);
    await adaTab.nextEvent('messages-delete');
    await belaTab.nextEvent('status');
    const [message] = await messagesOf(bela, chatId);
    expect(message).toMatchObject({ content: '', deleted: true, status: 'seen' });
    expect((await chatsOf(bela))[0]).toMatchObject({
      lastMessage: 'This message was deleted',
      unreadCount: 0,
    });
    await belaTab.roundTrip();
    const last = belaTab.events.filter(({ queue }) => queue.startsWith('messages-')).at(-1);
    expect(last?.queue).toBe('messages-delete');
  }
});

test('an edit concurrent with a block is told that the chat is gone', async () => {
  const [ada, bela, chatId] = await pairInChat(app);
  const { id } = await send(ada, chatId, 'first');
  const body = { id, chatId, content: 'second', senderId: ada.id };
  const { answer, waited } = await whileLocked(
    app,
    {
      lock: 'SELECT FROM messages WHERE id = $1 FOR UPDATE',
      change: 'DELETE FROM chats WHERE id = (SELECT chat_id FROM messages WHERE id = $1)',
      values: [id],
    },
    () => ada.api(editMessage, { body }),
  );
  expect([waited, answer.status, answer.text]).toEqual([true, 400, 'Chat not found']);
  expect(await chatsOf(bela)).toEqual([]);
});

test('what an edit on its way keeps of a message goes with the chat', async () => {
  const [ada, bela, chatId] = await pairInChat(app);
  const { id } = await send(ada, chatId, 'first');
  const body = { id, chatId, content: 'second', senderId: ada.id };
  const noVersion = { text: 'LOCK TABLE message_versions IN SHARE MODE', values: [] };
  const edit = () => ada.api(editMessage, { body });
  const { status } = await inTheMiddleOf(app, noVersion, edit, () => tryBlock(bela, ada));
  expect(status).toBe(200);
  const kept = await app.pool.query('SELECT FROM message_versions WHERE message_id = $1', [id]);
  expect([await storedIn(chatId), kept.rows]).toEqual([[], []]);
});
