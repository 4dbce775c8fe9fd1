import { DAY_MS } from '@herenow/contract/constants';
import { expect, test } from 'vitest';
import { placeOf, SHOWN_MOST, YOUNG_MOST, type Acquaintance } from './queue-place-policy.ts';

const now = new Date('2026-11-25T12:00:00Z');
const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
const grown = { accountSince: ago(30), suspended: false, shownToday: 0, judged: 0, upheld: 0 };
const place = (known: Acquaintance, more: Partial<typeof grown> = {}, youngInFront = 0) =>
  placeOf(known, { ...grown, ...more }, { youngInFront }, now);

test('a reporter who met the person counts, however young the account and however many reports they made', () => {
  expect(place('met', { accountSince: now, shownToday: 19, judged: 10 }, 100)).toBe('met');
});

test('a reporter who never saw the person does not count', () => {
  expect(place('none')).toBe('behind');
});

test('a reporter who was shown the person counts a few times a day, unless they are mostly wrong', () => {
  expect(place('shown', { shownToday: SHOWN_MOST - 1 })).toBe('shown');
  expect(place('shown', { shownToday: SHOWN_MOST })).toBe('behind');
  expect(place('shown', { judged: 3, upheld: 1 })).toBe('behind');
  expect(place('shown', { judged: 4, upheld: 2 })).toBe('shown');
});

test('a limited number of reports by young accounts stand in front at once', () => {
  expect(place('shown', { accountSince: ago(6) }, YOUNG_MOST - 1)).toBe('shown');
  expect(place('shown', { accountSince: ago(6) }, YOUNG_MOST)).toBe('behind');
  expect(place('shown', { accountSince: ago(8) }, YOUNG_MOST)).toBe('shown');
});

test('a suspended reporter who met the person counts as one who was only shown them', () => {
  expect(place('met', { suspended: true })).toBe('shown');
  expect(place('met', { suspended: true, shownToday: SHOWN_MOST })).toBe('behind');
});
