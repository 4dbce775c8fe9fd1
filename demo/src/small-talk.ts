import { editMessage, sendMessage } from '@herenow/contract/chats';
import { TYPING_INTERVAL_MS } from '@herenow/contract/constants';
import type { Message } from '@herenow/contract/entities';
import { randomUUID } from 'node:crypto';
import { createLines, withTypo } from './lines.ts';
import type { Resident } from './resident.ts';
import type { Character } from '@herenow/cast/characters';
import type { Random } from '@herenow/cast/random';
import type { Later } from './timers.ts';

export type Conversation = ReturnType<typeof createConversation>;

interface Options {
  chatId: string;
  partnerId: string;
  resident: Resident;
  character: Character;
  random: Random;
  later: Later;
  /** How many messages this person sends at most. */
  patience: number;
  /** Called after this person's messages are sent. */
  onSaid(count: number): void;
}

/** Creates one person's side of a chat. */
export function createConversation(options: Options) {
  const { chatId, partnerId, resident, character, random, later } = options;
  const { temperament } = character;
  const lines = createLines(character, random);
  let said = 0;
  let writing = false;
  /** The last message that arrived while this person was writing. */
  let waiting: string | undefined;

  const ids = { chatId, senderId: resident.id, recipientId: partnerId };

  /** Returns whether the message was accepted; gives up on a chat that is erased or paused. */
  async function send(content: string, id: string = randomUUID()): Promise<boolean> {
    const body = { id, ...ids, content, sentAt: new Date().toISOString(), deleted: false };
    const { status } = await resident.call(sendMessage, { body });
    if (status !== 200) return false;
    said += 1;
    options.onSaid(said);
    return true;
  }

  /** Sends typing events for `ms` milliseconds, then runs `done`. */
  function write(ms: number, done: () => Promise<unknown>): void {
    resident.send('/app/chat.typing', { chatId });
    if (ms > TYPING_INTERVAL_MS) later(TYPING_INTERVAL_MS, () => write(ms - TYPING_INTERVAL_MS, done));
    else later(ms, done);
  }

  const writingTime = (text: string) =>
    Math.min(temperament === 'slow' ? 8000 : 5000, 1200 + text.length * 45);

  /** Sends the planned text, or a reply to a message that has arrived meanwhile. */
  function say(planned: string): void {
    write(writingTime(planned), async () => {
      const id = randomUUID();
      const overtaken = waiting;
      waiting = undefined;
      const text = overtaken === undefined ? planned : lines.answer(overtaken);
      const wrong = random.chance(0.08) ? withTypo(text) : text;
      if (await send(wrong, id)) {
        if (wrong !== text)
          later(random.between(3000, 7000), () =>
            resident.call(editMessage, { body: { id, ...ids, content: text } }),
          );
        addSomething();
      }
      writing = false;
      const next = waiting;
      waiting = undefined;
      if (next !== undefined) answer(next);
    });
  }

  /** Sends a second message where one would be enough, or one meant for another person, which is then deleted. */
  function addSomething(): void {
    if (random.chance(temperament === 'chatty' ? 0.4 : 0.12))
      later(1500, () => write(random.between(1500, 3000), () => send(lines.second())));
    else if (random.chance(0.05))
      later(2500, async () => {
        const id = randomUUID();
        if (await send(lines.astray(), id))
          later(random.between(4000, 8000), () => resident.send('/app/chat.delete', { id, ...ids }));
      });
  }

  function answer(last: string): void {
    if (said >= options.patience) return;
    if (writing) {
      waiting = last;
      return;
    }
    writing = true;
    // The first reply comes soon, whatever the character.
    const extra = temperament === 'slow' && said > 1 ? random.between(4000, 20_000) : 0;
    later(random.between(1500, 4500) + extra, () => say(lines.answer(last)));
  }

  return {
    /** Starts the conversation, unless a message was sent or is being written. */
    open(): void {
      if (writing || said > 0) return;
      writing = true;
      say(lines.opener());
    },
    hear(message: Message): void {
      later(random.between(600, 2500), () => resident.send('/app/chat.seen', { id: message.id, chatId }));
      answer(message.content);
    },
  };
}
