import type { FeedItem } from '@herenow/contract/entities';
import { describe, expect, it } from 'vitest';
import { afterChanges, withNewcomers, type FeedData } from './live.ts';

const item = (id: string): FeedItem => ({
  id,
  username: id,
  name: id,
  age: 30,
  photos: [],
  myTags: [],
  gender: 'Other',
  onlineUntil: '2026-01-31T21:30:00.000Z',
  location: { type: 'Point', coordinates: [13, 52] },
  bio: '',
  verified: false,
});
const feed = (...pages: string[][]): FeedData => ({
  pages: pages.map((ids) => ({ items: ids.map(item), next: null, forNow: false })),
  pageParams: pages.map(() => null),
});
const shown = ({ pages }: FeedData) =>
  pages.map(({ items }) =>
    items.map(({ id, gone, note }) => `${id}${gone ? '?' : ''}${note ? '!' : ''}`).join(' '),
  );

describe('a live feed', () => {
  it('fades people who are gone in place, and removes those who were not seen', () => {
    const next = afterChanges(
      feed(['a', 'b', 'c'], ['d', 'e']),
      { gone: ['b', 'e'], changed: [] },
      new Set(['d', 'e']),
      new Set(),
    );
    expect(shown(next)).toEqual(['a b? c', 'd']);
    // Applying it twice changes nothing, and a person who is back is shown again.
    expect(afterChanges(next, { gone: ['b', 'e'], changed: [] }, new Set(), new Set())).toEqual(next);
    expect(shown(afterChanges(next, { gone: [], changed: [] }, new Set(), new Set()))).toEqual([
      'a b c',
      'd',
    ]);
  });

  it('leaves people who pinned the user in place until that is answered', () => {
    const before = feed(['a', 'b'], ['c']);
    const change = { gone: ['b', 'c'], changed: [] };
    const next = afterChanges(before, change, new Set(['c']), new Set(['b', 'c']));
    expect(shown(next)).toEqual(['a b!', '']);
    expect(shown(afterChanges(next, change, new Set(), new Set()))).toEqual(['a b?', '']);
    expect(shown(afterChanges(next, { gone: [], changed: [] }, new Set(), new Set()))).toEqual(['a b', '']);
  });

  it('shows people who moved or stay longer', () => {
    const change = { ...item('b'), onlineUntil: '2026-01-31T23:00:00.000Z' };
    const { id, onlineUntil, location } = change;
    const next = afterChanges(
      feed(['a', 'b']),
      { gone: [], changed: [{ id, onlineUntil, location }] },
      new Set(),
      new Set(),
    );
    expect(next.pages[0]!.items[1]).toMatchObject({ id: 'b', onlineUntil, username: 'b' });
  });

  it('puts newcomers after the person in view, each once', () => {
    const before = feed(['a', 'b'], ['c', 'd']);
    expect(shown(withNewcomers(before, [item('x'), item('c')], 'c'))).toEqual(['a b', 'c x d']);
    expect(shown(withNewcomers(before, [item('x')], undefined))).toEqual(['x a b', 'c d']);
    expect(shown(withNewcomers(before, [item('x')], 'nobody'))).toEqual(['x a b', 'c d']);
  });
});
