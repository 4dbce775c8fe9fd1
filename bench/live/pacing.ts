import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '@herenow/cast/random';

/** Returns the milliseconds from one call to the next, of so many a second. */
export const evenly = (rate: number) => (): number => 1000 / rate;

/** The same for calls at random times. */
export const atRandom = (rate: () => number, random: Random) => (): number =>
  (-Math.log(1 - random.next()) * 1000) / rate();

/** Calls `send` for `seconds`, with these gaps and the time when each call was due; catches up on late ones. */
export async function paced(
  seconds: number,
  gap: () => number,
  send: (dueAt: number) => void,
): Promise<void> {
  const begin = performance.now();
  const until = begin + seconds * 1000;
  for (let due = begin; due < until;) {
    for (; due < until && due <= performance.now(); due += gap()) send(due);
    await delay(1);
  }
}

/** Waits until `done` holds, at most `seconds`; returns whether it does. */
export async function within(done: () => boolean, seconds: number): Promise<boolean> {
  const end = performance.now() + seconds * 1000;
  while (!done() && performance.now() < end) await delay(5);
  return done();
}
