import { expect, test } from 'vitest';
import { batched } from './batched.ts';

/** Starts a look-up that returns its keys in capitals, when the test lets it. */
function startLookUp() {
  const asked: (readonly string[])[] = [];
  const answers: (() => void)[] = [];
  const lookUp = async (keys: readonly string[]) => {
    asked.push(keys);
    await new Promise<void>((resolve) => answers.push(resolve));
    if (keys.includes('broken')) throw new Error('The database is away.');
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()]));
  };
  return { asked, answers, find: batched(lookUp) };
}

test('who asks first does not wait; what comes meanwhile is looked up together', async () => {
  const { asked, answers, find } = startLookUp();
  const found = Promise.all(['ada', 'bela', 'chidi', 'dana', 'nobody'].map(find));
  expect(asked).toEqual([['ada']]);
  answers[0]!();
  await expect.poll(() => asked).toHaveLength(2);
  expect(asked[1]).toEqual(['bela', 'chidi', 'dana', 'nobody']);
  answers[1]!();
  expect(await found).toEqual(['ADA', 'BELA', 'CHIDI', 'DANA', undefined]);
});

test('nobody is answered by a look-up that began before they asked', async () => {
  const { asked, answers, find } = startLookUp();
  const before = find('ada');
  const after = find('ada');
  expect(asked).toHaveLength(1);
  answers[0]!();
  await before;
  await expect.poll(() => asked).toHaveLength(2);
  answers[1]!();
  expect(await after).toBe('ADA');
});

test('a failure reaches those who waited for it, and the next ones are looked up again', async () => {
  const { asked, answers, find } = startLookUp();
  const failing = find('broken').catch((error: Error) => error.message);
  answers[0]!();
  expect(await failing).toBe('The database is away.');
  const later = find('ada');
  await expect.poll(() => asked).toHaveLength(2);
  answers[1]!();
  expect(await later).toBe('ADA');
});

test('what comes a moment after a look-up is looked up together, too', async () => {
  const { asked, answers, find } = startLookUp();
  const first = find('ada');
  answers[0]!();
  await first;
  const found = Promise.all(['bela', 'chidi'].map(find));
  await expect.poll(() => asked).toHaveLength(2);
  expect(asked[1]).toEqual(['bela', 'chidi']);
  answers[1]!();
  expect(await found).toEqual(['BELA', 'CHIDI']);
});
