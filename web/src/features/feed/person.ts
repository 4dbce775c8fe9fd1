import { DATE_IDEAS, HOUR_MS } from '@herenow/contract/constants';
import type { FeedItem, OtherUser, Photo, Point } from '@herenow/contract/entities';
import { wholeKm } from '@herenow/contract/geo';
import { commonIdeas, shownIdeas } from '../profile/index.ts';

/** What a card and a profile show of somebody. */
export interface Person {
  id: string;
  name: string;
  age: number;
  gender: string | null;
  bio: string;
  /** Whether an operator found that the photos show them. */
  verified: boolean;
  photos: Photo[];
  myTags: string[];
  /** Null: no end is known. */
  onlineUntil: string | null;
  /** Not visible any more. */
  gone?: boolean | undefined;
  /** Whole km, or undefined while one's own place is unknown. */
  distance: number | undefined;
}

const DEFAULT_AGE = 25;
const DEFAULT_END_MS = 2 * HOUR_MS;

const distanceTo = (from: Point | null | undefined, to: Point | null | undefined) =>
  from && to ? wholeKm(from, to) : undefined;

/** A person of the feed. Missing age and end take the defaults of the product: 25, and two hours from now. */
export function personOfFeed(
  item: FeedItem & { gone?: boolean },
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
    photos: item.photos,
    myTags: item.myTags,
    onlineUntil: item.onlineUntil ?? new Date(now + DEFAULT_END_MS).toISOString(),
    distance: distanceTo(from, item.location),
    gone: item.gone,
  };
}

export function personOfUser(user: OtherUser, from: Point | null | undefined): Person {
  return {
    id: user.id,
    name: user.username,
    age: user.age ?? DEFAULT_AGE,
    gender: user.gender,
    bio: user.bio,
    verified: user.verified,
    photos: user.photos,
    myTags: user.myTags,
    onlineUntil: user.online ? user.onlineUntil : null,
    distance: distanceTo(from, user.location),
  };
}

/** Stands at `/profile/{id}` when there is no such person. */
export function samplePerson(id: string, now: number): Person {
  return {
    id,
    name: 'Sam',
    age: DEFAULT_AGE,
    gender: 'They/Them',
    bio: '',
    verified: false,
    photos: [],
    myTags: DATE_IDEAS.slice(0, 6).map((idea) => idea.toLowerCase()),
    onlineUntil: new Date(now + DEFAULT_END_MS).toISOString(),
    distance: 5,
  };
}

/** Six tags with a capital first letter, those that are one's own as well before the others. */
export function shownTags(
  tags: readonly string[],
  mine: readonly string[],
): { tag: string; common: boolean }[] {
  const common = commonIdeas(tags, mine);
  const ordered = [...common, ...tags.filter((tag) => !common.includes(tag))].slice(0, 6);
  return shownIdeas(ordered).map((tag, at) => ({ tag, common: at < common.length }));
}
