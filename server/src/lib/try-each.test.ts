import { expect, test } from 'vitest';
import { throwFailures, tryEach } from './try-each.ts';

const away = () => Object.assign(new Error('The database does not answer.'), { code: 'ECONNREFUSED' });

/** Tries the items in order; those named in `failing` throw what it holds for them. */
async function tried(items: readonly string[], failing: Record<string, Error>, lanes?: number) {
  const done: string[] = [];
  const task = async (item: string) => {
    if (failing[item]) throw failing[item];
    done.push(item);
  };
  return { failures: await tryEach(items, task, lanes), done };
}

test('what fails keeps nothing else from its turn, whatever the lanes', async () => {
  const failing = { b: new Error('b fails'), d: new Error('d fails') };
  for (const lanes of [1, 3]) {
    const { failures, done } = await tried(['a', 'b', 'c', 'd', 'e'], failing, lanes);
    expect(done).toEqual(['a', 'c', 'e']);
    expect(failures).toEqual(new Map(Object.entries(failing)));
    expect(() => throwFailures(failures, 'Some failed.')).toThrow(
      new AggregateError(Object.values(failing), 'Some failed.'),
    );
  }
  expect(() => throwFailures(new Map(), 'Some failed.')).not.toThrow();
});

test('as many run at a time as there are lanes', async () => {
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  const task = async (item: string) => {
    begun.push(item);
    await gate.promise;
  };
  const trying = tryEach(['a', 'b', 'c', 'd'], task, 3);
  expect(begun).toEqual(['a', 'b', 'c']);
  gate.resolve();
  await trying;
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

test('one whose query takes too long is passed over; a database that is away is not asked for each', async () => {
  const [first, second] = [away(), away()];
  expect((await tried(['a', 'b', 'c', 'd'], { a: first, b: second })).done).toEqual(['c', 'd']);
  const { failures, done } = await tried(['a', 'b', 'c', 'd'], { a: first, b: second, c: away() });
  expect(done).toEqual([]);
  expect(() => throwFailures(failures, 'Some failed.')).toThrow(first);
});
