import { sendMessage } from '@herenow/contract/chats';
import { HOUR_MS, MAX_DISTANCE_KM } from '@herenow/contract/constants';
import type { FeedItem } from '@herenow/contract/entities';
import { listFeed, listFeedChanges } from '@herenow/contract/feed';
import { goOffline, goOnline } from '@herenow/contract/presence';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { WebSocket } from 'ws';
import { evenly, paced } from './pacing.ts';
import type { Pair, Somebody } from './pairs.ts';

/** Each client fetches changes at a random moment within this time after a notification. */
const SPREAD_MS = 500;
const QUEUES = ['messages', 'status', 'notifications', 'presence', 'nearby'];

interface Watcher {
  person: Somebody;
  socket: WebSocket;
  shown: Pick<FeedItem, 'id' | 'onlineUntil' | 'location'>[];
  until: string | undefined;
  /** The mark of the last response; as in the web client, undefined if a page was loading at the same time. */
  asOf: string | undefined;
  loads: { begun: number; ended: number };
  pending: boolean;
}

/** Retries a request that an overloaded node refuses, as a client does when it connects. */
async function patiently(ask: () => Promise<void>): Promise<void> {
  while (
    !(await ask().then(
      () => true,
      () => false,
    ))
  )
    await delay(200);
}

/**
 * People with sockets who load feeds and may watch them, while messages are sent in all chats and people without
 * sockets go visible and offline.
 */
export class WatchingCrowd implements AsyncDisposable {
  told = 0;
  asked = 0;
  failed = 0;
  readonly #agent = new Agent({ connections: 32 });
  readonly #url: string;
  readonly #pairs: readonly Pair[];
  /** Whether they watch the feed, and fetch its changes when they are notified. */
  readonly #watching: boolean;
  #watchers: Watcher[] = [];
  #movers: Somebody[] = [];

  private constructor(url: string, pairs: readonly Pair[], watching: boolean) {
    this.#watching = watching;
    this.#url = url;
    this.#pairs = pairs;
  }

  static async open(
    url: string,
    pairs: readonly Pair[],
    { sockets, watching }: { sockets: number; watching: boolean },
  ): Promise<WatchingCrowd> {
    const crowd = new WatchingCrowd(url, pairs, watching);
    const people = pairs.flatMap(({ sender, recipient }) => [sender, recipient]);
    // From all over the city, like the people who go visible and offline.
    const every = Math.floor(people.length / sockets);
    const chosen = people.filter((_, index) => index % every === 0).slice(0, sockets);
    const connected = new Set(chosen);
    crowd.#movers = people.filter((one) => !connected.has(one));
    for (let at = 0; at < chosen.length; at += 8)
      await Promise.all(chosen.slice(at, at + 8).map((person) => crowd.#connect(person)));
    return crowd;
  }

  /** Runs this many feeds, messages and changes per second, evenly spread. */
  async run(rates: { feeds: number; messages: number; changes: number; seconds: number }): Promise<void> {
    // Begins with different people each time, because limits apply to how often a person goes visible and offline.
    const first = Math.floor(Math.random() * this.#movers.length);
    const work = [
      this.#paced(rates.feeds, rates.seconds, () => this.#load(this.#anyWatcher())),
      this.#paced(rates.messages, rates.seconds, () => this.#send()),
      this.#paced(rates.changes, rates.seconds, (index) => this.#toggle(first, index)),
    ];
    await Promise.all(work);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { socket } of this.#watchers) socket.terminate();
    await this.#agent.destroy();
  }

  #anyWatcher = (): Watcher => this.#watchers[Math.floor(Math.random() * this.#watchers.length)]!;

  async #paced(rate: number, seconds: number, act: (index: number) => Promise<unknown>): Promise<void> {
    const running: Promise<unknown>[] = [];
    await paced(seconds, evenly(rate), () => {
      running.push(act(running.length).catch(() => (this.failed += 1)));
    });
    await Promise.all(running);
  }

  async #post(person: Somebody, address: string, body: object) {
    const answer = await request(`${this.#url}${address}`, {
      method: 'POST',
      dispatcher: this.#agent,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}` },
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${address}: ${answer.statusCode} ${text}`);
    return { text, link: answer.headers['link'] };
  }

  async #connect(person: Somebody): Promise<void> {
    const socket = new WebSocket(`${this.#url.replace('http', 'ws')}/ws?token=${person.token}`, [
      'v12.stomp',
    ]);
    const one: Watcher = {
      person,
      socket,
      shown: [],
      until: undefined,
      asOf: undefined,
      loads: { begun: 0, ended: 0 },
      pending: false,
    };
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('open', () => socket.send('CONNECT\naccept-version:1.2\nheart-beat:0,0\nhost:bench\n\n\0'));
      socket.on('message', (data) => {
        const frame = (data as Buffer).toString();
        if (frame.startsWith('CONNECTED')) resolve();
        else if (frame.includes('/user/queue/nearby')) this.#heard(one);
      });
    });
    for (const [id, queue] of QUEUES.entries())
      socket.send(`SUBSCRIBE\nid:${id}\ndestination:/user/queue/${queue}\n\n\0`);
    this.#watchers.push(one);
    // Like the web client, which fetches the changes after it has connected.
    await patiently(() => this.#load(one));
    if (this.#watching) await patiently(() => this.#ask(one));
  }

  async #load(one: Watcher): Promise<void> {
    one.loads.begun += 1;
    const { text, link } = await this.#post(one.person, listFeed.path, { userId: one.person.id }).finally(
      () => (one.loads.ended += 1),
    );
    one.shown = (JSON.parse(text) as FeedItem[]).map(({ id, onlineUntil, location }) => ({
      id,
      onlineUntil,
      location,
    }));
    one.until = /after=([^>]+)/.exec(String(link ?? ''))?.[1];
    this.#watch(one);
  }

  #watch({ socket, until }: Watcher): void {
    if (!this.#watching) return;
    socket.send(
      `SEND\ndestination:/app/feed.watch\n\n${JSON.stringify({ maxDistanceKm: MAX_DISTANCE_KM, until: until ?? null })}\0`,
    );
  }

  #heard(one: Watcher): void {
    this.told += 1;
    if (one.pending) return;
    one.pending = true;
    setTimeout(() => {
      one.pending = false;
      this.#ask(one).catch(() => (this.failed += 1));
    }, Math.random() * SPREAD_MS);
  }

  async #ask(one: Watcher): Promise<void> {
    this.asked += 1;
    const { ended } = one.loads;
    const preferences = { maxDistanceKm: MAX_DISTANCE_KM };
    const { shown, until, asOf: since } = one;
    const body = { userId: one.person.id, preferences, shown, until, since };
    const { text } = await this.#post(one.person, listFeedChanges.path, body);
    const { came, gone, asOf } = JSON.parse(text) as { came: FeedItem[]; gone: string[]; asOf: string };
    one.asOf = one.loads.begun === ended ? asOf : undefined;
    const left = new Set(gone);
    one.shown = [
      ...one.shown.filter(({ id }) => !left.has(id)),
      ...came.map(({ id, onlineUntil, location }) => ({ id, onlineUntil, location })),
    ];
  }

  async #send(): Promise<void> {
    const { chatId, sender, recipient } = this.#pairs[Math.floor(Math.random() * this.#pairs.length)]!;
    const body = {
      id: randomUUID(),
      chatId,
      senderId: sender.id,
      recipientId: recipient.id,
      content: 'x'.repeat(100),
    };
    // The message is refused if the other person has just gone offline.
    await this.#post(sender, sendMessage.path, body).catch(() => undefined);
  }

  /** Lets each person in turn go offline and, with the next index, visible again after another half second. */
  async #toggle(first: number, index: number): Promise<void> {
    const person = this.#movers[(first + Math.floor(index / 2)) % this.#movers.length]!;
    if (index % 2 === 0) {
      await this.#post(person, goOffline.path, { userId: person.id });
      return;
    }
    const onlineUntil = new Date(Date.now() + HOUR_MS).toISOString();
    await delay(500);
    await this.#post(person, goOnline.path, { userId: person.id, onlineUntil });
  }
}
