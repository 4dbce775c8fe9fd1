import { MAX_DISTANCE_KM } from '@herenow/contract/constants';
import type { PinStatus } from '@herenow/contract/entities';
import { isVisible, type Presence } from '../presence/index.ts';

/** What one person (the viewer) and another have to do with each other at a moment. */
export interface Facts {
  /** The other's running presence. */
  presence: Presence | undefined;
  suspended: boolean;
  /** Where the other is seen. */
  cell: string | undefined;
  /** By either of the two. */
  blocked: boolean;
  /** The pair's chat, whether the other began it, and whether it is among the viewer's chats at this moment. */
  chat: { pinStatus: PinStatus; fromOther: boolean; listed: boolean } | undefined;
  /** Where the viewer looks from. */
  from: string | undefined;
  /** Whether the viewer finished the registration. */
  finished: boolean;
  /** From the place the viewer looks from to the place the other is seen at; undefined where either has none. */
  distanceKm: number | undefined;
}

/** Whether the viewer may learn at this moment that the other is visible, and at which place. */
export function isVisibleTo(facts: Facts, now: Date): boolean {
  const { presence, suspended, blocked, chat } = facts;
  return isVisible(presence, now) && !suspended && !blocked && chat?.pinStatus !== 'rejected';
}

/**
 * What the viewer may know of the other's presence. A user who accepted or sent a pin shows that they are here, even
 * incognito; to everybody else an incognito person is offline.
 */
export function presenceFor(facts: Facts, now: Date): Presence | undefined {
  const { presence, chat } = facts;
  const acquainted = chat?.pinStatus === 'accepted' || (chat?.pinStatus === 'pending' && chat.fromOther);
  return acquainted || isVisible(presence, now) ? presence : undefined;
}

/** Whether a feed of the viewer, asked without filters, could show the other at this moment. */
export function isInFeedOf(facts: Facts, now: Date): boolean {
  const { chat, finished, distanceKm } = facts;
  const near = distanceKm !== undefined && distanceKm <= MAX_DISTANCE_KM;
  return isVisibleTo(facts, now) && chat === undefined && finished && near;
}

/** Whether the viewer may read the other's profile at this moment. */
export function isKnownTo(facts: Facts, now: Date): boolean {
  const inChat = facts.chat?.listed === true && !facts.suspended && !facts.blocked;
  return inChat || isInFeedOf(facts, now);
}
