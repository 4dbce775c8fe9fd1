import { DESTINATIONS, QUEUES, realtimeError, type DestinationName } from '@herenow/contract/queue';
import * as refusals from '@herenow/contract/refusals';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isExactly } from '../src/lib/allow-list.ts';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { connectStomp, type StompClient } from '@herenow/testing/stomp-client';
import { live, type Expected } from './authorisation-answers.ts';
import { castPeople, ROLES, TOKEN_SECRET, type Cast, type Role } from './authorisation-cast.ts';

interface Row {
  destination: DestinationName;
  /** What the body names; ada's, unless it says otherwise. */
  about: string;
  body(cast: Cast): object;
  /** `done`, or the text on the errors queue, or the status of a socket that does not open. */
  expected: Expected;
}

const GONE = refusals.chatNotFound.text;
const NO_SOCKET = { visitor: '401', expired: '401', signedOut: '401', suspended: '401' };

/** In the order of the columns: owner, partner, pending, stranger, blocked, blocker. */
const ROWS: readonly Row[] = [
  {
    destination: '/app/chat.typing',
    about: 'in a chat',
    body: ({ chatId }) => ({ chatId }),
    expected: { ...live('done', 'done', GONE, GONE, GONE, GONE), ...NO_SOCKET },
  },
  {
    destination: '/app/chat.typing',
    about: 'in a pin that waits',
    body: ({ pendingChatId }) => ({ chatId: pendingChatId }),
    expected: { ...live(GONE, GONE, GONE, GONE, GONE, GONE), ...NO_SOCKET },
  },
  {
    destination: '/app/chat.seen',
    about: 'a message to ada',
    body: ({ chatId, partnerMessage }) => ({ id: partnerMessage, chatId }),
    expected: {
      ...live('done', 'Only the person who receives a message can mark it as seen.', GONE, GONE, GONE, GONE),
      ...NO_SOCKET,
    },
  },
  {
    destination: '/app/chat.delete',
    about: 'a message of ada’s',
    body: ({ chatId, adaMessage }) => ({ id: adaMessage, chatId }),
    expected: {
      ...live('done', 'You can only delete your own messages.', GONE, GONE, GONE, GONE),
      ...NO_SOCKET,
    },
  },
  {
    destination: '/app/chat.delete',
    about: 'a message of ada’s, as ada',
    body: ({ ada, chatId, adaMessage }) => ({ id: adaMessage, chatId, senderId: ada.id }),
    expected: {
      ...live(
        'done',
        refusals.notYours.text,
        refusals.notYours.text,
        refusals.notYours.text,
        refusals.notYours.text,
        refusals.notYours.text,
      ),
      ...NO_SOCKET,
    },
  },
  {
    destination: '/app/feed.watch',
    about: 'the feed from where one is',
    body: () => ({ maxDistanceKm: 5 }),
    expected: { ...live('done', 'done', 'done', 'done', 'done', 'done'), ...NO_SOCKET },
  },
];

let app: TestApp;
let cast: Cast;
const sockets = new Map<Role, StompClient | '401'>();
beforeAll(async () => {
  app = await startApp({ tokenSecret: TOKEN_SECRET });
  cast = await castPeople(app, 0);
  for (const role of ROLES) sockets.set(role, await open(cast.actors[role].token ?? ''));
});
afterAll(async () => {
  for (const socket of sockets.values()) if (socket !== '401') await socket.disconnect();
  await app[Symbol.asyncDispose]();
});

async function open(token: string): Promise<StompClient | '401'> {
  try {
    return await connectStomp({ url: app.url, token });
  } catch (error) {
    if (String(error).includes('401')) return '401';
    throw error;
  }
}

let receipts = 0;
/** A refused SEND gets no receipt, but an event on the errors queue. */
async function outcome(role: Role, { destination, body }: Row): Promise<string> {
  const socket = sockets.get(role)!;
  if (socket === '401') return socket;
  const receipt = `sent-${++receipts}`;
  const done = new Promise<string>((resolve) =>
    socket.client.watchForReceipt(receipt, () => resolve('done')),
  );
  socket.client.publish({ destination, body: JSON.stringify(body(cast)), headers: { receipt } });
  const settled = socket.roundTrip().then(() => undefined);
  const first = await Promise.race([done, settled]);
  if (first) return first;
  const error = await socket.nextEvent('errors');
  expect(isExactly(realtimeError, error)).toBe(true);
  expect(error.destination).toBe(destination);
  return error.message;
}

test.each(ROWS.map((row) => ({ row, name: `${row.destination}: ${row.about}` })))(
  '$name',
  async ({ row }) => {
    const found: Partial<Record<Role, string>> = {};
    for (const role of [...ROLES.filter((one) => one !== 'owner'), 'owner' as const])
      found[role] = await outcome(role, row);
    expect(found).toEqual(row.expected);
  },
);

test('there is a row for every destination', () => {
  expect([...new Set(ROWS.map(({ destination }) => destination))].toSorted()).toEqual(
    Object.keys(DESTINATIONS).toSorted(),
  );
});

test('only the two users of the chat received the events', async () => {
  for (const [role, socket] of sockets) {
    if (socket === '401') continue;
    await socket.roundTrip();
    const heard = new Set(socket.events.map(({ queue }) => queue));
    heard.delete('errors');
    const expected = {
      owner: ['messages-delete', 'status', 'typing'],
      partner: ['messages-delete', 'status', 'typing'],
    };
    expect([...heard].toSorted(), role).toEqual(expected[role as 'owner' | 'partner'] ?? []);
  }
});

test.each(Object.keys(QUEUES))('nobody subscribes to the queue %s of somebody else', async (queue) => {
  for (const destination of [
    `/user/${cast.ada.id}/queue/${queue}`,
    `/queue/${queue}`,
    `/user/queue/${queue}/${cast.ada.id}`,
  ]) {
    await using socket = await connectStomp({ url: app.url, token: cast.actors.stranger.token!, queues: [] });
    socket.client.subscribe(destination, () => {});
    expect(await socket.closed).toMatchObject({ code: 1002, reason: 'Unknown destination' });
  }
});
