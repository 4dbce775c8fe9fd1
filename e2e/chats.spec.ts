import { listMessages } from '@herenow/contract/chats';
import { HOUR_MS } from '@herenow/contract/constants';
import type { Message } from '@herenow/contract/entities';
import { wholeKm } from '@herenow/contract/geo';
import { ageOn } from '@herenow/contract/ages';
import { rejectPin } from '@herenow/contract/pins';
import { updateUser } from '@herenow/contract/profile';
import type { Page, Route } from '@playwright/test';
import { becomeVisible, type PublicPerson } from '@herenow/testing/public-person';
import { drawn, refuse } from './answers.ts';
import { chatOf, hide, leave, meet, pin, sayTo } from './meetings.ts';
import { expect, PHONE, REFUSED, test } from './fixtures.ts';
import { enter, enterConnected, quietPlace, someone } from './signed-in.ts';

const CHATS = '**/api/chat/*/all';
const BORN = '1996-05-14';

test.use({ ...PHONE, expectedErrors: REFUSED });

/** Makes people at one place, all visible, the first a little apart. */
async function people<Names extends string[]>(baseURL: string | undefined, ...names: Names) {
  const at = quietPlace();
  const made: PublicPerson[] = [];
  for (const name of names) {
    const apart: [number, number] = [at[0], at[1] + (made.length === 0 ? 0.04 : 0)];
    const one = await someone(name, { baseURL, at: apart, dateOfBirth: BORN });
    await becomeVisible(one);
    made.push(one);
  }
  return made as { [At in keyof Names]: PublicPerson };
}

const section = (page: Page, title: string) =>
  page.getByRole('main').locator('section').filter({ hasText: title });
const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });

test('a changed name shows in the row while the list is open', async ({ page, baseURL }) => {
  const [ada, bela] = await people(baseURL, 'Ada', 'Bela');
  await meet(ada, bela);
  // The code that follows changes loads once the page is quiet.
  const follows = page.waitForResponse('**/assets/listeners-*.js');
  await enterConnected(page, ada, '/chats');
  await expect(row(page, 'Bela')).toBeVisible();
  const code = await follows;
  await page.evaluate((url) => import(url), code.url());
  await bela.call(updateUser, { body: { id: bela.id, username: 'Belinda' } });
  await expect(row(page, 'Belinda')).toBeVisible();
});

test('a row shows name, distance and time left, and only an accepted one opens', async ({
  page,
  baseURL,
}) => {
  const [ada, bela, chidi, dana] = await people(baseURL, 'Ada', 'Bela', 'Chidi', 'Dana');
  const chatId = await meet(ada, bela);
  await sayTo(chatId, bela, ada, 'By the fountain?');
  await pin(ada, chidi);
  await pin(ada, dana);
  const refused = (await chatOf(dana, ada)).id;
  await dana.call(rejectPin, { params: { chatId: refused }, body: { chatId: refused } });

  await enter(page, ada, '/chats');
  const opens = row(page, 'Bela');
  await expect(opens).toContainText(`Bela, ${ageOn(BORN, new Date())}`);
  const distance = wholeKm((await ada.user()).location!, (await bela.user()).location!);
  await expect(opens).toContainText(`${distance} km`);
  await expect(opens).toContainText(/[23]:\d\d/);
  await expect(opens).toContainText('By the fountain?');
  await expect(opens).toContainText('1 unread message');
  for (const [name, text] of [
    ['Chidi', 'Waiting for an answer'],
    ['Dana', 'Not this time'],
  ] as const) {
    const title = name === 'Chidi' ? 'Waiting' : 'Closed';
    const waiting = section(page, title).getByRole('listitem').filter({ hasText: name });
    await expect(waiting).toContainText(text);
    await expect(waiting.getByRole('link')).toHaveAttribute('href', /^\/profile\//);
    await expect(waiting.locator('> div')).toHaveCSS('filter', 'grayscale(1)');
  }
  await leave(bela);
  await expect(opens).toContainText('Offline');
  await opens.click();
  await expect(page).toHaveURL(`/chat/${chatId}`);
});

test('a list that was read before an event does not undo the event @slow', async ({ page, baseURL }) => {
  const [ada, bela] = await people(baseURL, 'Ada', 'Bela');
  await meet(ada, bela);
  await enterConnected(page, ada, '/chats');
  await expect(row(page, 'Bela')).toContainText(/[23]:\d\d/);
  const read = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const answer = async (route: Route) => {
    const response = await route.fetch();
    read.resolve();
    await release.promise;
    await route.fulfill({ response });
  };
  await page.route(CHATS, answer, { times: 1 });
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('appVisible')));
  await read.promise;
  await leave(bela);
  await expect(row(page, 'Bela')).toContainText('Offline');
  const arrived = page.waitForResponse(CHATS);
  release.resolve();
  await arrived;
  await drawn(page);
  expect(await row(page, 'Bela').textContent()).toContain('Offline');
});

test('the recipient accepts or rejects a request', async ({ page, baseURL }) => {
  const [ada, bela, chidi] = await people(baseURL, 'Ada', 'Bela', 'Chidi');
  await pin(bela, ada);
  await pin(chidi, ada);
  await enter(page, ada, '/chats');
  await expect(page.getByText('Bela pinned you')).toBeVisible();
  await refuse(page, '**/api/user/pin-user/accept/*');
  await page.getByRole('button', { name: 'Accept Bela' }).click();
  await expect(page.getByText('That didn’t go through. Please try again.')).toBeVisible();
  await page.unroute('**/api/user/pin-user/accept/*');
  await page.getByRole('button', { name: 'Accept Bela' }).dblclick();
  const moment = page.getByRole('dialog', { name: 'You and Bela' });
  await expect(moment.getByText('You both like')).toBeVisible();
  await expect(moment.getByRole('listitem')).toHaveText(['Coffee']);
  await moment.getByRole('button', { name: 'Later' }).click();
  await expect(row(page, 'Bela')).toContainText('Say hello');
  await page.getByRole('button', { name: 'Reject Chidi' }).click();
  await expect(page.getByText('Chidi pinned you')).toHaveCount(0);
  expect((await chatOf(bela, ada)).pinStatus).toBe('accepted');
  expect((await chatOf(chidi, ada)).pinStatus).toBe('pending');
  // A user who leaves the page cannot undo it any more.
  await page.reload();
  await expect.poll(async () => (await chatOf(chidi, ada)).pinStatus).toBe('rejected');
  await expect(row(page, 'Bela')).toBeVisible();
  await expect(page.getByText('Chidi')).toHaveCount(0);
});

test('the age of the last message is shown in short form @slow', async ({ page, baseURL }) => {
  const [ada, bela] = await people(baseURL, 'Ada', 'Bela');
  const chatId = await meet(ada, bela);
  await sayTo(chatId, ada, bela, 'Hello');
  // Without an end, so that time passing here does not end Ada's presence.
  await hide(ada, null);
  await page.clock.install();
  // The client learns the server's time from this response, and reckons later times from it.
  const told = page.waitForResponse(`**/api/user/${ada.id}`);
  await enter(page, ada, '/chats');
  await told;
  const time = row(page, 'Bela').getByRole('time');
  await expect(time).toHaveText('now');
  for (const [later, text] of [
    [5 / 60, '5m'],
    [3, '3h'],
    [21, 'Yesterday'],
    [24, '2d'],
    [96, '6d'],
  ] as const) {
    await page.clock.fastForward(later * HOUR_MS);
    await expect(time).toHaveText(text);
  }
  await page.clock.fastForward(24 * HOUR_MS);
  await expect(time).toHaveText(
    new Date().toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }),
  );
});

test('new messages arrive by themselves and are counted on the tab', async ({ page, baseURL }) => {
  const [ada, bela, chidi] = await people(baseURL, 'Ada', 'Bela', 'Chidi');
  const chatId = await meet(ada, bela);
  await enter(page, ada, '/feed');
  const tab = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Pinned/ });
  await expect(page.getByRole('article')).toHaveCount(1);
  const connected = page.waitForEvent('websocket');
  await page.reload();
  await connected;
  await expect.poll(() => tab.textContent()).not.toMatch(/\d/);
  await pin(chidi, ada);
  await expect(tab).toContainText('1');
  await sayTo(chatId, bela, ada, 'Still there?');
  await expect(tab).toContainText('2');
  const corner = page.locator('.toasts');
  const toast = corner.locator('.toast:not(.toast-exit)', { hasText: 'New message from Bela' });
  const bar = toast.locator('.toast-clock');
  expect(await bar.evaluate((one) => getComputedStyle(one).animationDuration)).toBe('5s');
  await toast.getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveURL(`/chat/${chatId}`);
  await expect(page.getByRole('log').getByText('Still there?')).toBeVisible();
  const told = async () => ((await bela.call(listMessages, { params: { chatId } })).json as Message[])[0];
  await expect.poll(told).toMatchObject({ status: 'seen' });
  await page.goBack();
  await expect(tab).toContainText('1');

  await sayTo(chatId, bela, ada, 'Come over!');
  await expect(toast).toBeVisible();
  // The toast stays while the window has no focus, but not on the page that shows its message.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await tab.click();
  await row(page, 'Bela').click();
  await expect(page.getByRole('log').getByText('Come over!')).toBeVisible();
  await expect(toast).toHaveCount(0);
});

test('coming back to the page reloads the chats @slow', async ({ page, baseURL }) => {
  const [ada, bela] = await people(baseURL, 'Ada', 'Bela');
  await page.routeWebSocket(/\/ws\?/, () => {});
  await enter(page, ada, '/chats');
  await expect(page.getByText('No Pins Yet')).toBeVisible();
  await pin(bela, ada);
  await page.evaluate(() => window.dispatchEvent(new Event('appVisible')));
  await expect(page.getByText('Bela pinned you')).toBeVisible();
});
