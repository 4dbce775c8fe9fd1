import type { Page, Request } from '@playwright/test';

/** Holds back the responses to a call, as a slow network does, until the returned function is called. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}

/** Makes a call fail with a refusal until `page.unroute(url)`. */
export const refuse = (page: Page, url: string | RegExp, status = 500, body = '') =>
  page.route(url, (route) => route.fulfill({ status, body, contentType: 'text/plain' }));

/** Makes a call fail without any response until `page.unroute(url)`. */
export const unanswered = (page: Page, url: string | RegExp) => page.route(url, (route) => route.abort());

/** Makes the next call reach the server without its response reaching the page. */
export const loseResponse = (page: Page, url: string | RegExp) =>
  page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

/** Returns the bodies of the POST requests that a page sends to a path, in order; the array grows with each. */
export function sent<Body>(page: Page, path: string): Body[] {
  const bodies: Body[] = [];
  page.on('request', (request: Request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path)
      bodies.push(request.postDataJSON() as Body);
  });
  return bodies;
}

/** Waits until the page has drawn what it knows by now. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** What a network that wants a sign-in first answers to everything. */
export const PORTAL = {
  headers: { 'content-type': 'text/html', date: new Date().toUTCString() },
  body: '<title>Please sign in to this network</title>',
};
