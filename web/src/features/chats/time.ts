import { words } from './words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The age of a chat's last message: `now`, `5m`, `3h`, `Yesterday`, `4d`, then a short month and day. */
export function chatTime(time: string, now: number): string {
  const age = now - Date.parse(time);
  if (age < MINUTE) return words.now;
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h`;
  if (age < 2 * DAY) return words.yesterday;
  if (age < 7 * DAY) return `${Math.floor(age / DAY)}d`;
  return new Date(time).toLocaleDateString('en-US', { month: 'short', day: 'numeric' });
}

/** `Today`, `Yesterday`, or a weekday with the date, by the reader's calendar. */
export function dayLabel(time: string, now: number): string {
  const day = new Date(time);
  const sameDay = (other: Date) => day.toDateString() === other.toDateString();
  const today = new Date(now);
  if (sameDay(today)) return words.today;
  // A day may have 23 or 25 hours.
  today.setDate(today.getDate() - 1);
  if (sameDay(today)) return words.yesterday;
  return day.toLocaleDateString(undefined, { weekday: 'long', month: 'long', day: 'numeric' });
}
