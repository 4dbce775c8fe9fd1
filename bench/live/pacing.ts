import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** Calls `send` `rate` times a second for `seconds`, with the time when each call was due; catches up on late ones. */
export async function paced(rate: number, seconds: number, send: (dueAt: number) => void): Promise<void> {
  const begin = performance.now();
  const total = Math.round(rate * seconds);
  for (let sent = 0; sent < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - begin) * rate) / 1000) + 1);
    for (; sent < due; sent++) send(begin + (sent * 1000) / rate);
    await delay(1);
  }
}

/** Waits until `done` holds, at most `seconds`; returns whether it does. */
export async function within(done: () => boolean, seconds: number): Promise<boolean> {
  const end = performance.now() + seconds * 1000;
  while (!done() && performance.now() < end) await delay(5);
  return done();
}
