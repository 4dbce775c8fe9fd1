import {
  ALERT_DISTANCES_KM,
  ALERT_HOURS,
  DAY_MS,
  HOUR_MS,
  MAX_DISTANCE_KM,
} from '@herenow/contract/constants';
import { minus, plus } from '../../lib/clock.ts';

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

/** How long a person must have been visible before an alert counts them. */
const LATE_MS = 5 * MINUTE_MS;
/** The interval between two looks at an area, in seconds: with `LATE_MS`, alerts are 5 to 15 minutes late. */
const LOOK_SECONDS = { least: 60, most: 590 };
/** The minimum time between two alerts, for an area and for a user. */
const PAUSE_MS = HOUR_MS;
/**
 * How many new people an alert takes. It is random, so an attacker cannot fake all but one and know that the last is
 * the person they wait for.
 */
const PEOPLE = { least: 3, most: 5 };
/** Arrivals are rounded to a quarter of an hour, so that alerts do not reveal when a person arrived. */
const GRAIN_MS = 15 * MINUTE_MS;
/** The minimum age of an account that counts, so that nobody fakes a crowd with new accounts. */
const GROWN_MS = 7 * DAY_MS;
/** How long a push is worth delivering. */
const WORTH_MS = 30 * MINUTE_MS;

/** Draws an integer from `least` up to, but not including, `most`. */
export type Draw = (least: number, most: number) => number;

export const alertTimes = (now: Date) => ({
  since: new Date(Math.floor(now.getTime() / GRAIN_MS) * GRAIN_MS),
  until: plus(now, ALERT_HOURS * HOUR_MS),
});

/**
 * Returns the smallest of the few distances that reaches `km`: finer distances would let users tell rings of people
 * apart.
 */
export const alertDistance = (km: number = MAX_DISTANCE_KM): number =>
  ALERT_DISTANCES_KM.find((step) => step >= km) ?? MAX_DISTANCE_KM;

/** Returns the conditions of a look on the users it counts and notifies. */
export const lookTimes = (now: Date) => ({
  now,
  cameUntil: minus(now, LATE_MS),
  grownBefore: minus(now, GROWN_MS),
  toldBefore: minus(now, PAUSE_MS),
});
export type LookTimes = ReturnType<typeof lookTimes>;

export const drawLeast = (draw: Draw): number => draw(PEOPLE.least, PEOPLE.most + 1);

export const nextLook = (now: Date, draw: Draw): Date =>
  plus(now, draw(LOOK_SECONDS.least, LOOK_SECONDS.most + 1) * SECOND_MS);

/** Returns the time of the first look after an alert. */
export const lookAfterPause = (now: Date, draw: Draw): Date => nextLook(plus(now, PAUSE_MS), draw);

export const newsExpire = (now: Date): Date => plus(now, WORTH_MS);

/** Returns the moment before which an alert must have ended to be deleted. */
export const forgetBefore = (now: Date): Date => minus(now, PAUSE_MS);
