import { listChats, listMessages, sendMessage } from '@herenow/contract/chats';
import type { Chat, Message } from '@herenow/contract/entities';
import { acceptPin, pinUser } from '@herenow/contract/pins';
import { randomUUID } from 'node:crypto';
import { HARD } from '@herenow/testing/effort';
import { becomeVisible } from '@herenow/testing/public-person';
import { expect, test } from './fixtures.ts';
import { someone } from './signed-in.ts';

const SENDS = HARD ? 2000 : 800;
const AT_ONCE = 40;
const KILL_AFTER = SENDS * 0.45;

test('a server killed during a burst of messages loses no acknowledged message and doubles none', async ({
  server,
}) => {
  const { baseURL } = server;
  const ada = await someone('ada', { baseURL, at: [13.4048, 52.5203] });
  const bela = await someone('bela', { baseURL, at: [13.4048, 52.5473] });
  await becomeVisible(ada);
  await becomeVisible(bela);
  await ada.call(pinUser, { body: { userId: ada.id, pinnedUserId: bela.id } });
  const [chat] = (await bela.call(listChats, { params: { userId: bela.id } })).json as Chat[];
  await bela.call(acceptPin, { params: { chatId: chat!.id }, body: { chatId: chat!.id } });

  const waiting = Array.from({ length: SENDS }, (_, at) => ({ id: randomUUID(), content: `message ${at}` }));
  const all = new Map<string, string>(waiting.map(({ id, content }) => [id, content]));
  const acknowledged = new Set<string>();
  let killed: Promise<void> | undefined;
  const sendAll = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await ada.call(sendMessage, { body: { ...next, senderId: ada.id, chatId: chat!.id } });
        acknowledged.add(next.id);
      } catch {
        // Not acknowledged: the server died before it responded.
      }
      if (acknowledged.size >= KILL_AFTER) killed ??= server.kill9();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
  await killed;
  expect(acknowledged.size).toBeGreaterThanOrEqual(KILL_AFTER);
  expect(acknowledged.size).toBeLessThan(SENDS);
  await server.start();

  const stored = (await bela.call(listMessages, { params: { chatId: chat!.id }, query: {} }))
    .json as Message[];
  const ids = stored.map((message) => message.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...acknowledged].filter((id) => !ids.includes(id))).toEqual([]);
  expect(stored.every((message) => all.get(message.id) === message.content)).toBe(true);
  expect(stored.map((message) => message.sentAt)).toEqual(stored.map((message) => message.sentAt).toSorted());
});
