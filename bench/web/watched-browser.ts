import { chromium, type BrowserContext } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CHROMIUM_FLAGS, findBrowser } from '@herenow/testing/chromium';
import { freePort } from '@herenow/testing/server-process';
import type { CrowdedTown } from '@herenow/testing/crowded-town';

export type Viewer = CrowdedTown['viewer'];

export interface Phone extends AsyncDisposable {
  context: BrowserContext;
  /** The port at which other programs connect to the same browser. */
  debuggingPort: number;
}

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };

/**
 * Starts a browser with a new profile and the screen of a phone, signed in as `viewer` if given. Pass `emulate: false`
 * if another tool emulates the phone: two emulations would override each other.
 */
export async function newPhone(
  baseURL: string,
  { viewer, emulate = true }: { viewer?: Viewer | undefined; emulate?: boolean } = {},
): Promise<Phone> {
  await using undo = new AsyncDisposableStack();
  const profile = await mkdtemp(path.join(os.tmpdir(), 'herenow-bench-'));
  undo.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  const debuggingPort = await freePort();
  const executablePath = findBrowser();
  const [longitude, latitude] = viewer?.at ?? [13.405, 52.52];
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath !== undefined && { executablePath }),
    args: [...CHROMIUM_FLAGS, '--ignore-certificate-errors', `--remote-debugging-port=${debuggingPort}`],
    baseURL,
    ...(emulate ? PHONE : { viewport: null }),
    geolocation: { latitude, longitude },
    permissions: ['geolocation'],
  });
  undo.defer(() => context.close());
  if (viewer) await signIn(context, viewer);
  const resources = undo.move();
  return { context, debuggingPort, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Stores what the client stores for a signed-in user, from a page that loads nothing of the client. */
async function signIn(context: BrowserContext, { token, user }: Viewer): Promise<void> {
  const page = await context.newPage();
  await page.goto('/robots.txt');
  await page.evaluate(
    ([authToken, userId, record]) => {
      localStorage.setItem('authToken', authToken);
      localStorage.setItem('userId', userId);
      localStorage.setItem('user', record);
    },
    [token, user.id, JSON.stringify(user)] as const,
  );
  await page.close();
}
