import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

test('a password matches only its own hash, in either Unicode form of its letters', async () => {
  await using passwords = createPasswords();
  const hash = await passwords.hash('Crème-brûlée-1'.normalize('NFC'), 'ada');
  expect(await passwords.verify(hash, 'Crème-brûlée-1'.normalize('NFD'), 'ada')).toBe(true);
  expect(await passwords.verify(hash, 'Creme-brulee-1', 'ada')).toBe(false);
});

test('no password matches if there is no hash', async () => {
  await using passwords = createPasswords();
  expect(await passwords.verify(undefined, 'Herenow-2026', 'ada')).toBe(false);
});

test('passwords are hashed even if the system does not allow a lower priority', async () => {
  const forbid = `import os from 'node:os'; os.setPriority = () => { throw new Error('EPERM'); };`;
  const source = new URL('passwords.ts', import.meta.url).href;
  const hashOne = `
    import { createPasswords } from ${JSON.stringify(source)};
    await using passwords = createPasswords({ cost: { memoryCost: 64, timeCost: 1 } });
    console.log(await passwords.hash('Herenow-2026', 'ada'));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', hashOne], {
    timeout: 30_000,
    env: { ...process.env, NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(forbid)}` },
  });
  expect(stdout).toMatch(/^\$argon2id\$/);
});

test('a limited number of calls wait, and a failed one hands its turn on', async () => {
  await using passwords = createPasswords({ concurrency: 1, maxWaiting: 2 });
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { status: number; retryAfter: number }) => [error.status, error.retryAfter],
    );
  const work = () => outcome(passwords.hash('Herenow-2026', 'ada'));
  const busy = [503, 3];
  expect(await Promise.all([work(), work(), work(), work(), work()])).toEqual([
    'done',
    'done',
    'done',
    busy,
    busy,
  ]);
  const broken = outcome(passwords.verify('not a hash', 'Herenow-2026', 'ada'));
  expect(await Promise.all([broken, work(), work()])).toEqual([[undefined, undefined], 'done', 'done']);
  expect(await work()).toBe('done');
});
