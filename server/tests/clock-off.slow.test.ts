/** A node on a machine with a wrong clock, as a process of its own. */
import { startServer } from '@herenow/testing/server-process';
import { writtenPerson } from '@herenow/testing/written-person';
import { expect, test } from 'vitest';

const AHEAD_SECONDS = 600;

/** Runs before the server and moves its clock; the database's stays. */
const SHIFT = `data:text/javascript,${encodeURIComponent(`
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...given) {
      if (given.length === 0) super(Real.now() + ${AHEAD_SECONDS}000);
      else super(...given);
    }
    static now() {
      return Real.now() + ${AHEAD_SECONDS}000;
    }
  };`)}`;

test('a node whose clock is ten minutes ahead goes by the database’s, and says so', async () => {
  await using server = await startServer({ NODE_OPTIONS: `--import ${SHIFT}` });
  const { baseURL } = server;
  const ada = await writtenPerson('ada', { baseURL, at: [0, 0], email: 'ada@example.org', pictures: [] });
  const { exp } = JSON.parse(Buffer.from(ada.token.split('.')[1]!, 'base64url').toString()) as {
    exp: number;
  };
  const minutesLeft = (exp - Date.now() / 1000) / 60;
  expect(minutesLeft).toBeGreaterThan(14);
  expect(minutesLeft).toBeLessThan(16);
  expect(server.output()).toContain('the clock of this machine is off');
  const metrics = await (await fetch(`${baseURL}/metrics`)).text();
  const ahead = Number(/^herenow_clock_ahead_seconds (.*)$/m.exec(metrics)?.[1]);
  expect(Math.round(ahead)).toBe(AHEAD_SECONDS);
});
