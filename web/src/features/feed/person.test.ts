import type { FeedItem } from '@herenow/contract/entities';
import { describe, expect, it } from 'vitest';
import { personOfFeed } from './person.ts';

const NOW = Date.UTC(2026, 0, 31, 19);

describe('a person of the feed', () => {
  it('gets the product’s defaults if a server leaves something out', () => {
    const bare = { id: 'a', name: 'Ada' } as FeedItem;
    expect(personOfFeed(bare, undefined, NOW)).toMatchObject({
      name: 'Ada',
      age: 25,
      photos: [],
      onlineUntil: '2026-01-31T21:00:00.000Z',
      distance: undefined,
    });
  });

  it('has the username, and the distance on the sphere in whole kilometres', () => {
    const location = { type: 'Point', coordinates: [13, 52] } as const;
    const item = { id: 'a', username: 'ada', name: 'Ada', location } as unknown as FeedItem;
    const from = { type: 'Point' as const, coordinates: [13, 52.1] as [number, number] };
    expect(personOfFeed(item, from, NOW)).toMatchObject({ name: 'ada', distance: 11 });
  });
});
