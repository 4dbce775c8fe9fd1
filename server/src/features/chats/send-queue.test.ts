import { expect, test } from 'vitest';
import { createSendQueue } from './send-queue.ts';
import type { NewMessage, SendOutcome } from './send-store.ts';

const message = (id: string, chatId: string, senderId = `sender of ${id}`): NewMessage => ({
  id,
  chatId,
  senderId,
  sessionId: 'device',
  rateRow: null,
  content: id,
  replyTo: null,
});
const outcomeOf = ({ id }: NewMessage): SendOutcome & { id: string } => ({
  id,
  lastUsedAt: new Date(),
  counted: true,
  facts: undefined,
});
const idOf = (outcome: SendOutcome) => (outcome as ReturnType<typeof outcomeOf>).id;

/** Returns a store whose statements end one by one, when the test ends them. */
function startStore(problem: (messages: readonly NewMessage[]) => Error | undefined = () => undefined) {
  const statements: string[][] = [];
  const ends: (() => void)[] = [];
  const send = createSendQueue(async (messages) => {
    statements.push(messages.map(({ id }) => id));
    await new Promise<void>((resolve) => ends.push(resolve));
    const error = problem(messages);
    if (error) throw error;
    return messages.map(outcomeOf);
  });
  /** Ends every statement that begins, until so many have ended. */
  async function endAll(count: number): Promise<void> {
    for (let ended = 0; ended < count; ended++) {
      await expect.poll(() => ends.length).toBeGreaterThan(ended);
      ends[ended]!();
    }
  }
  return { statements, endAll, send };
}

test('a few messages are stored at once, one by one; many are stored together, in the order of their chats', async () => {
  const { statements, endAll, send } = startStore();
  const texts = ['1 a', '2 b', '3 c', '4 d', '5 f', '6 e', '7 g'];
  const sent = Promise.all(texts.map((text) => send(message(text[0]!, text[2]!))));
  expect(statements).toEqual([['1'], ['2'], ['3']]);
  await endAll(4);
  expect((await sent).map(idOf)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  expect(statements[3]).toEqual(['4', '6', '5', '7']);
});

test('a sender who names another person’s id as the chat does not hold up that person’s messages', async () => {
  const { statements, endAll, send } = startStore();
  const sent = Promise.all([
    ...['1', '2', '3'].map((id) => send(message(id, 'ada', 'mallory'))),
    send(message('4', 'chat', 'ada')),
  ]);
  expect(statements).toEqual([['1'], ['4']]);
  await endAll(4);
  await sent;
});

test('the messages of a chat never share a statement, and keep their order', async () => {
  const { statements, endAll, send } = startStore();
  const sent = Promise.all(['1', '2', '3'].map((id) => send(message(id, 'chat'))));
  expect(statements).toEqual([['1']]);
  await endAll(3);
  await sent;
  expect(statements).toEqual([['1'], ['2'], ['3']]);
});

test('messages of one sender never share a statement, since one row counts them', async () => {
  const { statements, endAll, send } = startStore();
  const sent = Promise.all(['1', '2', '3'].map((id) => send(message(id, `chat ${id}`, 'ada'))));
  expect(statements).toEqual([['1']]);
  await endAll(3);
  await sent;
  expect(statements).toEqual([['1'], ['2'], ['3']]);
});

test('a message that cannot be stored does not fail the others', async () => {
  const { endAll, send } = startStore((messages) =>
    messages.some(({ id }) => id === 'bad') ? new Error('It does not fit.') : undefined,
  );
  const ids = ['1', '2', '3', '4', '5', 'bad', '7'];
  const sent = Promise.allSettled(ids.map((id) => send(message(id, `chat ${id}`))));
  await endAll(8);
  const told = (await sent).map((one) => (one.status === 'fulfilled' ? idOf(one.value) : String(one.reason)));
  expect(told).toEqual(['1', '2', '3', '4', '5', 'Error: It does not fit.', '7']);
});

test('an id that was stored meanwhile is tried again', async () => {
  let tries = 0;
  const { statements, endAll, send } = startStore(() =>
    tries++ === 0 ? Object.assign(new Error('It is taken.'), { code: '23505' }) : undefined,
  );
  const sent = send(message('1', 'chat'));
  await endAll(2);
  expect(idOf(await sent)).toBe('1');
  expect(statements).toEqual([['1'], ['1']]);
});
