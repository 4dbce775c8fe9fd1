import { expect, test as base } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './server.ts';
import { goVisible, say } from './steps.ts';

const root = path.resolve(import.meta.dirname, '..');
const START_LIMIT_MS = 120_000;

/** A small and hurried town over data of its own. */
async function startTown() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'herenow-demo-'));
  const port = await freePort();
  const baseURL = `http://localhost:${port}`;
  const env = { DATA_DIR: folder, PORT: String(port), DEMO_PEOPLE: '12', DEMO_SPEED: '5' };
  const child = spawn(process.execPath, ['demo/src/main.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let faults = '';
  child.stderr.on('data', (chunk: Buffer) => (faults += chunk.toString()));
  const visible = async () => {
    const response = await fetch(`${baseURL}/demo/town`).catch(() => undefined);
    return response?.ok ? ((await response.json()) as { visible: number }).visible : 0;
  };
  for (const deadline = Date.now() + START_LIMIT_MS; (await visible()) < 5; await delay(200))
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`There is no town:\n${faults}`);
  return {
    baseURL,
    faults: () => faults,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGTERM')) await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const test = base.extend<object, { town: Awaited<ReturnType<typeof startTown>> }>({
  town: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      await using town = await startTown();
      await use(town);
    },
    { scope: 'worker', timeout: 150_000 },
  ],
});

test('a visitor who keeps their position to themselves meets the town as Ada', async ({ browser, town }) => {
  await using context = await browser.newContext({ baseURL: town.baseURL, permissions: [] });
  const page = await context.newPage();
  await page.goto('/demo');
  await expect(page.getByRole('status')).toContainText('people are visible right now');
  await page.getByRole('button', { name: 'Enter as Ada' }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(5);
  await goVisible(page);

  await page.getByRole('link', { name: /Pinned/ }).click();
  await page
    .getByRole('button', { name: /^Accept / })
    .first()
    .click({ timeout: 60_000 });
  await page.locator('a[href^="/chat/"]').first().click();
  const address = page.url();
  await say(page, 'Hello! Shall we meet for a coffee?');
  await expect(page.getByText('Seen', { exact: true }).first()).toBeVisible();
  // The chat holds what the other person wrote, too: it is read as the reader would, from the server.
  const chatId = address.split('/').at(-1)!;
  const heard = () =>
    page.evaluate(async (id) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('authToken')}` };
      const messages = await (await fetch(`/api/chat/${id}/messages`, { headers })).json();
      return messages.filter(
        ({ senderId }: { senderId: string }) => senderId !== localStorage.getItem('userId'),
      ).length;
    }, chatId);
  await expect.poll(heard, { timeout: 30_000 }).toBeGreaterThanOrEqual(1);

  await page.reload();
  await expect(page.getByText('Hello! Shall we meet for a coffee?')).toBeVisible();
  expect(town.faults()).toBe('');
});

test('a second browser is somebody else, elsewhere', async ({ browser, town }) => {
  const geolocation = { latitude: -33.87, longitude: 151.21 };
  await using context = await browser.newContext({
    baseURL: town.baseURL,
    geolocation,
    permissions: ['geolocation'],
  });
  const page = await context.newPage();
  await page.goto('/demo');
  await page.getByRole('button', { name: 'Enter as Ada' }).click();
  await expect(page).toHaveURL(/\/feed$/);
  await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(2);
});
