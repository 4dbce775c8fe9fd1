import type { FeedItem } from './entities.ts';

/** What a card shows of somebody, whoever looks: photos by their ids, since their addresses differ. */
type Shown = Pick<FeedItem, 'username' | 'age' | 'gender' | 'bio' | 'verified' | 'myTags'> & {
  photos: readonly Pick<FeedItem['photos'][number], 'id'>[] | undefined;
};

/**
 * Returns a number by which client and server tell whether a card shows what it should: FNV-1a, of 32 bits. It says
 * nothing that the card does not.
 */
export function cardMark({ username, age, gender, bio, verified, myTags, photos }: Shown): number {
  const text = JSON.stringify([username, age, gender, bio, verified, myTags, photos?.map(({ id }) => id)]);
  let mark = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1) mark = Math.imul(mark ^ text.charCodeAt(at), 0x01_00_01_93);
  return mark >>> 0;
}
