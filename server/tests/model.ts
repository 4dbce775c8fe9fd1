import { updatePassword } from '@herenow/contract/accounts';
import { listFeed } from '@herenow/contract/feed';
import { moderate } from '@herenow/contract/moderation';
import { acceptPin, rejectPin } from '@herenow/contract/pins';
import { goIncognito, goOffline, goOnline } from '@herenow/contract/presence';
import { getUser, updateUser } from '@herenow/contract/profile';
import { blockUser, reportUser, unblockUser } from '@herenow/contract/safety';
import { chatsOf, later, signInAgain, tryPin } from '@herenow/testing/encounters';
import { manyPeople, PASSWORD, person, type Person } from '@herenow/testing/people';
import { makeOperator } from '@herenow/testing/second-factor';
import type { TestApp } from '@herenow/testing/start-app';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { chatWith, count, isOneOf, nameIn, type Played, type Round } from './model-round.ts';
import { createModel, NAMES, pairOf, type Model, type Presence } from './model-rules.ts';
import { edit, lookAtMessages, react, write } from './model-talk.ts';

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
  'edit',
  'react',
  'rename',
  'report',
  'password',
  'suspend',
] as const;
/** Drawn more often: the other acts depend on them, or undo them. */
const OFTEN = ['visible', 'pin', 'pin', 'accept', 'accept', 'send', 'send', 'edit', 'react'] as const;
/** The acts that need a chat. */
const IN_CHAT: readonly Step['act'][] = ['accept', 'reject', 'send', 'edit', 'react'];

/** What one of five people does, to another one if the act concerns two. */
export interface Step {
  act: (typeof ACTS)[number];
  who: number;
  whom: number;
  /** Whether it is done on the second device. */
  second: boolean;
}

const index = fc.integer({ min: 0, max: NAMES.length - 1 });
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc
    .record({ act: fc.constantFrom(...ACTS, ...OFTEN), who: index, whom: index, second: fc.boolean() })
    .filter(({ who, whom }) => who !== whom),
  { minLength: 20, maxLength: 40 },
);

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
  model.part(who, whom);
}

/** Redirects most acts that concern a chat to two people who have one, since random pairs seldom do. */
function aimed({ pins }: Model, step: Step): Step {
  const about = IN_CHAT.includes(step.act);
  const pairs = [...pins];
  if (!about || pairs.length === 0 || step.whom === 4) return step;
  const [pair, { initiator }] = pairs[step.who % pairs.length]!;
  const other = pair
    .split(',')
    .map(Number)
    .find((one) => one !== initiator)!;
  const turned = step.act !== 'accept' && step.act !== 'reject' && step.whom % 2 === 0;
  return { ...step, who: turned ? initiator : other, whom: turned ? other : initiator };
}

async function take(all: Round, { act, who, whom, second }: Step): Promise<void> {
  const { model } = all;
  if (act === 'suspend') return await suspendOrReinstate(all, who);
  const round = second ? { ...all, people: all.people.with(who, all.others[who]!) } : all;
  const me = round.people[who]!;
  if (model.suspended.has(who))
    return isOneOf((await me.api(getUser, { params: { id: me.id } })).status, [401]);
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
    case 'edit':
      return await edit(round, who, whom);
    case 'react':
      return await react(round, who, whom);
    case 'rename':
      model.names[who] = `${NAMES[who]} the ${whom}th`;
      return isOneOf((await me.api(updateUser, { body: { username: model.names[who] } })).status, [200]);
    case 'report': {
      const body = { reporterId: me.id, reportedUserId: all.people[whom]!.id, reason: 'Other' } as const;
      return isOneOf((await me.api(reportUser, { body })).status, [200]);
    }
    case 'password':
      return await changePassword(all, who, second);
  }
}

/** Changes a password on one device, which signs the other one out. */
async function changePassword(round: Round, who: number, second: boolean): Promise<void> {
  const [here, elsewhere] = second ? [round.others, round.people] : [round.people, round.others];
  const me = here[who]!;
  const newPassword = `Another-${randomUUID()}`;
  const body = { userId: me.id, username: me.email, oldPassword: round.passwords[who]!, newPassword };
  isOneOf((await me.api(updatePassword, { body })).status, [200]);
  round.passwords[who] = newPassword;
  isOneOf((await elsewhere[who]!.api(getUser, { params: { id: me.id } })).status, [401]);
  [elsewhere[who]] = await signInAgain(round.app, me);
}

const operators = new WeakMap<TestApp, Promise<Person>>();
async function openDesk(app: Played): Promise<Person> {
  const operator = await person(app, 'operator');
  await makeOperator(app, operator);
  return operator;
}

async function suspendOrReinstate({ app, people, others, model, done }: Round, who: number): Promise<void> {
  const operator = operators.get(app) ?? openDesk(app);
  operators.set(app, operator);
  const ends = model.suspended.has(who);
  const action = ends ? 'reinstate' : 'suspend';
  const params = { userId: people[who]!.id };
  isOneOf((await (await operator).api(moderate, { params, body: { action } })).status, [200]);
  count(done, action);
  if (!ends) return model.suspend(who);
  model.suspended.delete(who);
  [people[who], others[who]] = await signInAgain(app, people[who]!, others[who]!);
}

/** Checks that every person sees what the rules say. */
async function look(round: Round): Promise<void> {
  const { people, model } = round;
  for (const [who, one] of people.entries()) {
    if (model.suspended.has(who)) continue;
    const rows = (await chatsOf(one)).map((chat) => {
      const other = NAMES.findIndex((_, n) => n !== who && nameIn(chat, people, n) !== undefined);
      const shown = chat.participants.find(({ userId }) => userId === people[other]!.id)!;
      assert.equal(shown.name, model.names[other], `name of ${NAMES[other]}`);
      return [NAMES[other], chat.pinStatus];
    });
    assert.deepEqual(Object.fromEntries(rows), model.listOf(who), `chats of ${one.name}`);
    await lookAtMessages(round, who);
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
  const others = await signInAgain(app, ...people);
  const round: Round = {
    app,
    people,
    others,
    passwords: NAMES.map(() => PASSWORD),
    model: createModel(),
    done,
  };
  // Someone has to be visible to be pinned.
  for (const who of [0, 1, 2]) await become(round, who, 'visible');
  for (const step of all) await take(round, aimed(round.model, step));
  await look(round);
}
