import { afterEach, describe, expect, it } from 'vitest';
import { chatTime, dayLabel } from './time.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe('chatTime', () => {
  // By the clock of the device, wherever it is.
  const now = new Date(2026, 2, 10, 12).getTime();
  it.each([
    [59_000, 'now'],
    [60_000, '1m'],
    [59 * 60_000, '59m'],
    [60 * 60_000, '1h'],
    [23 * 3_600_000, '23h'],
    [24 * 3_600_000, 'Yesterday'],
    [48 * 3_600_000, '2d'],
    [6 * 86_400_000, '6d'],
    [7 * 86_400_000, 'Mar 3'],
  ])('%d ms ago reads %s', (age, text) =>
    expect(chatTime(new Date(now - age).toISOString(), now)).toBe(text),
  );
});

describe('dayLabel', () => {
  it.each([
    // On a day of 25 hours, the last hour is 24 hours after its start.
    ['2026-10-25T23:30', '2026-10-24T12:00', 'Yesterday'],
    ['2026-10-25T23:30', '2026-10-25T00:15', 'Today'],
    // 24 hours before the first hour after a day of 23 hours is the day before that.
    ['2026-03-30T00:30', '2026-03-29T12:00', 'Yesterday'],
    ['2026-03-30T00:30', '2026-03-28T23:45', /28/],
    ['2026-11-21T12:00', '2026-11-21T00:00', 'Today'],
    ['2026-11-21T12:00', '2026-11-19T23:59', /19/],
  ])('at %s in Berlin %s reads %s', (now, time, text) => {
    process.env['TZ'] = 'Europe/Berlin';
    expect(dayLabel(new Date(time).toISOString(), new Date(now).getTime())).toMatch(text);
  });

  it('follows the time zone of the device while the page is open', () => {
    const time = '2026-11-18T23:00:00Z';
    const now = Date.parse('2026-11-21T12:00:00Z');
    process.env['TZ'] = 'Europe/Berlin';
    expect(dayLabel(time, now)).toMatch(/19/);
    process.env['TZ'] = 'America/New_York';
    expect(dayLabel(time, now)).toMatch(/18/);
  });
});
