import { startApp } from '@herenow/testing/start-app';
import { expect, test, vi } from 'vitest';

test('a change undone by a deadlock is retried, each time after another pause, and not for ever', async () => {
  await using app = await startApp();
  const drawn = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  let tries = 0;
  const undone = (times: number) => () => {
    tries += 1;
    if (tries <= times) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    return Promise.resolve('done');
  };
  expect(await app.work(undone(3))).toBe('done');
  expect([tries, drawn.mock.calls.length]).toEqual([4, 3]);
  tries = 0;
  await expect(app.work(undone(9))).rejects.toThrow('deadlock detected');
  expect(tries).toBe(5);
  drawn.mockRestore();
});
