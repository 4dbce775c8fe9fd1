/** What people do on an evening out, by person and hour, and how many of them are looked for. */
import type { Spread } from '../lib/percentiles.ts';

/**
 * A person is a user who is visible and has the app open. The rates of pins, replies, messages, typing, edits and
 * toggles are those of the demo town (`demo/src/town.ts`, `citizen.ts`, `small-talk.ts`, `comings.ts`); what its people
 * do not do, since they are not browsers, is assumed.
 */
export const PER_HOUR = {
  /** Assumed: a page a minute, one in ten with filters, a quarter further down. */
  feed: 39,
  filtered: 6,
  later: 15,
  /** Of 85 visible two find each other at four in ten turns of five seconds. */
  pin: 3.4,
  /** Eight in ten pins are accepted, and then each of the two writes six messages. */
  send: 32,
  /** A text of fifty letters takes three and a half seconds, told every two. */
  typing: 64,
  /** A person stays for 1.8 hours, and then leaves. */
  toggle: 1.1,
  /** Assumed: the list of chats, and a chat with its latest messages. */
  chats: 12,
  chat: 12,
  /** Assumed: the phone was in a pocket, or lost its network. */
  reconnect: 4,
};
export type Act = keyof typeof PER_HOUR;
export const ACTS = Object.keys(PER_HOUR) as Act[];

/** What follows from an act, rather than coming by a rate of its own. */
export const FOLLOWS = {
  /** Assumed: photos of a page that come into view and are not known yet. */
  photosOfPage: 4,
  /** Shares of pins and of messages. */
  accepted: 0.8,
  edited: 0.08,
  /** Seconds until a pin is accepted or rejected: a tenth of what people take, so that it falls into a short step. */
  answersAfter: [0.4, 3],
  /** Seconds until a message is seen and edited, as in the town. */
  seenAfter: [0.6, 2.5],
  editedAfter: [3, 7],
} as const;

/** One in so many has the feed on the screen and is notified when it changes; they make all requests for feeds. */
export const LOOKS = 3;
/** One pair in so many comes and goes; the others write. */
export const COMES = 5;

/** Acts of so many people in a second. */
export function actsASecond(people: number): number {
  return (people * ACTS.reduce((sum, act) => sum + PER_HOUR[act], 0)) / 3600;
}

/** The act for a number from 0 up to 1: each has the part of them that its rate has of all. */
export function actAt(share: number): Act {
  let left = share * ACTS.reduce((sum, act) => sum + PER_HOUR[act], 0);
  for (const act of ACTS) {
    left -= PER_HOUR[act];
    if (left < 0) return act;
  }
  return ACTS.at(-1)!;
}

/** Milliseconds, at the 99th of a hundred. */
export const BARS = { feed: 250, screen: 150 };
/** What may be refused or lost, of everything. */
const LOST_SHARE = 0.001;

export interface Step {
  feed: Spread;
  /** From a send to the other's screen. */
  screen: Spread;
  asked: number;
  /** Refused, unanswered or not delivered. */
  failed: number;
}

/** What is no longer as it should be, the worst first; nothing: so many are carried. */
export function missedBy({ feed, screen, asked, failed }: Step): string[] {
  const parts = [
    { what: 'the feed', of: feed.p99 / BARS.feed },
    { what: 'send to screen', of: screen.p99 / BARS.screen },
    { what: 'answers at all', of: failed / asked / LOST_SHARE },
  ];
  // Without a single figure there is nothing that holds.
  return parts
    .filter(({ of }) => !(of <= 1))
    .toSorted((one, other) => other.of - one.of)
    .map(({ what }) => what);
}

/**
 * The most that are carried, found by doubling from `first` and then by halves until those that are not carried are no
 * more than `within` (a share) above. Zero: not even the first. `limit` itself: perhaps more.
 */
export async function mostCarried(
  { first, limit, within }: { first: number; limit: number; within: number },
  carries: (people: number) => Promise<boolean>,
): Promise<number> {
  let good = 0;
  let next = first;
  while (await carries(next)) {
    if (next === limit) return limit;
    good = next;
    next = Math.min(limit, next * 2);
  }
  let bad = next;
  while (good > 0 && bad - good > good * within) {
    // They are in pairs.
    const middle: number = Math.round((good + bad) / 4) * 2;
    if (await carries(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
