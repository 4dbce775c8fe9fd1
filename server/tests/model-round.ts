import type { Chat } from '@herenow/contract/entities';
import { chatsOf } from '@herenow/testing/encounters';
import type { Ask, Person } from '@herenow/testing/people';
import type { TestApp } from '@herenow/testing/start-app';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { NAMES, pairOf, type Model } from './model-rules.ts';

/** `ask` reaches the server by another way than HTTP. */
export type Played = TestApp & { ask?: Ask };

export interface Round {
  app: Played;
  people: Person[];
  /** The same people on another device. */
  others: Person[];
  passwords: string[];
  model: Model;
  /** How often each act succeeded. */
  done: Record<string, number>;
}

export async function chatWith({ people, model }: Round, who: number, whom: number): Promise<string> {
  const pin = model.pins.get(pairOf(who, whom));
  if (pin?.chatId) return pin.chatId;
  const chats = await chatsOf(people[who]!);
  const found = chats.find((chat) => nameIn(chat, people, whom) !== undefined)?.id;
  if (pin && found) pin.chatId = found;
  return found ?? randomUUID();
}

export const nameIn = ({ participants }: Chat, people: Person[], one: number) =>
  participants.some(({ userId }) => userId === people[one]!.id) ? NAMES[one] : undefined;

export function isOneOf(status: number, expected: readonly number[]): void {
  assert.ok(expected.includes(status), `${status} instead of ${expected.join(' or ')}`);
}

export const count = (done: Round['done'], act: string) => (done[act] = (done[act] ?? 0) + 1);
