import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** Starts a task of each in turn. Returns whose tasks were done, in order, and how many of each were refused. */
async function run(most: { running: number; waiting: number }, comers: string) {
  const queue = createFairQueue(most, () => new Error('busy'));
  const done: string[] = [];
  const refused: string[] = [];
  const tasks = [...comers].map((whose) =>
    queue.run(whose, async () => void done.push(whose)).catch(() => void refused.push(whose)),
  );
  await Promise.all(tasks);
  // Every turn was handed on.
  await queue.run('last', async () => void done.push('last'));
  return { done: done.join(' '), refused: refused.toSorted().join(' ') };
}

test.each([
  ['one who comes alone has all the room', 'aaaaaa', 'a a a a last', 'a a'],
  ['one who comes later has room, and a turn before all others are done', 'aaaaab', 'a a b a last', 'a a'],
  ['nobody who has as many makes room', 'aabcd', 'a a b c last', 'd'],
  ['nobody takes more room by coming as several tasks', 'aaaabbb', 'a a b a last', 'a b b'],
])('%s', async (_, comers, done, refused) => {
  expect(await run({ running: 1, waiting: 3 }, comers)).toEqual({ done, refused });
});

test('a task that fails hands its turn on, and its error to whoever asked', async () => {
  const queue = createFairQueue({ running: 1, waiting: 1 }, () => new Error('busy'));
  const failing = queue.run('a', () => Promise.reject(new Error('broken')));
  const next = queue.run('a', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
