import { DAY_MS } from '@herenow/contract/constants';
import { expect, test } from 'vitest';
import { isOfGoodStanding, twoVoices, type Voice } from './alarm-policy.ts';

const now = new Date('2035-03-20T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
const voice = (name: string, more: Partial<Voice> = {}): Voice => ({
  reportId: name,
  mailbox: name,
  network: name,
  accountSince: daysAgo(30),
  finished: true,
  suspended: false,
  wrong: 0,
  judged: 0,
  upheld: 0,
  spent: false,
  ...more,
});

test.each<[string, Partial<Voice>, boolean]>([
  ['who has reported nobody before', {}, true],
  ['whose account is a week old', { accountSince: daysAgo(7) }, true],
  ['whose account is younger', { accountSince: daysAgo(6.9) }, false],
  ['who has not finished the registration', { finished: false }, false],
  ['who is suspended', { suspended: true }, false],
  ['who was wrong about an age', { wrong: 1, judged: 9, upheld: 8 }, false],
  ['who was mostly wrong', { judged: 3, upheld: 1 }, false],
  ['who was right as often as not', { judged: 4, upheld: 2 }, true],
  ['who has hidden somebody and is not judged yet', { spent: true }, false],
])('somebody %s', (_, more, good) => {
  expect(isOfGoodStanding(voice('ada', more), now)).toBe(good);
});

test.each<[string, Voice[], string[] | undefined]>([
  ['one voice', [voice('a')], undefined],
  ['two', [voice('a'), voice('b')], ['a', 'b']],
  [
    'ten of one network',
    Array.from({ length: 10 }, (_, n) => voice(`v${n}`, { network: 'cafe' })),
    undefined,
  ],
  ['two accounts of one mailbox', [voice('a'), voice('b', { mailbox: 'a' })], undefined],
  ['one that is good and one that is not', [voice('a'), voice('b', { wrong: 1 })], undefined],
  ['a third from elsewhere', [voice('a'), voice('b', { network: 'a' }), voice('c')], ['a', 'c']],
])('%s', (_, voices, ids) => {
  expect(twoVoices(voices, now)?.map(({ reportId }) => reportId)).toEqual(ids);
});
