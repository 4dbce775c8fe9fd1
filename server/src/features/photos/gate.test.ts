import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

/** A task that runs until it is let go. */
function task() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let started = false;
  return {
    run: () => {
      started = true;
      return promise;
    },
    started: () => started,
    finish: () => resolve('done'),
    fail: () => reject(new Error('broken')),
  };
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('runs so many, lets so many wait in their order, and turns away the rest', async () => {
  const gate = createGate({ running: 2, waiting: 1, runningByPerson: 9 });
  const [a, b, c, d] = [task(), task(), task(), task()];
  const results = [gate('ada', a.run), gate('bela', b.run), gate('chidi', c.run)];
  await expect(gate('dana', d.run)).rejects.toMatchObject({ status: 429, retryAfter: 5 });
  expect([a.started(), b.started(), c.started(), d.started()]).toEqual([true, true, false, false]);

  a.finish();
  await nextTurn();
  expect(c.started()).toBe(true);
  const later = gate('dana', d.run);
  b.finish();
  await nextTurn();
  expect(d.started()).toBe(true);
  c.finish();
  d.finish();
  expect(await Promise.all([...results, later])).toEqual(['done', 'done', 'done', 'done']);
});

test('a task that fails makes room too', async () => {
  const gate = createGate({ running: 1, waiting: 1, runningByPerson: 9 });
  const [a, b] = [task(), task()];
  const failing = gate('ada', a.run);
  const next = gate('bela', b.run);
  a.fail();
  await expect(failing).rejects.toThrow('broken');
  await nextTurn();
  expect(b.started()).toBe(true);
  b.finish();
  expect(await next).toBe('done');
});

test('nobody takes all places', async () => {
  const gate = createGate({ running: 9, waiting: 9, runningByPerson: 2 });
  const tasks = [task(), task(), task()];
  const results = tasks.slice(0, 2).map((one) => gate('ada', one.run));
  await expect(gate('ada', tasks[2]!.run)).rejects.toMatchObject({ status: 429 });
  const other = task();
  const others = gate('bela', other.run);
  await nextTurn();
  expect(other.started()).toBe(true);
  for (const one of [...tasks, other]) one.finish();
  await Promise.all([...results, others]);
  expect(await gate('ada', tasks[2]!.run)).toBe('done');
});
