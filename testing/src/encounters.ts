import { listChats, listMessages, sendMessage } from '@herenow/contract/chats';
import { HOUR_MS } from '@herenow/contract/constants';
import type { Chat, FeedItem, Message, OwnUser } from '@herenow/contract/entities';
import { listFeed } from '@herenow/contract/feed';
import { acceptPin, pinUser, rejectPin } from '@herenow/contract/pins';
import { goIncognito, goOffline, goOnline } from '@herenow/contract/presence';
import { getUser, updateLocation } from '@herenow/contract/profile';
import { randomUUID } from 'node:crypto';
import { api, people, person, withToken, type ApiAnswer, type Person } from './people.ts';
import type { TestApp } from './start-app.ts';

/** Throws with the server’s text unless the answer is a success. */
export function ok<Json>(answer: ApiAnswer<Json>): ApiAnswer<Json> {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
}

/** The same people with new tokens, for when the clock was moved past the expiry of the old ones. */
export async function signInAgain<P extends readonly Person[]>(app: TestApp, ...people: P): Promise<P> {
  const fresh = people.map(async (one) => {
    const { token } = await app.work((tx) => app.accounts.sessions.open(tx, one.id, { userAgent: 'test' }));
    return withToken(app, one, token);
  });
  return (await Promise.all(fresh)) as unknown as P;
}

/** The same person on the same device with a renewed token, however far the clock was moved. */
export function stayingSignedIn(app: TestApp, person: Person): Person {
  let token = Promise.resolve(person.token);
  let renewAt = 0;
  return {
    ...person,
    async api(call, input) {
      if (app.clock.now().getTime() >= renewAt) {
        renewAt = app.clock.now().getTime() + 10 * 60_000;
        token = token.then((old) => app.accounts.sessions.refresh(old, person.id));
      }
      return await api(app, call, { ...input, token: await token });
    },
  };
}

export async function goVisible(app: TestApp, person: Person, hours = 3): Promise<void> {
  ok(await person.api(goOnline, { body: { userId: person.id, onlineUntil: later(app, hours) } }));
}

/** Goes visible; `hours` null means without end. */
export async function goHidden(app: TestApp, person: Person, hours: number | null = 3): Promise<void> {
  const onlineUntil = hours === null ? null : later(app, hours);
  ok(await person.api(goIncognito, { body: { userId: person.id, onlineUntil } }));
}

export async function leave(person: Person): Promise<void> {
  ok(await person.api(goOffline, { body: { userId: person.id } }));
}

export const later = (app: TestApp, hours: number): string =>
  new Date(app.clock.now().getTime() + hours * HOUR_MS).toISOString();

/** Tells the server a position, longitude and latitude, as the person’s device does. */
export async function tellPosition(person: Person, coordinates: readonly [number, number]): Promise<void> {
  const body = { type: 'Point' as const, coordinates: [...coordinates] as [number, number] };
  ok(await person.api(updateLocation, { params: { id: person.id }, body }));
}

/** Makes new people, all visible. */
export async function visiblePeople<const Names extends readonly string[]>(app: TestApp, ...names: Names) {
  const all = await people(app, ...names);
  await Promise.all(all.map((one) => goVisible(app, one)));
  return all;
}

export const tryPin = (from: Person, to: { id: string }): Promise<ApiAnswer> =>
  from.api(pinUser, { body: { userId: from.id, pinnedUserId: to.id } });

/** One visible person pins another; returns the chat’s id. */
export async function pin(from: Person, to: Person): Promise<string> {
  ok(await tryPin(from, to));
  const chat = (await chatsOf(from)).find(({ participants }) => participants.some((p) => p.userId === to.id));
  if (!chat) throw new Error('The pin made no chat.');
  return chat.id;
}

export async function accept(person: Person, chatId: string): Promise<void> {
  ok(await person.api(acceptPin, { params: { chatId } }));
}

export async function reject(person: Person, chatId: string): Promise<void> {
  ok(await person.api(rejectPin, { params: { chatId } }));
}

/** Both become visible, one pins, the other accepts; returns the chat’s id. */
export async function meet(app: TestApp, initiator: Person, recipient: Person): Promise<string> {
  await goVisible(app, initiator);
  await goVisible(app, recipient);
  const chatId = await pin(initiator, recipient);
  await accept(recipient, chatId);
  return chatId;
}

/** Makes ada and bela, who have met; returns both and the chat’s id. */
export async function pairInChat(app: TestApp): Promise<[Person, Person, string]> {
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  return [ada, bela, await meet(app, ada, bela)];
}

/** Makes ada and bela, both visible, and a pin of ada that waits; returns both and the chat’s id. */
export async function pairWithPin(app: TestApp): Promise<[Person, Person, string]> {
  const [ada, bela] = await visiblePeople(app, 'ada', 'bela');
  return [ada, bela, await pin(ada, bela)];
}

export async function recordOf(person: Person): Promise<OwnUser> {
  return ok(await person.api(getUser, { params: { id: person.id } })).json as OwnUser;
}

/** Returns the first page of the person’s feed. */
export async function feedOf(person: Person): Promise<FeedItem[]> {
  return ok(await person.api(listFeed, { body: { userId: person.id } })).json;
}

export async function chatsOf(person: Person): Promise<Chat[]> {
  return ok(await person.api(listChats, { params: { userId: person.id } })).json as Chat[];
}

export async function messagesOf(person: Person, chatId: string): Promise<Message[]> {
  return ok(await person.api(listMessages, { params: { chatId } })).json as Message[];
}

export function trySend(from: Person, chatId: string, content: string, id: string = randomUUID()) {
  return from.api(sendMessage, { body: { id, senderId: from.id, chatId, content } });
}

export async function send(from: Person, chatId: string, content: string): Promise<Message> {
  return ok(await trySend(from, chatId, content)).json as Message;
}
