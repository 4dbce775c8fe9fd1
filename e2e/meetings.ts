import type { BodyInput } from '@herenow/contract/call';
import { listChats, sendMessage } from '@herenow/contract/chats';
import { HOUR_MS } from '@herenow/contract/constants';
import type { Chat, OwnUser } from '@herenow/contract/entities';
import { acceptPin, pinUser } from '@herenow/contract/pins';
import { goIncognito, goOffline } from '@herenow/contract/presence';
import { reportUser } from '@herenow/contract/safety';
import { randomUUID } from 'node:crypto';
import { becomeVisible, type PublicPerson, type PublicPersonOptions } from '@herenow/testing/public-person';
import { quietPlace, someone } from './signed-in.ts';

/** Makes Ada and Bela, both visible, a few kilometres apart and far from everyone else. */
export async function neighbours(
  baseURL: string | undefined,
  bela: Omit<Partial<PublicPersonOptions>, 'baseURL'> = {},
) {
  const at = quietPlace();
  const north: [number, number] = [at[0], at[1] + 0.03];
  const people = {
    ada: await someone('Ada', { baseURL, at }),
    bela: await someone('Bela', { baseURL, at: north, ...bela }),
  };
  await Promise.all([becomeVisible(people.ada), becomeVisible(people.bela)]);
  return people;
}

export const pin = (from: PublicPerson, to: PublicPerson) =>
  from.call(pinUser, { body: { userId: from.id, pinnedUserId: to.id } });

export async function chatsOf(person: PublicPerson): Promise<Chat[]> {
  return (await person.call(listChats, { params: { userId: person.id } })).json as Chat[];
}

/** Returns the chat of two people; throws if there is none. */
export async function chatOf(person: PublicPerson, other: { id: string; name: string }): Promise<Chat> {
  const chats = await chatsOf(person);
  const chat = chats.find(({ participants }) => participants.some(({ userId }) => userId === other.id));
  if (!chat) throw new Error(`${person.name} has no chat with ${other.name}.`);
  return chat;
}

export const accept = (person: PublicPerson, chatId: string) =>
  person.call(acceptPin, { params: { chatId }, body: { chatId } });

/** Makes one person pin another, who accepts. Returns the id of the chat. */
export async function meet(from: PublicPerson, to: PublicPerson): Promise<string> {
  await pin(from, to);
  const { id } = await chatOf(to, from);
  await accept(to, id);
  return id;
}

/** Makes Ada and Bela, visible neighbours with a chat. */
export async function neighboursInChat(baseURL: string | undefined) {
  const people = await neighbours(baseURL);
  return { ...people, chatId: await meet(people.ada, people.bela) };
}

/** Sends a message and returns its id. */
export async function sayTo(
  chatId: string,
  from: PublicPerson,
  to: Pick<PublicPerson, 'id' | 'name'>,
  content: string,
): Promise<string> {
  const id = randomUUID();
  await from.call(sendMessage, {
    body: {
      id,
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
  return id;
}

/** Reports a user, optionally with text and messages. */
export const report = (
  from: PublicPerson,
  { id }: { id: string },
  told: Omit<BodyInput<typeof reportUser>, 'reporterId' | 'reporterUserId' | 'reportedUserId'>,
) => from.call(reportUser, { body: { reporterId: from.id, reportedUserId: id, ...told } });

/** Goes incognito for some hours, or without end if `hours` is null. */
export async function hide(person: PublicPerson, hours: number | null = 3): Promise<OwnUser> {
  const onlineUntil = hours === null ? null : new Date(Date.now() + hours * HOUR_MS).toISOString();
  return (await person.call(goIncognito, { body: { userId: person.id, onlineUntil } })).json as OwnUser;
}

export const leave = (person: PublicPerson) => person.call(goOffline, { body: { userId: person.id } });
