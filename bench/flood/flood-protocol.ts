/** What the bench and the process of its attackers say to each other. */
import type { Pair } from '../live/pairs.ts';
import type { ATTACKS } from './attacks.ts';

export type AttackName = keyof typeof ATTACKS;

/** What attackers have. */
export interface Means {
  port: number;
  /** Attackers, two by two in chats that are open; that of the first pair has 30,000 messages. */
  pairs: Pair[];
  /** Ids of people who do not exist. */
  strangers: string[];
  /** A few kilobytes that are a picture of forty megapixels, and a larger file that is one, as base64. */
  avif: string;
  jpeg: string;
  /** Subscriptions to pushes that are never answered, as browsers name them. */
  silentDevices: string[];
}

/** Counts of response statuses and of ways in which connections ended. */
export type Tally = Record<string, number>;

export type ToAttackers = { means: Means } | { begin: AttackName } | { end: true };
export type FromAttackers = { ready: true } | { begun: true } | { tally: Tally; cpuShare: number };
