import { sendMessage } from '@herenow/contract/chats';
import type { Chat } from '@herenow/contract/entities';
import { listFeed } from '@herenow/contract/feed';
import { acceptPin, rejectPin } from '@herenow/contract/pins';
import { goIncognito, goOffline, goOnline } from '@herenow/contract/presence';
import { blockUser, unblockUser } from '@herenow/contract/safety';
import { chatsOf, later, tryPin } from '@herenow/testing/encounters';
import { manyPeople, type Ask, type Person } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';

const NAMES = ['ada', 'bela', 'chidi', 'dana', 'emre'];
const ACTS = [
  'visible',
  'incognito',
  'offline',
  'pin',
  'accept',
  'reject',
  'block',
  'unblock',
  'send',
] as const;

/** What one of five people does, to another one if the act concerns two. */
export interface Step {
  act: (typeof ACTS)[number];
  who: number;
  whom: number;
}

const index = fc.integer({ min: 0, max: NAMES.length - 1 });
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc
    .record({ act: fc.constantFrom(...ACTS), who: index, whom: index })
    .filter(({ who, whom }) => who !== whom),
  { minLength: 20, maxLength: 40 },
);

type Presence = 'offline' | 'visible' | 'incognito';
interface Pin {
  initiator: number;
  status: 'pending' | 'accepted' | 'rejected';
  /** Set once it has been looked up. */
  chatId?: string;
}

const pairOf = (a: number, b: number) => [a, b].toSorted((one, other) => one - other).join();

/** What should exist according to the rules: who is active, who has a chat with whom, who has blocked whom. */
function createModel() {
  const presences: Presence[] = NAMES.map(() => 'offline');
  const pins = new Map<string, Pin>();
  const blocks = new Set<string>();
  /** Pairs in which one person has pinned the other: their history may hide them from each other for long. */
  const met = new Set<string>();
  const blocked = (a: number, b: number) => blocks.has(`${a}>${b}`) || blocks.has(`${b}>${a}`);
  const active = (who: number) => presences[who] !== 'offline';

  return {
    presences,
    pins,
    blocks,
    met,
    blocked,
    active,
    leave(who: number): void {
      presences[who] = 'offline';
      for (const [pair, pin] of pins)
        if (pin.initiator === who && pin.status !== 'accepted') pins.delete(pair);
    },
    /** Whether one person may pin another as far as this model knows: a pair's history may refuse more. */
    mayPin(who: number, whom: number): boolean {
      const pin = pins.get(pairOf(who, whom));
      if (pin?.status === 'pending') return pin.initiator === whom && active(who);
      // A person who rejected a pin may pin its sender at any time.
      if (pin && (pin.status === 'accepted' || pin.initiator === who)) return false;
      return active(who) && presences[whom] === 'visible' && !blocked(who, whom);
    },
    mayAnswer(who: number, whom: number): boolean {
      const pin = pins.get(pairOf(who, whom));
      return pin?.status === 'pending' && pin.initiator === whom;
    },
    /** The state of each chat in a person's list. */
    listOf(who: number): Record<string, Pin['status']> {
      const rows = NAMES.flatMap((name, other) => {
        const pin = other === who ? undefined : pins.get(pairOf(who, other));
        return pin && (pin.status !== 'rejected' || pin.initiator === who)
          ? [[name, pin.status] as const]
          : [];
      });
      return Object.fromEntries(rows);
    },
    /** Whether a person may appear in another's feed at all. */
    mayShow: (who: number, other: number): boolean =>
      other !== who &&
      presences[other] === 'visible' &&
      !blocked(who, other) &&
      !pins.has(pairOf(who, other)),
  };
}
type Model = ReturnType<typeof createModel>;

/** `ask` reaches the server by another way than HTTP. */
type Played = TestApp & { ask?: Ask };

interface Round {
  app: Played;
  people: Person[];
  model: Model;
  /** How often each act succeeded. */
  done: Record<string, number>;
}

async function chatWith({ people, model }: Round, who: number, whom: number): Promise<string> {
  const pin = model.pins.get(pairOf(who, whom));
  if (pin?.chatId) return pin.chatId;
  const chats = await chatsOf(people[who]!);
  const found = chats.find((chat) => nameIn(chat, people, whom) !== undefined)?.id;
  if (pin && found) pin.chatId = found;
  return found ?? randomUUID();
}

const nameIn = ({ participants }: Chat, people: Person[], one: number) =>
  participants.some(({ userId }) => userId === people[one]!.id) ? NAMES[one] : undefined;

async function become({ app, people, model }: Round, who: number, presence: Presence): Promise<number> {
  const one = people[who]!;
  const body = { userId: one.id, onlineUntil: later(app, 3) };
  if (presence === 'offline') {
    model.leave(who);
    return (await one.api(goOffline, { body: { userId: one.id } })).status;
  }
  model.presences[who] = presence;
  return (await one.api(presence === 'visible' ? goOnline : goIncognito, { body })).status;
}

function isOneOf(status: number, expected: readonly number[]): void {
  assert.ok(expected.includes(status), `${status} instead of ${expected.join(' or ')}`);
}

const count = (done: Round['done'], act: string) => (done[act] = (done[act] ?? 0) + 1);

async function pin({ people, model, done }: Round, who: number, whom: number): Promise<void> {
  const [one, other] = [people[who]!, people[whom]!];
  const { status } = await tryPin(one, other);

  if (status !== 200) return isOneOf(status, [403, 404, 409]);
  assert.ok(model.mayPin(who, whom), 'was pinned');
  count(done, 'pin');
  const pair = pairOf(who, whom);
  const waiting = model.pins.get(pair);
  if (waiting?.status === 'pending') waiting.status = 'accepted';
  else model.pins.set(pair, { initiator: who, status: 'pending' });
  model.met.add(pair);
}

async function answer(
  round: Round,
  who: number,
  whom: number,
  status: 'accepted' | 'rejected',
): Promise<void> {
  const call = status === 'accepted' ? acceptPin : rejectPin;
  const params = { chatId: await chatWith(round, who, whom) };
  const given = await round.people[who]!.api(call, { params });
  assert.equal(given.status === 200, round.model.mayAnswer(who, whom), `answered with ${given.status}`);
  if (given.status !== 200) return;
  round.model.pins.get(pairOf(who, whom))!.status = status;
  count(round.done, status);
}

async function block({ people, model }: Round, who: number, whom: number, on: boolean): Promise<void> {
  const [one, other] = [people[who]!, people[whom]!];
  const { status } = await one.api(on ? blockUser : unblockUser, {
    body: { userId: one.id, userToBlockId: other.id },
  });
  isOneOf(status, [200]);
  if (!on) return void model.blocks.delete(`${who}>${whom}`);
  model.blocks.add(`${who}>${whom}`);
  model.pins.delete(pairOf(who, whom));
}

async function write(round: Round, who: number, whom: number): Promise<void> {
  const { people, model } = round;
  const chatId = await chatWith(round, who, whom);
  const body = { id: randomUUID(), senderId: people[who]!.id, chatId, content: 'Hello' };
  const { status } = await people[who]!.api(sendMessage, { body });
  const open = model.pins.get(pairOf(who, whom))?.status === 'accepted';
  if (status === 200) count(round.done, 'send');
  const expected = !open ? 400 : !model.active(who) ? 409 : !model.active(whom) ? 400 : 200;
  // If both are away, either refusal is right.
  isOneOf(status, open && !model.active(who) && !model.active(whom) ? [400, 409] : [expected]);
}

/** Redirects most acts that concern a chat to two people who have one, since random pairs seldom do. */
function aimed({ pins }: Model, step: Step): Step {
  const about = step.act === 'accept' || step.act === 'reject' || step.act === 'send';
  const pairs = [...pins];
  if (!about || pairs.length === 0 || step.whom === 4) return step;
  const [pair, { initiator }] = pairs[step.who % pairs.length]!;
  const other = pair
    .split(',')
    .map(Number)
    .find((one) => one !== initiator)!;
  const turned = step.act === 'send' && step.whom % 2 === 0;
  return { ...step, who: turned ? initiator : other, whom: turned ? other : initiator };
}

async function take(round: Round, { act, who, whom }: Step): Promise<void> {
  switch (act) {
    case 'visible':
    case 'incognito':
    case 'offline':
      return isOneOf(await become(round, who, act), [200]);
    case 'pin':
      return await pin(round, who, whom);
    case 'accept':
      return await answer(round, who, whom, 'accepted');
    case 'reject':
      return await answer(round, who, whom, 'rejected');
    case 'block':
    case 'unblock':
      return await block(round, who, whom, act === 'block');
    case 'send':
      return await write(round, who, whom);
  }
}

/** Checks that every person sees what the rules say. */
async function look({ people, model }: Round): Promise<void> {
  for (const [who, one] of people.entries()) {
    const rows = (await chatsOf(one)).map((chat) => {
      const other = NAMES.findIndex((_, n) => n !== who && nameIn(chat, people, n) !== undefined);
      return [NAMES[other], chat.pinStatus];
    });
    assert.deepEqual(Object.fromEntries(rows), model.listOf(who), `chats of ${one.name}`);
    const feed = await one.api(listFeed, { body: { userId: one.id, limit: 50, preferences: null } });
    const shown = people.flatMap(({ id }, other) =>
      feed.json.some((item) => item.id === id) ? [other] : [],
    );
    const hidden = people.flatMap((_, other) => (shown.includes(other) ? [] : [other]));
    for (const other of hidden)
      assert.ok(
        model.met.has(pairOf(who, other)) || !model.mayShow(who, other),
        `${NAMES[other]} is hidden from ${one.name}`,
      );
    for (const other of shown) assert.ok(model.mayShow(who, other), `${NAMES[other]} for ${one.name}`);
  }
}

/**
 * Returns a place for this sequence alone, so that people who stay visible there appear in no other feed. It is derived
 * from the steps, so that a failed sequence fails again in the same place.
 */
function placeOf(all: readonly Step[]): [number, number] {
  const drawn = createHash('sha256').update(JSON.stringify(all)).digest();
  const [east, north] = [drawn.readUInt32BE(0) / 2 ** 32, drawn.readUInt32BE(4) / 2 ** 32];
  return [east * 360 - 180, north * 120 - 60];
}

/** Makes five people who have never met take these steps; throws if the server deviates from the rules. */
export async function play(
  app: Played,
  all: readonly Step[],
  done: Record<string, number> = {},
): Promise<void> {
  const people = await manyPeople(app, NAMES, placeOf(all));
  const round: Round = { app, people, model: createModel(), done };
  // Someone has to be visible to be pinned.
  for (const who of [0, 1, 2]) await become(round, who, 'visible');
  for (const step of all) await take(round, aimed(round.model, step));
  await look(round);
}
