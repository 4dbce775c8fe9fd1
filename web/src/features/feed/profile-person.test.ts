import { expect, it } from 'vitest';
import { shownTags } from './profile-person.ts';

const TAGS = ['jazz night', 'coffee', 'museum visit', 'picnic', 'board games', 'brunch', 'hiking'];

it('shows the first six tags capitalised, with the shared ones of these first, and no seventh', () => {
  expect(shownTags(TAGS, ['hiking', 'picnic'])).toEqual([
    { tag: 'Picnic', common: true },
    ...['Jazz night', 'Coffee', 'Museum visit', 'Board games', 'Brunch'].map((tag) => ({
      tag,
      common: false,
    })),
  ]);
  expect(shownTags(TAGS.slice(0, 5), [])).toHaveLength(5);
});
