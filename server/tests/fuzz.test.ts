import { chatsOf, meet } from '@herenow/testing/encounters';
import { person } from '@herenow/testing/people';
import { openRaw } from '@herenow/testing/raw-stomp';
import { startApp } from '@herenow/testing/start-app';
import { expect, test } from 'vitest';
import { fuzzCalls, oddSends } from './fuzz.ts';

const errorsIn = (lines: readonly string[]) =>
  lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50);

test('no call of the contract fails with an error, whatever its input', async () => {
  await using app = await startApp();
  const { faults, calls, statuses } = await fuzzCalls(app, { seed: 20_260_131, count: 500 });
  expect(faults).toEqual([]);
  expect(calls).toBeGreaterThanOrEqual(500);
  // Many succeed, so the code behind the schemas is tested, too.
  expect(statuses[200]).toBeGreaterThan(calls / 10);
  expect(errorsIn(app.logLines)).toEqual([]);
});

test('no destination fails with an error, whatever is sent to it', async () => {
  await using app = await startApp();
  const [ada, bela] = [await person(app, 'ada'), await person(app, 'bela')];
  const ids = [ada.id, bela.id, await meet(app, ada, bela)];
  await using tab = await openRaw({ url: `${app.url.replace('http', 'ws')}/ws`, token: ada.token });
  await tab.connect();
  await tab.subscribe('errors');
  for (const { destination, body } of oddSends(ids, { seed: 7, count: 1000 })) {
    const length = String(Buffer.byteLength(body));
    tab.frame('SEND', { destination, 'content-length': length }, body);
  }
  await tab.roundTrip();
  expect(tab.pending.some(({ body }) => body.includes('Something went wrong'))).toBe(false);
  expect(errorsIn(app.logLines)).toEqual([]);
  expect(await chatsOf(bela)).toHaveLength(1);
});
