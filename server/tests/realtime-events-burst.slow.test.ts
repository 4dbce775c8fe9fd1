import { sendMessage } from '@herenow/contract/chats';
import type { Message } from '@herenow/contract/entities';
import { randomUUID } from 'node:crypto';
import { mkdtempDisposable } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { HARD } from '@herenow/testing/effort';
import { createTestDatabase } from '@herenow/testing/test-database';
import { goVisible, messagesOf } from '@herenow/testing/encounters';
import { person, type Person } from '@herenow/testing/people';
import { startApp, type TestApp } from '@herenow/testing/start-app';
import { connectStomp, type StompClient } from '@herenow/testing/stomp-client';

const PEOPLE = 50;
/** Each person chats with this many people after them in the circle, and as many before. */
const NEIGHBOURS = 2;
const MESSAGES = HARD ? 10_000 : 1000;
const RESTARTS = HARD ? 3 : 1;
/** One in this many sends goes out twice at once, or is followed by a user's socket being cut. */
const TWICE = 10;
const KILL = 60;

interface Talk {
  id: string;
  people: [Person, Person];
}

/** The server, which stops and starts again at the same address. */
interface World {
  app: TestApp;
  /** Settles when the server is up. */
  up: Promise<void>;
  over: boolean;
}

/** An open tab: it subscribes, fetches, and keeps what arrives; it starts again after each lost socket. */
interface Tab {
  /** How often it has connected. */
  connects: number;
  /** Loses the socket without a close, as a train in a tunnel does. */
  kill(): void;
  /** Settles when the tab is connected and has fetched. */
  connected(): Promise<unknown>;
  /** Settles when the tab is connected, has fetched, and has received everything published before. */
  settled(): Promise<void>;
  /** Returns the messages it shows, in order. */
  list(chatId: string): Message[];
  end(): Promise<void>;
}

function openTab(world: World, who: Person, talks: readonly Talk[]): Tab {
  const chats = new Map(talks.map(({ id }) => [id, new Map<string, Message>()]));
  const keep = (message: Message) => chats.get(message.chatId)!.set(message.id, message);
  let socket: StompClient | undefined;
  let fetched = Promise.withResolvers<StompClient>();

  async function connectOnce(): Promise<void> {
    await using opened = await connectStomp({ url: world.app.url, token: who.token, queues: ['messages'] });
    socket = opened;
    try {
      for (const { id } of talks) for (const message of await messagesOf(who, id)) keep(message);
      tab.connects++;
      fetched.resolve(opened);
      await opened.closed;
      fetched = Promise.withResolvers();
    } finally {
      socket = undefined;
      takeOver(opened);
    }
  }
  const takeOver = (opened: StompClient) => opened.events.forEach(({ body }) => keep(body as Message));

  async function live(): Promise<void> {
    while (!world.over) {
      await world.up;
      // If the server went down meanwhile, the next round waits for it.
      await connectOnce().catch(() => {});
    }
  }

  const tab: Tab = {
    connects: 0,
    kill: () => (socket?.client.webSocket as unknown as WebSocket | undefined)?.terminate(),
    connected: () => fetched.promise,
    async settled() {
      const opened = await fetched.promise;
      await opened.roundTrip();
      takeOver(opened);
    },
    list: (chatId) => [...chats.get(chatId)!.values()].toSorted((a, b) => (a.sentAt < b.sentAt ? -1 : 1)),
    async end() {
      tab.kill();
      await living;
    },
  };
  const living = live();
  return tab;
}

const agent = new Agent({ keepAlive: true });

/** A minimal client: for thousands of calls, `fetch` would be most of the work. */
function post(world: World, { headers }: Person, body: object): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const options = { agent, method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
  const call = request(new URL(sendMessage.path, world.app.url), options, (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => (text += chunk));
    response.on('end', () => resolve({ status: response.statusCode!, text }));
    response.on('error', reject);
  });
  call.on('error', reject);
  call.end(JSON.stringify(body));
  return promise;
}

/** Sends until the server has accepted the message, with the same id every time. */
async function sendForSure(world: World, from: Person, chatId: string, content: string): Promise<void> {
  const id = randomUUID();
  const attempt = async () => {
    for (;;) {
      await world.up;
      const answer = await post(world, from, { id, senderId: from.id, chatId, content }).catch(
        () => undefined,
      );
      if (answer?.status === 200) return;
      if (answer && answer.status < 500) throw new Error(`${answer.status} ${answer.text}`);
    }
  };
  const twice = Math.random() < 1 / TWICE;
  await Promise.all([attempt(), ...(twice ? [attempt()] : [])]);
}

/** Restarts the server once every tab is connected, so that each loses its socket. */
async function restart(world: World, tabs: readonly Tab[]): Promise<void> {
  await Promise.all(tabs.map((tab) => tab.connected()));
  const { promise, resolve } = Promise.withResolvers<void>();
  const { config, port } = world.app;
  world.up = promise;
  await world.app[Symbol.asyncDispose]();
  world.app = await startApp({ ...config, port });
  resolve();
}

async function gather(app: TestApp): Promise<{ people: Person[]; talks: Talk[] }> {
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => person(app, `person-${n}`)));
  await Promise.all(people.map((one) => goVisible(app, one)));
  const talks = people.flatMap((one, n) =>
    Array.from({ length: NEIGHBOURS }, (_, step): Talk => {
      return { id: randomUUID(), people: [one, people[(n + step + 1) % PEOPLE]!] };
    }),
  );
  const now = app.clock.now();
  const rows = talks.map(({ id, people: [a, b] }) => {
    const [low, high] = a.id < b.id ? [a.id, b.id] : [b.id, a.id];
    return {
      id,
      low_id: low,
      high_id: high,
      initiated_by: a.id,
      pin_status: 'accepted' as const,
      created_at: now,
      answered_at: now,
    };
  });
  await app.db.insertInto('chats').values(rows).execute();
  return { people, talks };
}

test(
  `${MESSAGES} messages among ${PEOPLE} people arrive once and in one order, whatever breaks`,
  { timeout: 600_000 },
  async () => {
    await using database = await createTestDatabase();
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'herenow-burst-'));
    const dataDir = folder.path;
    const first = await startApp({ databaseUrl: database.url, dataDir, logLevel: 'warn' });
    const world: World = { app: first, up: Promise.resolve(), over: false };
    await using _end = { [Symbol.asyncDispose]: () => world.app[Symbol.asyncDispose]() };
    const { people, talks } = await gather(first);
    const tabs = people.map((one) =>
      openTab(
        world,
        one,
        talks.filter((talk) => talk.people.includes(one)),
      ),
    );

    const perTalk = MESSAGES / talks.length;
    let sent = 0;
    let restarting = Promise.resolve();
    const lines = talks.flatMap(({ id, people: pair }) =>
      pair.map((from, side) => ({
        id,
        from,
        contents: Array.from({ length: perTalk / 2 }, (_, n) => `${side} ${n}`),
      })),
    );
    await Promise.all(
      lines.map(async ({ id, from, contents }) => {
        for (const content of contents) {
          await sendForSure(world, from, id, content);
          sent++;
          if (Math.random() < 1 / KILL) tabs[Math.floor(Math.random() * PEOPLE)]!.kill();
          if (sent % Math.ceil(MESSAGES / (RESTARTS + 1)) === 0)
            restarting = restarting.then(() => restart(world, tabs));
        }
      }),
    );
    await restarting;
    await Promise.all(tabs.map((tab) => tab.settled()));

    const expected = Array.from({ length: perTalk / 2 }, (_, n) => n);
    for (const { id, people: pair } of talks) {
      const [one, other] = pair.map((who) => tabs[people.indexOf(who)]!.list(id));
      expect(one).toEqual(other);
      expect(one).toEqual(await messagesOf(pair[0], id));
      for (const side of [0, 1]) {
        const contents = one!
          .map(({ content }) => content.split(' ').map(Number))
          .filter(([from]) => from === side);
        expect(contents.map(([, n]) => n)).toEqual(expected);
      }
    }
    expect(sent).toBe(MESSAGES);
    const connects = tabs.reduce((sum, tab) => sum + tab.connects, 0);
    expect(connects).toBeGreaterThanOrEqual(PEOPLE * (RESTARTS + 1));
    world.over = true;
    await Promise.all(tabs.map((tab) => tab.end()));
  },
);
