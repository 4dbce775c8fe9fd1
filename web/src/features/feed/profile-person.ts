import { DATE_IDEAS } from '@herenow/contract/constants';
import type { OtherUser, Point } from '@herenow/contract/entities';
import { commonIdeas, shownIdeas } from '../profile/index.ts';
import { DEFAULT_AGE, DEFAULT_END_MS, distanceTo, type Person } from './person.ts';

/** Converts a user for the profile; tolerates fields that a server of another version leaves out. */
export function personOfUser(user: OtherUser, from: Point | null | undefined): Person {
  return {
    id: user.id,
    name: user.username,
    age: user.age ?? DEFAULT_AGE,
    gender: user.gender,
    bio: user.bio,
    verified: user.verified,
    photos: user.photos ?? [],
    myTags: user.myTags ?? [],
    onlineUntil: user.online ? user.onlineUntil : null,
    endless: user.online && user.onlineUntil === null,
    distance: distanceTo(from, user.location),
  };
}

/** Shown at `/profile/{id}` if there is no such person. */
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

const SHOWN_TAGS = 6;

/** Returns the first six tags, capitalised, of which those shared with the viewer come first. */
export function shownTags(
  tags: readonly string[],
  mine: readonly string[],
): { tag: string; common: boolean }[] {
  const first = tags.slice(0, SHOWN_TAGS);
  const common = commonIdeas(first, mine);
  const ordered = [...common, ...first.filter((tag) => !common.includes(tag))];
  return shownIdeas(ordered).map((tag, at) => ({ tag, common: at < common.length }));
}
