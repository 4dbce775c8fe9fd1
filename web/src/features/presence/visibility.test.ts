import { describe, expect, it } from 'vitest';
import { countdown, endAfter, isActive, isOnline, statusOf } from './visibility.ts';

const now = Date.parse('2026-03-01T20:00:00Z');
const future = '2026-03-01T21:30:00.000Z';
const past = '2026-03-01T19:59:59.000Z';

describe('status', () => {
  it.each([
    [{ online: true, onlineUntil: future, status: 'online' as const }, 'online', true, true],
    [{ online: true, onlineUntil: past, status: 'online' as const }, 'offline', false, false],
    [{ online: true, onlineUntil: null, status: 'online' as const }, 'offline', false, true],
    [{ online: true, onlineUntil: future, status: 'incognito' as const }, 'incognito', true, true],
    [{ online: true, onlineUntil: null, status: 'incognito' as const }, 'incognito', false, true],
    [{ online: true, onlineUntil: past, status: 'incognito' as const }, 'offline', false, false],
    [{ online: false, onlineUntil: null, status: 'offline' as const }, 'offline', false, false],
  ])('%j is %s', (user, status, online, active) => {
    expect(statusOf(user, now)).toBe(status);
    expect(isOnline(user, now)).toBe(online);
    expect(isActive(user, now)).toBe(active);
  });
});

describe('countdown', () => {
  it.each([
    [10_800_000, '3:00'],
    [5_400_000, '1:30'],
    [10_804_000, '3:00'],
    [66_000, '0:02'],
    [60_001, '0:01'],
    [1, '0:01'],
    [0, '0:00'],
  ])('%d ms reads %s', (milliseconds, text) => expect(countdown(milliseconds)).toBe(text));

  it('ends the chosen hours ahead', () => expect(endAfter(3, now)).toBe('2026-03-01T23:00:00.000Z'));
});
