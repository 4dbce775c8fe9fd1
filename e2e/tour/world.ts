import { createUser, login } from '@herenow/contract/accounts';
import { listChats, sendMessage } from '@herenow/contract/chats';
import type { Chat } from '@herenow/contract/entities';
import { acceptPin, pinUser } from '@herenow/contract/pins';
import { getUser, updateUser } from '@herenow/contract/profile';
import { blockUser } from '@herenow/contract/safety';
import { randomUUID } from 'node:crypto';
import { ADA, imaginePeople, type Character } from '../../server/testing/cast/characters.ts';
import { portraitsOf } from '../../server/testing/cast/portraits.ts';
import { api, PASSWORD } from '../../server/testing/people.ts';
import { becomeVisible, publicPerson, type PublicPerson } from '../../server/testing/public-person.ts';

/** What a browser keeps of someone who is signed in. */
export type SignedIn = { authToken: string; userId: string; user: string };

/** Somebody at the browser: signed in, at a longitude and latitude. */
export type Viewer = { stored: SignedIn; at: [number, number] };

export type World = Awaited<ReturnType<typeof makeWorld>>;

export const centre: [number, number] = [13.405, 52.52];
/** Longer than a line, to see what a screen makes of it. */
const LONG_NAME = 'Maximiliana Theodora von Hohenstein';
const nowhere: [number, number] = [-140, -45];
const north = (degrees: number): [number, number] => [centre[0], centre[1] + degrees];

/**
 * A small town for looking at every screen: ada is visible and has a feed and chats of every kind, lone stands
 * far from everyone, and a newcomer waits at each step of the registration.
 */
export async function makeWorld(baseURL: string) {
  const run = Date.now().toString(36);
  const person = async (character: Character, at: [number, number], key = String(character.index)) =>
    publicPerson(character.name, {
      ...character,
      baseURL,
      at,
      email: `${key}-${run}@example.org`,
      pictures: await portraitsOf(character),
    });
  const [asha, hyeonu, owen, szymon, beatriz, hania, yusuf] = imaginePeople(7);
  const ada = await person(ADA, centre, 'ada');
  const pinner = await person(szymon!, north(0.03));
  const friend = await person({ ...beatriz!, name: LONG_NAME }, north(0.05));
  const pinned = await person(yusuf!, north(0.08));
  const blocked = await person(asha!, north(0.01));
  const lone = await person(hyeonu!, nowhere);
  const inFeed = [await person(owen!, north(0.02)), await person(hania!, north(0.06))];
  for (const one of [ada, pinner, friend, pinned, ...inFeed]) await becomeVisible(one);

  await ada.call(blockUser, { body: { userId: ada.id, userToBlockId: blocked.id } });
  await pin(pinner, ada);
  await pin(ada, pinned);
  const chatId = await meet(friend, ada);
  for (const [from, content] of [
    [friend, 'Hey! The place with the piano?'],
    [friend, 'They open at nine'],
    [ada, 'Perfect. I am ten minutes away, with a blue scarf, and I will be the one who looks lost'],
    [friend, 'See you there 🎹'],
  ] as const)
    await say(chatId, from, from === ada ? friend : ada, content);

  const newcomers: Viewer[] = [];
  for (const step of [1, 2, 3, 4] as const)
    newcomers.push({ stored: await newcomer(baseURL, `step${step}-${run}`, step), at: centre });
  return {
    chatId,
    ada: { stored: await stored(ada), at: centre } satisfies Viewer,
    lone: { stored: await stored(lone), at: nowhere } satisfies Viewer,
    neighbour: inFeed[0]!.id,
    /** By the step they have reached, from 1. */
    newcomers,
  };
}

const pin = (from: PublicPerson, to: PublicPerson) =>
  from.call(pinUser, { body: { userId: from.id, pinnedUserId: to.id } });

/** One pins, the other accepts; answers the chat. */
async function meet(from: PublicPerson, to: PublicPerson): Promise<string> {
  await pin(from, to);
  const chats = (await to.call(listChats, { params: { userId: to.id } })).json as Chat[];
  const chatId = chats.find((chat) => chat.initiatedBy === from.id)!.id;
  await to.call(acceptPin, { params: { chatId }, body: { chatId } });
  return chatId;
}

async function say(chatId: string, from: PublicPerson, to: PublicPerson, content: string): Promise<void> {
  await from.call(sendMessage, {
    body: {
      id: randomUUID(),
      chatId,
      content,
      senderId: from.id,
      recipientId: to.id,
      sentAt: new Date().toISOString(),
      senderUsername: from.name,
      recipientUsername: to.name,
      deleted: false,
    },
  });
}

async function stored(person: PublicPerson): Promise<SignedIn> {
  return { authToken: person.token, userId: person.id, user: JSON.stringify(await person.user()) };
}

/** Somebody who stopped in the middle of the registration. */
async function newcomer(baseURL: string, key: string, step: 1 | 2 | 3 | 4): Promise<SignedIn> {
  const app = { url: baseURL };
  const email = `${key}@example.org`;
  await api(app, createUser, {
    body: { email, password: PASSWORD, location: { type: 'Point', coordinates: centre } },
  });
  const token = (await api(app, login, { body: { email, password: PASSWORD } })).text;
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string };
  const id = claims.sub;
  const save = (body: object) => api(app, updateUser, { body: { id, ...body }, token });
  if (step > 1)
    await save({ username: 'Newcomer', gender: 'She/Her', dateOfBirth: '1996-05-14', registrationStep: 2 });
  if (step > 2) await save({ myTags: ['coffee'], registrationStep: 3 });
  if (step > 3) await save({ preferences: { maxDistanceKm: 10 }, registrationStep: 4 });
  const { text } = await api(app, getUser, { params: { id }, token });
  return { authToken: token, userId: id, user: text };
}
