import { POSE_MS } from '@herenow/contract/constants';
import { expect, test } from 'vitest';
import { isPosing } from './policy.ts';

const NOON = new Date('2035-04-16T12:00:00Z');
const later = (ms: number) => new Date(NOON.getTime() + ms);
const check = { poses: [], drawnAt: NOON, selfies: [], sentAt: null, decidedAt: null, why: null };

test('a picture may arrive while its pose is new, unless the check was already sent', () => {
  expect(isPosing(check, later(POSE_MS))).toBe(true);
  expect(isPosing(check, later(POSE_MS + 1))).toBe(false);
  expect(isPosing({ ...check, sentAt: NOON }, later(1))).toBe(false);
  expect(isPosing({ ...check, sentAt: NOON, decidedAt: NOON }, later(1))).toBe(false);
});
