import type { Message } from '@herenow/contract/entities';

/** Messages shown together: one sender, one minute; the first group of a day carries the day. */
export interface MessageGroup {
  /** Id of its first message. */
  key: string;
  senderId: string;
  startsDay: boolean;
  messages: Message[];
}

const minuteOf = (message: Message) => Math.floor(Date.parse(message.sentAt) / 60_000);
const dayOf = (message: Message) => new Date(message.sentAt).toDateString();

/** `messages` ascending by `sentAt`. */
export function groupMessages(messages: readonly Message[]): MessageGroup[] {
  const groups: MessageGroup[] = [];
  let previous: Message | undefined;
  for (const message of messages) {
    const startsDay = previous === undefined || dayOf(previous) !== dayOf(message);
    const last = groups.at(-1);
    if (
      last &&
      previous &&
      !startsDay &&
      last.senderId === message.senderId &&
      minuteOf(previous) === minuteOf(message)
    ) {
      last.messages.push(message);
    } else {
      groups.push({ key: message.id, senderId: message.senderId, startsDay, messages: [message] });
    }
    previous = message;
  }
  return groups;
}
