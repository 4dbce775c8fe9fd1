import { HOUR_MS } from '@herenow/contract/constants';
import type { FeedItem, Photo, Point } from '@herenow/contract/entities';
import { wholeKm } from '@herenow/contract/geo';

/** What a card and a profile show of a person. */
export interface Person {
  id: string;
  name: string;
  age: number;
  gender: string | null;
  bio: string;
  /** Whether an operator has verified that the photos show this person. */
  verified: boolean;
  photos: Photo[];
  myTags: string[];
  /** Null if no end is known. */
  onlineUntil: string | null;
  /** Here without an end, as only the other side of a chat can see. */
  endless?: boolean | undefined;
  gone?: boolean | undefined;
  /** Shown instead of how long they stay visible. */
  note?: string | undefined;
  /** The place of the photo that was in view last, before its card was opened or on its profile. */
  at?: number;
  /** Whole km, or undefined while the user's own location is unknown. */
  distance: number | undefined;
}

/**
 * Where the person of an opened card is kept: with all that goes when the next user signs in. Not in the navigation
 * state, which the browser keeps with the history: on disk too, and beyond a sign-out.
 */
export const openedKey = (id: string) => ['opened', id] as const;

export const DEFAULT_AGE = 25;
export const DEFAULT_END_MS = 2 * HOUR_MS;

export const distanceTo = (from: Point | null | undefined, to: Point | null | undefined) =>
  from && to ? wholeKm(from, to) : undefined;

/** Converts a person of the feed. Missing values get the specified defaults: 25, no photo, two hours from now. */
export function personOfFeed(
  item: FeedItem & Pick<Person, 'gone' | 'note'>,
  from: Point | null | undefined,
  now: number,
): Person {
  return {
    id: item.id,
    name: item.username || item.name,
    age: item.age ?? DEFAULT_AGE,
    gender: item.gender,
    bio: item.bio,
    verified: item.verified,
    photos: item.photos ?? [],
    myTags: item.myTags,
    onlineUntil: item.onlineUntil ?? new Date(now + DEFAULT_END_MS).toISOString(),
    distance: distanceTo(from, item.location),
    gone: item.gone,
    note: item.note,
  };
}
