import { ALERT_DISTANCES_KM, ALERT_HOURS, HOUR_MS, MAX_DISTANCE_KM } from '@herenow/contract/constants';

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

/** How long a person must have been visible before an alert counts them. */
const LATE_MS = 5 * MINUTE_MS;
/** From one look at an area to the next, in seconds: with `LATE_MS`, news are 5 to 15 minutes late. */
const LOOK_SECONDS = { least: 60, most: 590 };
/** An area is told of, and a person told, once in this time. */
const PAUSE_MS = HOUR_MS;
/** The new people it takes: nobody can make up all but one of them and know that the last is the one they wait for. */
const PEOPLE = { least: 3, most: 5 };
/** Arrivals are rounded to a quarter of an hour, so that alerts do not reveal when a person arrived. */
const GRAIN_MS = 15 * MINUTE_MS;
/** The minimum age of an account that counts, so that nobody fakes a crowd with new accounts. */
const GROWN_MS = 7 * 24 * HOUR_MS;
/** How long the news are worth anything. */
const WORTH_MS = 30 * MINUTE_MS;

/** Draws a whole number from `least` up to, and without, `most`. */
export type Draw = (least: number, most: number) => number;

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);
const after = (now: Date, ms: number) => new Date(now.getTime() + ms);

/** An alert that is set now. */
export const alertTimes = (now: Date) => ({
  since: new Date(Math.floor(now.getTime() / GRAIN_MS) * GRAIN_MS),
  until: after(now, ALERT_HOURS * HOUR_MS),
});

/** The least of the few distances that reaches so far: finer ones would tell rings of people apart. */
export const alertDistance = (km: number = MAX_DISTANCE_KM): number =>
  ALERT_DISTANCES_KM.find((step) => step >= km) ?? MAX_DISTANCE_KM;

/** What holds of those who are told of, at a look. */
export const lookTimes = (now: Date) => ({
  now,
  cameUntil: before(now, LATE_MS),
  grownBefore: before(now, GROWN_MS),
  toldBefore: before(now, PAUSE_MS),
});
export type LookTimes = ReturnType<typeof lookTimes>;

export const drawLeast = (draw: Draw): number => draw(PEOPLE.least, PEOPLE.most + 1);

export const nextLook = (now: Date, draw: Draw): Date =>
  after(now, draw(LOOK_SECONDS.least, LOOK_SECONDS.most + 1) * SECOND_MS);

/** The first look after a telling. */
export const lookAfterPause = (now: Date, draw: Draw): Date => nextLook(after(now, PAUSE_MS), draw);

export const newsExpire = (now: Date): Date => after(now, WORTH_MS);

/** Alerts that ended before it are forgotten. */
export const forgetBefore = (now: Date): Date => before(now, PAUSE_MS);
