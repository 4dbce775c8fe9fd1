import { startApp } from '@herenow/testing/start-app';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { play, steps } from './model.ts';

test('presences, pins, blocks and chats of five people follow the rules, whatever they do', async () => {
  await using app = await startApp();
  const done: Record<string, number> = {};
  const property = fc.asyncProperty(steps, (all) => play(app, all, done));
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    numRuns: 20,
    endOnFailure: true,
    seed: 20_260_131,
  });
  expect(failed, `${JSON.stringify(counterexample)}\n${String(errorInstance)}`).toBe(false);
  for (const act of ['pin', 'accepted', 'rejected', 'send', 'edit', 'react', 'suspend', 'reinstate'])
    expect(done[act], act).toBeGreaterThan(0);
});
