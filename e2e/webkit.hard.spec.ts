import { ADA } from '@herenow/cast/characters';
import { PASSWORD } from '@herenow/testing/people';
import { becomeVisible, mailedCode } from '@herenow/testing/public-person';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Key } from 'selenium-webdriver';
import { widePicture } from './browser-contexts.ts';
import { expect, test } from './fixtures.ts';
import { acceptPinOf, say } from './journey-steps.ts';
import { enter, quietPlace, someone } from './signed-in.ts';
import { openWebKit, type WebKitPage } from './webkit.ts';

/** Makes Ada’s photo a file that can be chosen. */
async function pictureFile() {
  const folder = await mkdtemp(path.join(tmpdir(), 'herenow-webkit-'));
  const file = path.join(folder, 'ada.png');
  await writeFile(file, await widePicture(ADA));
  return { file, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

async function register(ada: WebKitPage, email: string, at: [number, number]): Promise<void> {
  await ada.press('Join');
  await ada.arriveAt('/register');
  await ada.standAt(at);
  await ada.type('input[type=email]', email);
  await ada.type('input[type=password]', PASSWORD);
  await ada.tap('input[type=checkbox]');
  await ada.press('Next Step');
  await ada.press('OK');
  await ada.arriveAt('/profile-setup');
}

async function finishSetup(ada: WebKitPage, code: () => Promise<string>): Promise<void> {
  await using picture = await pictureFile();
  await ada.type('input[placeholder^=Nickname]', ADA.name);
  await ada.set('select', ADA.gender);
  await ada.set('input[type=date]', ADA.dateOfBirth);
  await ada.press('Next Step');
  await ada.arriveAt('/preferences-setup');
  await ada.press('Jazz night');
  await ada.press('Next Step');
  await ada.arriveAt('/distance-setup');
  await ada.type('[role=slider], input[type=range]', Key.END);
  await ada.press('Next Step');
  await ada.arriveAt('/photo-setup');
  await ada.type('input[type=file]', picture.file);
  await ada.press('Use Photo');
  await ada.press('Next Step');
  await ada.arriveAt('/email-verification');
  await ada.type('input[inputmode=numeric]', await code());
  await ada.arriveAt('/feed');
}

async function goVisible(ada: WebKitPage): Promise<void> {
  await ada.press('You are offline');
  await ada.press('Go Visible Now');
  await ada.read("You're Online!");
  await ada.press('Start Browsing');
  await ada.arriveAt('/feed');
}

let opened: WebKitPage | undefined;
test.afterEach(async ({}, testInfo) => {
  if (opened && testInfo.status !== testInfo.expectedStatus)
    await testInfo.attach('WebKit', { body: await opened.screenshot(), contentType: 'image/png' });
  await opened?.[Symbol.asyncDispose]();
});

test('WebKit walks from the landing page to a chat', async ({ page, baseURL }) => {
  const url = baseURL ?? '';
  const at = quietPlace();
  const bela = await someone('Bela', { baseURL, at });
  await becomeVisible(bela);
  const ada = (opened = await openWebKit(url));
  const email = `webkit-${Date.now().toString(36)}@example.org`;
  await register(ada, email, at);
  await finishSetup(ada, () => mailedCode(url, email));

  await goVisible(ada);
  await ada.press('Pin Bela');
  await ada.read('You Pinned Bela!');
  await enter(page, bela, '/feed');
  await acceptPinOf(page, ADA.name);

  await ada.press('Pinned');
  await ada.press('Bela');
  await say(page, 'Hello from the bar');
  await ada.read('Hello from the bar');
  await ada.type('textarea', 'I am round the corner');
  await ada.press('Send');
  const inBela = page.getByRole('log');
  await expect(inBela.getByText('I am round the corner')).toBeVisible();
  await expect(inBela.getByText('Seen')).toBeAttached();
  expect(await ada.errors()).toEqual([]);
});
