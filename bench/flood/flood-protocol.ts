/** The messages between the bench and the process of its attackers. */
import type { Pair, Somebody } from '../live/pairs.ts';
import type { ATTACKS } from './attacks.ts';

export type AttackName = keyof typeof ATTACKS;

/** What the attackers work with. */
export interface Means {
  port: number;
  /** Pairs of attackers, each with a live chat; the chat of the first pair has 30,000 messages. */
  pairs: Pair[];
  /** Ids of people who do not exist. */
  strangers: string[];
  /** Pictures of forty megapixels as base64: an AVIF of a few kilobytes, and a larger JPEG. */
  avif: string;
  jpeg: string;
  /** Push subscriptions, as browsers write them, at a push service that never responds, and whose they are. */
  silentDevices: { owner: Somebody; fcmToken: string }[];
}

/** Counts of response statuses and of ways in which connections ended. */
export type Tally = Record<string, number>;

export type ToAttackers = { means: Means } | { begin: AttackName } | { end: true };
export type FromAttackers = { ready: true } | { begun: true } | { tally: Tally; cpuShare: number };
