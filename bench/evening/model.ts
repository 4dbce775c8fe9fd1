/** What each person does per hour on an evening out, and the search for how many such people a server carries. */
import type { Spread } from '../lib/percentiles.ts';

/**
 * A person is a user who is visible and has the app open. The rates of pins, replies, messages, typing, edits and
 * toggles are those of the demo town (`demo/src/town.ts`, `citizen.ts`, `small-talk.ts`, `comings.ts`); the rates of
 * what its people do not do, since they use no browser, are assumed.
 */
export const PER_HOUR = {
  /** Assumed: a page a minute, one in ten with filters, a quarter of them later pages. */
  feed: 39,
  filtered: 6,
  later: 15,
  /** Among 85 visible people, a pin is sent in four of ten turns of five seconds. */
  pin: 3.4,
  /** Eight in ten pins are accepted, and then each of the two writes six messages. */
  send: 32,
  /** Typing a text of fifty letters takes 3.5 seconds and is reported every two. */
  typing: 64,
  /** A person stays for 1.8 hours and then leaves; leaving and coming back both count. */
  toggle: 1.1,
  /** Assumed: the list of chats, and a chat with its latest messages. */
  chats: 12,
  chat: 12,
  /** Assumed: the phone was in a pocket, or lost its network. */
  reconnect: 4,
};
export type Act = keyof typeof PER_HOUR;
export const ACTS = Object.keys(PER_HOUR) as Act[];

/** What follows from an act and has no rate of its own. */
export const FOLLOWS = {
  /** Assumed: photos of a page that come into view and are not cached yet. */
  photosOfPage: 4,
  /** The share of pins that are accepted, and of messages that are edited. */
  accepted: 0.8,
  edited: 0.08,
  /** Seconds until a pin is accepted or rejected: a tenth of the usual time, to fit into a short step. */
  answersAfter: [0.4, 3],
  /** Seconds until a message is seen, and until one is edited, as in the town. */
  seenAfter: [0.6, 2.5],
  editedAfter: [3, 7],
} as const;

/** One person in this many has the feed on the screen and is notified of changes; only they request feeds. */
export const LOOKS = 3;
/** One pair in this many comes and goes; the other pairs write. */
export const COMES = 5;

/** Returns the number of acts per second of this many people. */
export function actsASecond(people: number): number {
  return (people * ACTS.reduce((sum, act) => sum + PER_HOUR[act], 0)) / 3600;
}

/** Returns the act for a number from 0 to below 1: each act owns a part of that range in proportion to its rate. */
export function actAt(share: number): Act {
  let left = share * ACTS.reduce((sum, act) => sum + PER_HOUR[act], 0);
  for (const act of ACTS) {
    left -= PER_HOUR[act];
    if (left < 0) return act;
  }
  return ACTS.at(-1)!;
}

/** The highest 99th percentiles that still count as carried, in milliseconds. */
export const BARS = { feed: 250, screen: 150 };
/** The share of requests that may fail; undelivered messages count as failures. */
const LOST_SHARE = 0.001;

export interface Step {
  feed: Spread;
  /** Latencies from a send to the recipient's screen. */
  screen: Spread;
  asked: number;
  /** Requests refused or without a response, and messages not delivered. */
  failed: number;
}

/** Returns the bars that were missed, the worst first; empty if this many people are carried. */
export function missedBy({ feed, screen, asked, failed }: Step): string[] {
  const parts = [
    { what: 'the feed', of: feed.p99 / BARS.feed },
    { what: 'send to screen', of: screen.p99 / BARS.screen },
    { what: 'answers at all', of: failed / asked / LOST_SHARE },
  ];
  // NaN, the figure of a step without measurements, counts as missed.
  return parts
    .filter(({ of }) => !(of <= 1))
    .toSorted((one, other) => other.of - one.of)
    .map(({ what }) => what);
}

/**
 * Returns the highest number of people carried: doubles from `first`, then bisects until the lowest number not carried
 * is at most `within` (a share) above. Returns 0 if not even `first` is carried, and `limit` if more might be.
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
    // An even number, because people come in pairs.
    const middle: number = Math.round((good + bad) / 4) * 2;
    if (await carries(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
