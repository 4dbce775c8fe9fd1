import { PASSWORD } from '@herenow/testing/people';
import type { Page } from '@playwright/test';
import { refuse } from './answers.ts';
import { expect, SERVICE_WORKERS, test } from './fixtures.ts';
import { someone } from './signed-in.ts';

test.use({ serviceWorkers: SERVICE_WORKERS });

/** How often the user signs in: chance decides each time how much work the proof takes. */
const ROUNDS = 8;
const SLOWED = 6;
const MOST_MS = 5000;

/** Returns the milliseconds from the challenge to the sign-in request with its solution. */
async function proofTime(page: Page, email: string): Promise<number> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await refuse(page, '**/login', 429);
  const challenge = page.waitForResponse('**/user/challenge').then(async (response) => {
    await page.unroute('**/login');
    await response.finished();
    return performance.now();
  });
  const proven = page.waitForRequest(
    (request) => request.url().endsWith('/login') && (request.postData()?.includes('derivedKey') ?? false),
  );
  await page.getByRole('button', { name: 'Log In' }).click();
  const begun = await challenge;
  await proven;
  const took = performance.now() - begun;
  await expect(page).toHaveURL(/\/feed$/);
  await page.evaluate(() => localStorage.clear());
  return took;
}

test('a proof of work takes at most five seconds of a processor that is six times slower', async ({
  page,
  baseURL,
  expectConsoleErrors,
}) => {
  test.setTimeout(180_000);
  expectConsoleErrors(/status of 429/);
  const { email } = await someone('ada', { baseURL });
  const client = await page.context().newCDPSession(page);
  const times: Record<number, number[]> = {};
  for (const rate of [1, SLOWED]) {
    await client.send('Emulation.setCPUThrottlingRate', { rate });
    times[rate] = [];
    for (let round = 0; round < ROUNDS; round += 1) times[rate].push(await proofTime(page, email));
  }
  const longest = (rate: number) => Math.round(Math.max(...times[rate]!));
  console.log(`A proof of work took at most ${longest(1)} ms, slowed ${SLOWED} times ${longest(SLOWED)} ms.`);
  expect(longest(SLOWED)).toBeLessThan(MOST_MS);
  // The browser throttles only the page, not the threads that derive keys for it, so their time is multiplied.
  expect(longest(1) * SLOWED).toBeLessThan(MOST_MS);
});
