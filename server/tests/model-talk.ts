/** What people of a random sequence do in a chat, and what they should see there. */
import { editMessage, react as reactTo, sendMessage } from '@herenow/contract/chats';
import { messagesOf } from '@herenow/testing/encounters';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { chatWith, count, isOneOf, type Round } from './model-round.ts';
import { NAMES, pairOf } from './model-rules.ts';

/** Checks the answer to an act that needs a live chat. Returns whether it was carried out. */
function wasLive({ model }: Round, who: number, whom: number, status: number, done = [200]): boolean {
  if (model.live(who, whom)) isOneOf(status, done);
  else {
    const open = model.pins.get(pairOf(who, whom))?.status === 'accepted';
    const away = [...(model.active(whom) ? [] : [400]), ...(model.active(who) ? [] : [409])];
    // If both are away, either refusal is right.
    isOneOf(status, open ? away : [400]);
  }
  return status === 200;
}

export async function write(round: Round, who: number, whom: number): Promise<void> {
  const { people, model } = round;
  const [id, content] = [randomUUID(), `Hello ${randomUUID()}`];
  const chatId = await chatWith(round, who, whom);
  const body = { id, senderId: people[who]!.id, chatId, content };
  const { status } = await people[who]!.api(sendMessage, { body });
  if (!wasLive(round, who, whom, status)) return;
  count(round.done, 'send');
  const pair = pairOf(who, whom);
  const written = { id, sender: who, content, reactions: new Map() };
  model.messages.set(pair, [...(model.messages.get(pair) ?? []), written]);
}

/** Edits the latest message of one’s own; without one, an unknown message. */
export async function edit(round: Round, who: number, whom: number): Promise<void> {
  const { people, model } = round;
  const known = model.messages.get(pairOf(who, whom))?.findLast(({ sender }) => sender === who);
  const chatId = await chatWith(round, who, whom);
  const content = `Edited ${randomUUID()}`;
  const body = { id: known?.id ?? randomUUID(), senderId: people[who]!.id, chatId, content };
  const { status } = await people[who]!.api(editMessage, { body });
  if (!wasLive(round, who, whom, status, [known ? 200 : 404])) return;
  count(round.done, 'edit');
  known!.content = content;
}

/** Reacts to the latest message, or takes the reaction back. */
export async function react(round: Round, who: number, whom: number): Promise<void> {
  const { people, model } = round;
  const known = model.messages.get(pairOf(who, whom))?.at(-1);
  const chatId = await chatWith(round, who, whom);
  const reaction = known?.reactions.has(who) ? null : '🔥';
  const body = { id: known?.id ?? randomUUID(), chatId, reaction } as const;
  const { status } = await people[who]!.api(reactTo, { body });
  if (!wasLive(round, who, whom, status, [known ? 200 : 404])) return;
  count(round.done, 'react');
  if (reaction) known!.reactions.set(who, reaction);
  else known!.reactions.delete(who);
}

/** Checks the messages that a person sees in each chat. */
export async function lookAtMessages(round: Round, who: number): Promise<void> {
  const { people, model } = round;
  for (const whom of NAMES.keys()) {
    if (model.pins.get(pairOf(who, whom))?.status !== 'accepted') continue;
    const shown = (await messagesOf(people[who]!, await chatWith(round, who, whom))).map((message) => [
      message.id,
      message.senderId,
      message.content,
      (message.reactions ?? [])
        .filter(({ reaction }) => reaction)
        .map(({ userId }) => userId)
        .toSorted(),
    ]);
    const written = (model.messages.get(pairOf(who, whom)) ?? []).map(
      ({ id, sender, content, reactions }) => [
        id,
        people[sender]!.id,
        content,
        [...reactions.keys()].map((by) => people[by]!.id).toSorted(),
      ],
    );
    assert.deepEqual(shown, written, `messages of ${NAMES[who]} with ${NAMES[whom]}`);
  }
}
