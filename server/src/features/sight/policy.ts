import { MAX_DISTANCE_KM } from '@herenow/contract/constants';
import type { PinStatus } from '@herenow/contract/entities';
import { isUnseen, isVisible, type Presence } from '../presence/index.ts';

interface Chat {
  pinStatus: PinStatus;
  /** Whether the other user began it. */
  fromOther: boolean;
  /** Whether the viewer’s list of chats shows it at this moment. */
  listed: boolean;
}

/** How a user (the viewer) and another user are related at a moment. */
export interface Facts {
  /** The other user’s running presence. */
  presence: Presence | undefined;
  suspended: boolean;
  /** The cell in which the other user is shown. */
  cell: string | undefined;
  /** Whether either of the two has blocked the other. */
  blocked: boolean;
  /** Whether a rejected pin keeps the two apart: their own or, if they have none, one of either’s mailbox. */
  rejected: boolean;
  chat: Chat | undefined;
  /** The cell from which the viewer looks. */
  from: string | undefined;
  /** Whether the viewer has finished the registration. */
  finished: boolean;
  /**
   * The distance between the viewer’s place and the one at which the other user is seen; undefined if either has none.
   */
  distanceKm: number | undefined;
}

/** Returns whether the viewer may learn now that the other user is visible, and at which place. */
export function isVisibleTo(facts: Facts, now: Date): boolean {
  const { presence, suspended, blocked, rejected } = facts;
  return isVisible(presence, now) && !suspended && !blocked && !rejected;
}

/**
 * Returns whether the viewer sees the other user’s presence even if it is incognito. Sending or accepting a pin reveals
 * that a user is here; to everybody else, even to the sender of an unaccepted pin, an incognito user is offline.
 */
export function seesIncognito({ pinStatus, fromOther }: Pick<Chat, 'pinStatus' | 'fromOther'>): boolean {
  return pinStatus === 'accepted' || (pinStatus === 'pending' && fromOther);
}

/**
 * Returns whether a chat shows the viewer the other user’s running presence. A rejected pin does not: its row stays as
 * long as the sender’s presence, and the sender could follow when the other comes and goes.
 */
export function seesPresence(
  chat: Pick<Chat, 'pinStatus' | 'fromOther'>,
  presence: Parameters<typeof isUnseen>[0],
): boolean {
  return chat.pinStatus !== 'rejected' && (seesIncognito(chat) || !isUnseen(presence));
}

/** Returns what the viewer may know of the other user’s presence. */
export function presenceFor({ presence, chat }: Facts, now: Date): Presence | undefined {
  const sees = chat && presence ? seesPresence(chat, presence) : isVisible(presence, now);
  return sees ? presence : undefined;
}

/** Returns whether the other user is seen within the largest distance of a feed. */
export function isNear({ distanceKm }: Facts): boolean {
  return distanceKm !== undefined && distanceKm <= MAX_DISTANCE_KM;
}

/**
 * Returns the cell at which the viewer may know the other user to be. Before a pin is accepted, it must be within the
 * reach of a feed, so that a pending pin does not let its sender follow somebody from town to town.
 */
export function placeFor(facts: Facts, now: Date): string | undefined {
  const { cell, chat } = facts;
  return isVisibleTo(facts, now) && (chat?.pinStatus === 'accepted' || isNear(facts)) ? cell : undefined;
}

/** Returns whether a feed of the viewer, without filters, could show the other user now. */
export function isInFeedOf(facts: Facts, now: Date): boolean {
  const { chat, finished } = facts;
  return isVisibleTo(facts, now) && chat === undefined && finished && isNear(facts);
}

/** Returns whether the viewer may read the other user’s profile now. */
export function isKnownTo(facts: Facts, now: Date): boolean {
  const inChat = facts.chat?.listed === true && !facts.suspended && !facts.blocked;
  return inChat || isInFeedOf(facts, now);
}
