/** A node in its own process, on a machine whose clock is wrong or is set while it runs. */
import { claimsOf } from '@herenow/testing/claims';
import { startServer, type RunningServer } from '@herenow/testing/server-process';
import { writtenPerson } from '@herenow/testing/written-person';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

const AHEAD_SECONDS = 600;

/** Loaded before the server: moves the server's clock, from the start or at a signal, but not the database's. */
const shiftedBy = (seconds: number) =>
  `--import data:text/javascript,${encodeURIComponent(`
  const Real = Date;
  let shift = ${seconds * 1000};
  globalThis.Date = class extends Real {
    constructor(...given) {
      if (given.length === 0) super(Real.now() + shift);
      else super(...given);
    }
    static now() {
      return Real.now() + shift;
    }
  };
  process.on('SIGUSR2', () => {
    shift += ${AHEAD_SECONDS * 1000};
    console.error('The clock was set.');
  });`)}`;

/** Returns for how many minutes a new token is valid, which should be 15. */
async function minutesOfToken(baseURL: string): Promise<number> {
  const email = `${randomUUID()}@example.org`;
  const ada = await writtenPerson('ada', { baseURL, at: [0, 0], email, pictures: [] });
  return (claimsOf(ada.token).exp - Date.now() / 1000) / 60;
}

async function expectCorrected(server: RunningServer) {
  const minutes = await minutesOfToken(server.baseURL);
  expect(minutes).toBeGreaterThan(14);
  expect(minutes).toBeLessThan(16);
  // By which clients go.
  const { headers } = await fetch(`${server.baseURL}/healthz`);
  expect(Math.abs(Date.parse(headers.get('date')!) - Date.now())).toBeLessThan(60_000);
}

async function expectTold(server: RunningServer, seconds: number) {
  await expect.poll(() => server.output()).toContain('the clock of this machine is off');
  const ahead = async () => {
    const metrics = await (await fetch(`${server.baseURL}/metrics`)).text();
    return Math.round(Number(/^herenow_clock_ahead_seconds (.*)$/m.exec(metrics)?.[1]));
  };
  await expect.poll(ahead).toBe(seconds);
}

test('a node uses the clock of the database, and logs it, if its own is ahead or is set', async () => {
  await using server = await startServer({ NODE_OPTIONS: shiftedBy(AHEAD_SECONDS) });
  await expectCorrected(server);
  await expectTold(server, AHEAD_SECONDS);
  server.signal('SIGUSR2');
  await expect.poll(() => server.output()).toContain('The clock was set.');
  await expectCorrected(server);
  await expectTold(server, 2 * AHEAD_SECONDS);
});
