import { expect, test } from 'vitest';
import { createGate } from './upload-gate.ts';

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

test('runs so many, and turns away the rest', async () => {
  const gate = createGate({ running: 2, waitingByPerson: 1 });
  const [a, b, c] = [task(), task(), task()];
  const results = [gate('ada', a.run), gate('bela', b.run)];
  await nextTurn();
  await expect(gate('chidi', c.run)).rejects.toMatchObject({ status: 429, retryAfter: 5 });
  expect([a.started(), b.started(), c.started()]).toEqual([true, true, false]);
  a.finish();
  await nextTurn();
  const later = gate('chidi', c.run);
  await nextTurn();
  expect(c.started()).toBe(true);
  b.finish();
  c.finish();
  expect(await Promise.all([...results, later])).toEqual(['done', 'done', 'done']);
});

test('a person’s run one after the other, in their order, and hold one place', async () => {
  const gate = createGate({ running: 2, waitingByPerson: 2 });
  const [a, b, c, d, other] = [task(), task(), task(), task(), task()];
  const results = [a, b, c].map((one) => gate('ada', one.run));
  await expect(gate('ada', d.run)).rejects.toMatchObject({ status: 429 });
  const others = gate('bela', other.run);
  await nextTurn();
  expect([a, b, c, other].map((one) => one.started())).toEqual([true, false, false, true]);
  a.finish();
  await nextTurn();
  expect([b.started(), c.started()]).toEqual([true, false]);
  for (const one of [b, c, other]) one.finish();
  expect(await Promise.all([...results, others])).toEqual(['done', 'done', 'done', 'done']);
});

test('a task that fails makes room too, for the same person and for others', async () => {
  const gate = createGate({ running: 1, waitingByPerson: 1 });
  const [a, b] = [task(), task()];
  const failing = gate('ada', a.run);
  const next = gate('ada', b.run);
  a.fail();
  await expect(failing).rejects.toThrow('broken');
  await nextTurn();
  b.finish();
  expect(await next).toBe('done');
  expect(await gate('bela', b.run)).toBe('done');
});
