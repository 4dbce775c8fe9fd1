import { expect, test } from 'vitest';
import { createUploadGate, untilCut } from './upload-gate.ts';

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

const patient = new AbortController().signal;
const from = (person: string, network = person) => ({ person, network });
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('runs a limited number of tasks and refuses the rest', async () => {
  const gate = createUploadGate({ running: 2, waitingByPerson: 1, patienceMs: 60_000 });
  const [a, b, c] = [task(), task(), task()];
  const results = [gate(from('ada'), patient, a.run), gate(from('bela'), patient, b.run)];
  await nextTurn();
  await expect(gate(from('chidi'), patient, c.run)).rejects.toMatchObject({ status: 429, retryAfter: 5 });
  expect([a.started(), b.started(), c.started()]).toEqual([true, true, false]);
  a.finish();
  await nextTurn();
  const later = gate(from('chidi'), patient, c.run);
  await nextTurn();
  expect(c.started()).toBe(true);
  b.finish();
  c.finish();
  expect(await Promise.all([...results, later])).toEqual(['done', 'done', 'done']);
});

test('tasks of one person run in order, one at a time, in one place', async () => {
  const gate = createUploadGate({ running: 2, waitingByPerson: 2, patienceMs: 60_000 });
  const [a, b, c, d, other] = [task(), task(), task(), task(), task()];
  const results = [a, b, c].map((one) => gate(from('ada'), patient, one.run));
  await expect(gate(from('ada'), patient, d.run)).rejects.toMatchObject({ status: 429 });
  const others = gate(from('bela'), patient, other.run);
  await nextTurn();
  expect([a, b, c, other].map((one) => one.started())).toEqual([true, false, false, true]);
  a.finish();
  await nextTurn();
  expect([b.started(), c.started()]).toEqual([true, false]);
  for (const one of [b, c, other]) one.finish();
  expect(await Promise.all([...results, others])).toEqual(['done', 'done', 'done', 'done']);
});

test('a task that fails makes room too, for the same person and for others', async () => {
  const gate = createUploadGate({ running: 1, waitingByPerson: 1, patienceMs: 60_000 });
  const [a, b] = [task(), task()];
  const failing = gate(from('ada'), patient, a.run);
  const next = gate(from('ada'), patient, b.run);
  a.fail();
  await expect(failing).rejects.toThrow('broken');
  await nextTurn();
  b.finish();
  expect(await next).toBe('done');
  expect(await gate(from('bela'), patient, b.run)).toBe('done');
});

test('the longest-running task of the network with the most places makes room for other networks only', async () => {
  const gate = createUploadGate({ running: 3, waitingByPerson: 1, patienceMs: 0 });
  const cuts: string[] = [];
  const hold = (person: string, network: string) =>
    gate(from(person, network), patient, async (cut) => {
      cut.addEventListener('abort', () => cuts.push(person));
      return await untilCut(cut);
    });
  const held = [hold('ada', 'a'), hold('bela', 'b'), hold('chidi', 'b')];
  for (const one of held) one.catch(() => {});
  await nextTurn();
  await expect(gate(from('dana', 'b'), patient, task().run)).rejects.toMatchObject({ status: 429 });
  const other = task();
  other.finish();
  expect(await gate(from('eve', 'a2'), patient, other.run)).toBe('done');
  expect(cuts).toEqual(['bela']);
  await expect(held[1]).rejects.toMatchObject({ status: 429 });
});

test('no task makes room before it has had its time', async () => {
  const gate = createUploadGate({ running: 2, waitingByPerson: 1, patienceMs: 60_000 });
  const [a, b] = [task(), task()];
  const results = [gate(from('ada', 'a'), patient, a.run), gate(from('bela', 'a'), patient, b.run)];
  await nextTurn();
  await expect(gate(from('chidi'), patient, task().run)).rejects.toMatchObject({ status: 429 });
  for (const one of [a, b]) one.finish();
  expect(await Promise.all(results)).toEqual(['done', 'done']);
});

test('a task whose patience ends while it waits for its turn does not run, and delays no other', async () => {
  const gate = createUploadGate({ running: 1, waitingByPerson: 2, patienceMs: 60_000 });
  const [a, b, c] = [task(), task(), task()];
  const patience = new AbortController();
  const first = gate(from('ada'), patient, a.run);
  const second = gate(from('ada'), patience.signal, b.run);
  const third = gate(from('ada'), patient, c.run);
  await nextTurn();
  patience.abort();
  await expect(second).rejects.toMatchObject({ status: 429, retryAfter: 5 });
  for (const one of [a, c]) one.finish();
  expect(await Promise.all([first, third])).toEqual(['done', 'done']);
  expect(b.started()).toBe(false);
});
