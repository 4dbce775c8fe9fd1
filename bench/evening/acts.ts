/** Turns each act of the model into the requests and frames that the web client sends. */
import { randomUUID } from 'node:crypto';
import type { Random } from '@herenow/cast/random';
import { editMessage, listChats, listMessages, sendMessage } from '@herenow/contract/chats';
import { FEED_PAGE, HOUR_MS, MAX_DISTANCE_KM } from '@herenow/contract/constants';
import type { FeedItem } from '@herenow/contract/entities';
import { listFeed, listFeedChanges } from '@herenow/contract/feed';
import { acceptPin, pinUser, rejectPin } from '@herenow/contract/pins';
import { goOffline, goOnline } from '@herenow/contract/presence';
import { getRequest, postJson } from '../live/http-request.ts';
import { NUMBER_MARK } from '../live/dialects.ts';
import { digitsOf } from '../live/live-load.ts';
import type { Asking, Tally } from './asking.ts';
import { FOLLOWS, type Act } from './model.ts';
import { tell, type Reveller } from './people.ts';

/** Matches about one in ten people of the town. */
const FILTER = {
  gender: ['She/Her', 'They/Them'],
  minAge: 25,
  maxAge: 40,
  interestedIn: ['coffee', 'hiking'],
};
const TEXT = 'There is a place by the river that has cake';
const LATEST = 30;
const VISIBLE_MS = 2 * HOUR_MS;

export interface Scene {
  asking: Asking;
  /** Returns the tally of the current step; each step has its own. */
  tally(): Tally;
  random: Random;
  /** Runs a task after a random number of seconds from this range. */
  later(seconds: readonly [number, number], task: () => unknown): void;
  /** Pick a person who watches the feed, one who writes, anyone, and the one whose turn it is to leave or come back. */
  looker(): Reveller;
  writer(): Reveller;
  anyone(): Reveller;
  comer(): { one: Reveller; leaves: boolean };
  /** Measures the time from `due` until the message with this number reaches this person. */
  expect(number: number, to: Reveller, due: number): void;
  reconnect(one: Reveller): Promise<void>;
}

interface PageOptions {
  filter?: object | undefined;
  after?: string | undefined;
}

export function createActs(scene: Scene) {
  const { asking, tally, random, later } = scene;
  let lastNumber = 0;

  const post = (what: string, one: Reveller, path: string, body: object) =>
    asking.ask(tally(), what, postJson(path, body, one.token));

  async function page(one: Reveller, due: number, { filter, after }: PageOptions = {}): Promise<void> {
    const path = after === undefined ? listFeed.path : `${listFeed.path}?after=${after}`;
    const preferences = { gender: [], interestedIn: [], ...filter, maxDistanceKm: MAX_DISTANCE_KM };
    const request = postJson(path, { userId: one.id, limit: FEED_PAGE, preferences }, one.token);
    const answer = await asking.ask(tally(), 'feed', request, { by: tally().feed, due });
    if (!answer) return;
    const items = JSON.parse(answer.body) as FeedItem[];
    one.shown = items.map(({ id, onlineUntil, location }) => ({ id, onlineUntil, location }));
    one.until = /after=([^>&]+)/.exec(answer.head)?.[1];
    watch(one);
    loadPhotos(one, items);
  }

  const watch = (one: Reveller) =>
    tell(one, '/app/feed.watch', { maxDistanceKm: MAX_DISTANCE_KM, until: one.until ?? null });

  function loadPhotos(one: Reveller, items: readonly FeedItem[]): void {
    const addresses = items.flatMap(({ photos }) => /\S+\/640\.webp/.exec(photos[0]?.srcset ?? '') ?? []);
    const fresh = addresses.filter((address) => !one.photos.has(address)).slice(0, FOLLOWS.photosOfPage);
    for (const address of fresh) {
      one.photos.add(address);
      void asking.ask(tally(), 'photo', getRequest(address));
    }
  }

  /** Fetches the changes of the feed, as a client does after a notification or a reconnect. */
  async function changes(one: Reveller): Promise<void> {
    const body = { userId: one.id, shown: one.shown, until: one.until ?? null };
    const request = postJson(listFeedChanges.path, body, one.token);
    const by = tally().changes;
    const answer = await asking.ask(tally(), 'feed changes', request, { by, due: performance.now() });
    if (!answer) return;
    const { came, gone } = JSON.parse(answer.body) as { came: FeedItem[]; gone: string[] };
    const left = new Set(gone);
    one.shown = [...one.shown, ...came]
      .filter(({ id }) => !left.has(id))
      .map(({ id, onlineUntil, location }) => ({ id, onlineUntil, location }));
  }

  async function send(one: Reveller, due: number): Promise<void> {
    const number = ++lastNumber;
    const ids = { id: randomUUID(), chatId: one.chatId, senderId: one.id, recipientId: one.partner.id };
    scene.expect(number, one.partner, due);
    const content = `${NUMBER_MARK}${digitsOf(number)} ${TEXT}`;
    const answer = await post('send', one, sendMessage.path, { ...ids, content });
    if (answer && random.chance(FOLLOWS.edited))
      later(FOLLOWS.editedAfter, () => post('edit', one, editMessage.path, { ...ids, content: TEXT }));
  }

  async function pin(one: Reveller): Promise<void> {
    if (one.shown.length === 0) return;
    const pinnedUserId = random.pick(one.shown).id;
    await post('pin', one, pinUser.path, { userId: one.id, pinnedUserId });
  }

  async function answer(one: Reveller, chatId: string): Promise<void> {
    const { path } = random.chance(FOLLOWS.accepted) ? acceptPin : rejectPin;
    await post('answer to a pin', one, path.replace(':chatId', chatId), { chatId });
  }

  async function toggle(): Promise<void> {
    const { one, leaves } = scene.comer();
    const onlineUntil = new Date(Date.now() + VISIBLE_MS).toISOString();
    if (leaves) await post('going', one, goOffline.path, { userId: one.id });
    else await post('coming', one, goOnline.path, { userId: one.id, onlineUntil });
  }

  const chats = (one: Reveller) =>
    asking.ask(tally(), 'chats', getRequest(listChats.path.replace(':userId', one.id), one.token));

  function chat(one: Reveller) {
    const path = `${listMessages.path.replace(':chatId', one.chatId)}?limit=${LATEST}`;
    return asking.ask(tally(), 'chat', getRequest(path, one.token));
  }

  async function reconnect(one: Reveller): Promise<void> {
    if (!one.socket) return;
    await scene.reconnect(one);
    await chats(one);
    if (one.shown.length === 0) return;
    watch(one);
    await changes(one);
  }

  const acts: Record<Act, (due: number) => unknown> = {
    feed: (due) => page(scene.looker(), due),
    filtered: (due) => page(scene.looker(), due, { filter: FILTER }),
    later(due) {
      const one = scene.looker();
      return page(one, due, { after: one.until });
    },
    pin: () => pin(scene.looker()),
    send: (due) => send(scene.writer(), due),
    typing() {
      const one = scene.writer();
      tell(one, '/app/chat.typing', { chatId: one.chatId });
    },
    toggle,
    chats: () => chats(scene.anyone()),
    chat: () => chat(scene.writer()),
    reconnect: () => reconnect(scene.anyone()),
  };
  return { acts, page, changes, answer };
}
