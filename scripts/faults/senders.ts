import { refreshToken } from '@herenow/contract/accounts';
import { listChats, sendMessage } from '@herenow/contract/chats';
import { acceptPin, pinUser } from '@herenow/contract/pins';
import { ok } from '@herenow/testing/encounters';
import { api } from '@herenow/testing/people';
import { becomeVisible, publicPerson, type PublicPerson } from '@herenow/testing/public-person';
import { connectStomp, type StompClient } from '@herenow/testing/stomp-client';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const PAIRS = 10;
const SENDS_A_SECOND = 200;
/** How long messages are sent before a fault, and after it. */
const CALM_MS = 3000;
const REOPEN_MS = 1000;
const LOOK_MS = 50;
/** How far a message's time may lie outside the span between its request and its response. */
const AGREED_MS = 2000;

interface Sender {
  person: PublicPerson;
  other: PublicPerson;
  chatId: string;
  /** The current token; `person` has only the first one. */
  token: string;
}

/** What became of the messages sent during a task. */
export interface Sent {
  sent: number;
  /** The ids of the messages whose requests got a 200. */
  acknowledged: string[];
  /** How many of the acknowledged messages carry a time other than that of their sending. */
  misdated: number;
  /** How many of the other requests failed for each reason. They are not repeated. */
  failures: Record<string, number>;
  /** The codes with which sockets were closed. */
  closes: number[];
  /** Milliseconds from the first attempt to reconnect until the new socket completes a round trip. */
  reopened: number[];
}

export type Senders = Awaited<ReturnType<typeof createSenders>>;

/** Makes pairs of people who write to each other, each with a socket that is reopened whenever it closes. */
export async function createSenders(baseURL: string) {
  const senders: Sender[] = [];
  for (let pair = 0; pair < PAIRS; pair += 1) senders.push(...(await makePair(baseURL, pair)));
  let current: Pick<Sent, 'closes' | 'reopened'> = { closes: [], reopened: [] };
  const open = new Set<StompClient>();
  let ending = false;
  for (const sender of senders) void keepSocket(sender);

  /** Reopens the socket as clients do: after a second, then with a delay that doubles each time. */
  async function keepSocket(sender: Sender): Promise<void> {
    for (let lost = false; !ending; lost = true) {
      if (lost) await delay(REOPEN_MS);
      const began = performance.now();
      const socket = await openSocket(sender);
      open.add(socket);
      if (lost) current.reopened.push(performance.now() - began);
      const { code } = await socket.closed;
      open.delete(socket);
      current.closes.push(code);
    }
  }

  async function openSocket({ token }: Sender): Promise<StompClient> {
    for (let wait = REOPEN_MS * 2; ; wait *= 2) {
      try {
        return await connectStomp({ url: baseURL, token });
      } catch {
        await delay(wait);
      }
    }
  }

  /** Returns the time the server gave the message. Throws if the response is not a 200. */
  async function sendOne({ person, other, chatId, token }: Sender, id: string): Promise<Date> {
    const body = { id, senderId: person.id, recipientId: other.id, content: id, chatId };
    const { json } = ok(await api({ url: baseURL }, sendMessage, { body, token }));
    return new Date(json.sentAt);
  }

  async function note(into: Sent, sender: Sender): Promise<void> {
    const id = randomUUID();
    const asked = Date.now();
    try {
      const at = (await sendOne(sender, id)).getTime();
      into.acknowledged.push(id);
      if (at < asked - AGREED_MS || at > Date.now() + AGREED_MS) into.misdated += 1;
    } catch (error) {
      const reason = reasonOf(error as Error);
      into.failures[reason] = (into.failures[reason] ?? 0) + 1;
    }
  }

  async function untilAllOpen(): Promise<void> {
    while (open.size < senders.length) await delay(LOOK_MS);
  }

  return {
    /** Sends at an even pace until the task is done, and for a while before and after it. */
    async sendDuring(task: () => Promise<void>): Promise<Sent> {
      const into: Sent = { sent: 0, acknowledged: [], misdated: 0, failures: {}, closes: [], reopened: [] };
      current = into;
      const under = new Set<Promise<void>>();
      const began = performance.now();
      const timer = setInterval(() => {
        const due = ((performance.now() - began) / 1000) * SENDS_A_SECOND;
        for (; into.sent < due; into.sent += 1) {
          const one = note(into, senders[into.sent % senders.length]!);
          under.add(one);
          void one.then(() => under.delete(one));
        }
      }, 5);
      await delay(CALM_MS);
      await task();
      await delay(CALM_MS);
      clearInterval(timer);
      await Promise.all(under);
      return into;
    },

    /** Reopens all sockets, so that a node that came back gets some again. */
    async spread(): Promise<void> {
      await untilAllOpen();
      const before = Array.from(open);
      for (const socket of before) {
        await socket.disconnect();
        open.delete(socket);
      }
      await untilAllOpen();
    },

    /** Refreshes all tokens, as every client does regularly. Returns how many sessions have ended. */
    async refresh(): Promise<number> {
      let over = 0;
      for (const sender of senders) {
        const body = { accessToken: sender.token, userId: sender.person.id };
        const { status, text } = await api({ url: baseURL }, refreshToken, { body });
        if (status === 200) sender.token = text;
        else over += 1;
      }
      return over;
    },

    end(): void {
      ending = true;
    },
  };
}

/** Returns why a request failed, with the error code of the cause if there was no response. */
function reasonOf({ message, cause }: Error): string {
  const { code } = (cause ?? {}) as { code?: string };
  return code === undefined ? message.split('\n')[0]! : `${message} (${code})`;
}

async function makePair(baseURL: string, pair: number): Promise<[Sender, Sender]> {
  const at: [number, number] = [-9.1 + pair / 5, 38.7];
  const [ada, bela] = await Promise.all([
    publicPerson('ada', { baseURL, at }),
    publicPerson('bela', { baseURL, at }),
  ]);
  await Promise.all([becomeVisible(ada), becomeVisible(bela)]);
  await ada.call(pinUser, { body: { userId: ada.id, pinnedUserId: bela.id } });
  const chats = await bela.call(listChats, { params: { userId: bela.id } });
  const chatId = chats.json[0]!.id;
  await bela.call(acceptPin, { params: { chatId }, body: { chatId } });
  return [
    { person: ada, other: bela, chatId, token: ada.token },
    { person: bela, other: ada, chatId, token: bela.token },
  ];
}
