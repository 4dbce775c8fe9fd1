import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { login } from '@herenow/contract/accounts';
import { PASSWORD } from '@herenow/testing/people';
import { becomeVisible } from '@herenow/testing/public-person';
import { startServer } from '@herenow/testing/server-process';
import { unanswered } from './answers.ts';
import { expect, PHONE, test } from './fixtures.ts';
import { placeOf } from './feed-cards.ts';
import { meet, neighbours, sayTo } from './meetings.ts';
import { enter, quietPlace, someone } from './signed-in.ts';

test.use({ ...PHONE, expectedErrors: /status of [45]\d\d|net::ERR|WebSocket|CORS/ });

test('after a move the feed shows the people of the new place instead of the old', async ({
  page,
  baseURL,
}) => {
  const at = quietPlace();
  const there: [number, number] = [at[0], at[1] + 0.5];
  const ada = await someone('Ada', { baseURL, at, maxDistanceKm: 10 });
  await becomeVisible(await someone('Bela', { baseURL, at }));
  await becomeVisible(await someone('Chidi', { baseURL, at: there }));
  const follows = page.waitForResponse((response) => response.url().endsWith('/api/feed/changes'));
  await enter(page, ada, '/feed');
  await expect(page.getByRole('link', { name: /^Bela/ })).toBeVisible();
  await follows;

  await page.context().grantPermissions(['geolocation', 'notifications']);
  await page.context().setGeolocation({ longitude: there[0], latitude: there[1] });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(placeOf(page, 1)).toContainText('Not here any more');
  await page.getByRole('button', { name: '1 new person nearby' }).click();
  await expect(page.getByRole('link', { name: /^Chidi/ })).toBeVisible();
});

test('an end of a presence that does not reach the server is shown @slow', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  await page.clock.install();
  await becomeVisible(ada);
  await unanswered(page, '**/api/user/go-offline');
  // The client learns the server's time from this response, and reckons later times from it.
  const told = page.waitForResponse(`**/api/user/${ada.id}`);
  await enter(page, ada, '/chats');
  await told;
  await expect(page.getByRole('button', { name: /^You are visible/ })).toBeVisible();
  await page.clock.fastForward('03:01:00');
  await expect(page.getByText('Go offline unsseccesfull')).toBeVisible();
});

test('a client on an allowed host signs in, makes calls and listens, and on any other host it cannot @slow', async ({
  page,
  baseURL,
}) => {
  await using host = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<title>A client</title>');
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const client = `http://localhost:${(host.address() as AddressInfo).port}`;
  await page.goto(client);
  /** Acts as a client of the specification whose API is not on the production host. */
  const use = (host: string, email: string) =>
    page.evaluate(
      async ([api, path, body]) => {
        const headers = { 'content-type': 'application/json', 'ngrok-skip-browser-warning': 'true' };
        const signIn = await fetch(api + path, { method: 'POST', headers, body }).catch(() => undefined);
        if (!signIn) return 'kept out';
        const token = await signIn.text();
        const valid = await fetch(`${api}/api/validateToken`, {
          headers: { ...headers, authorization: `Bearer ${token}` },
        });
        const socket = new WebSocket(`${api.replace('http', 'ws')}/ws?token=${token}`, ['v12.stomp']);
        return await new Promise<string>((resolve) => {
          socket.addEventListener('open', () => resolve(`${valid.status}, listens`));
          socket.addEventListener('error', () => resolve(`${valid.status}, hears nothing`));
        });
      },
      [host, login.path, JSON.stringify({ email, password: PASSWORD, appSource: 'web' })] as const,
    );
  expect(await use(baseURL!, (await someone('Ada', { baseURL })).email)).toBe('kept out');
  await using open = await startServer({ ALLOWED_ORIGINS: client });
  const bela = await someone('Bela', { baseURL: open.baseURL });
  expect(await use(open.baseURL, bela.email)).toBe('200, listens');
  await page.goto(client.replace('localhost', '127.0.0.1'));
  expect(await use(open.baseURL, bela.email)).toBe('kept out');
});

test.describe('by touch @slow', () => {
  test.use({ hasTouch: true, isMobile: true, newcomer: true });

  test('a hint says that a message can be held, and lifting the finger leaves its menu open', async ({
    page,
    baseURL,
  }) => {
    const { ada, bela } = await neighbours(baseURL);
    const chatId = await meet(bela, ada);
    await sayTo(chatId, ada, bela, 'See you at eight');
    await page.clock.install();
    await enter(page, ada, `/chat/${chatId}`);
    await expect(page.getByText('Touch and hold a message to reply or react.')).toBeVisible();
    const bubble = page.getByRole('log').getByText('See you at eight');
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
    const box = (await bubble.boundingBox())!;
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    const finger = await page.context().newCDPSession(page);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await page.clock.runFor(600);
    const edit = page.getByRole('menu').getByRole('menuitem', { name: 'Edit' });
    await expect(edit).toBeVisible();
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.clock.runFor(600);
    await expect(edit).toBeVisible();
    await edit.tap();
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('See you at eight');
  });
});

/** Doubles the size of all text of the pages to come. */
const enlarge = (page: Page) =>
  page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '32px';
    });
  });

test('with text of twice the size an empty message takes one line on the narrowest phone @slow', async ({
  page,
  baseURL,
}) => {
  const { ada, bela } = await neighbours(baseURL);
  const chatId = await meet(bela, ada);
  await page.setViewportSize({ width: 320, height: 640 });
  await enlarge(page);
  await enter(page, ada, `/chat/${chatId}`);
  const heightOf = async (name: 'textbox' | 'button', label: string) =>
    (await page.getByRole(name, { name: label }).boundingBox())!.height;
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  expect(await heightOf('textbox', 'Message')).toBe(await heightOf('button', 'Send'));
});

test('with text of twice the size no title breaks inside a word @slow', async ({ page, baseURL }) => {
  const { ada, bela } = await neighbours(baseURL, { tags: ['coffee'] });
  const chatId = await meet(bela, ada);
  await enlarge(page);
  /** Returns the words in titles that are broken across lines. */
  const broken = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('h1, h2')].flatMap((title) => {
        const words: string[] = [];
        const texts = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
        for (let text = texts.nextNode(); text; text = texts.nextNode())
          for (const { index, 0: word } of text.textContent!.matchAll(/\S+/g)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (lines.size > 1) words.push(word);
          }
        return words;
      }),
    );
  for (const path of [
    '/settings',
    '/chats',
    `/chat/${chatId}`,
    `/profile/${bela.id}`,
    '/payment-success',
    '/my-profile',
    '/privacy-safety',
    '/notifications',
    '/blocked-users',
    '/preferences-setup',
  ]) {
    await enter(page, ada, path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    expect(await broken(), path).toEqual([]);
  }
});

test('a page survives parts of the program that fail to load, and they load later @slow', async ({
  page,
  baseURL,
}) => {
  const ada = await someone('Ada', { baseURL });
  // The page fetches each of these by itself after it has rendered.
  const parts = /\/assets\/(?:visibility-sheet|sheet-panel|toaster)-[^/]+\.js$/;
  await page.route(parts, (route) => route.abort());
  const wanted = page.waitForRequest(/\/assets\/toaster-/);
  await enter(page, ada, '/feed');
  await wanted;
  await page.getByRole('button', { name: /^You are offline/ }).click();
  await expect(page.getByText('No one is visible right now')).toBeVisible();
  await page.unroute(parts);
  await expect(page.getByRole('dialog', { name: 'Go Visible' })).toBeVisible();
});
