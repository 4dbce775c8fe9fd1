import { expect, type Page } from '@playwright/test';
import { ADA } from '@herenow/cast/characters';
import { portraitsOf } from './portraits.ts';
import { PASSWORD } from '@herenow/testing/people';
import { publicPerson, type PublicPerson, type PublicPersonOptions } from '@herenow/testing/public-person';
import { writtenPerson } from '@herenow/testing/written-person';

/** What the browser of a signed-in user stores. */
export type SignedIn = { authToken: string; userId: string; user: string };

let made = 0;
let portrait: Promise<Buffer[]> | undefined;

/** Returns a place far from everyone else: each is two degrees from the last. */
export function quietPlace(): [number, number] {
  made += 1;
  return [-30 - 2 * (made % 60), -20 + 2 * Math.floor(made / 60)];
}

/**
 * Makes a user who has reached `step`, by default the end of the registration; with one photo unless others are given.
 */
export async function someone(
  name: string,
  options: Omit<Partial<PublicPersonOptions>, 'baseURL'> & { baseURL: string | undefined },
): Promise<PublicPerson> {
  made += 1;
  portrait ??= portraitsOf(ADA, 0, 1);
  const whole = {
    at: quietPlace(),
    email: `e2e-${made}-${Date.now().toString(36)}@example.org`,
    pictures: await portrait,
    ...options,
    baseURL: options.baseURL ?? '',
  };
  // A user who waits for the mailed code must be made through the API.
  return await (whole.step === 5 ? publicPerson : writtenPerson)(name, whole);
}

export async function storedOf(person: PublicPerson): Promise<SignedIn> {
  return { authToken: person.token, userId: person.id, user: JSON.stringify(await person.user()) };
}

/** Returns three photos of one person. */
export const threePhotos = () => portraitsOf({ ...ADA, photos: 3 });

/** Makes every page of this browser open signed in, once; a user who signs out stays signed out. */
export async function signIn(page: Page, person: PublicPerson): Promise<void> {
  await page.context().addInitScript(
    (stored) => {
      if (location.protocol === 'about:' || localStorage.getItem('hint:e2e')) return;
      localStorage.setItem('hint:e2e', 'signed in');
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    },
    await storedOf(person),
  );
}

/** Fills in and submits the form of the login page. */
export async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
}

/** Opens a path as a user. */
export async function enter(page: Page, person: PublicPerson, path: string): Promise<void> {
  await signIn(page, person);
  await page.goto(path);
}

/** Opens a path as a user and waits until the realtime channel is open: when it opens, pages fetch once more. */
export async function enterConnected(page: Page, person: PublicPerson, path: string): Promise<void> {
  await page.addInitScript(() => {
    window.addEventListener('connected', () => (document.documentElement.dataset.channel = 'open'));
  });
  await enter(page, person, path);
  await expect(page.locator('html')).toHaveAttribute('data-channel', 'open');
}

/**
 * Resolves once a page that opens after this call has run what it loads only when it is quiet, such as what keeps the
 * focus and hears of other tabs.
 */
export async function whenQuiet(page: Page): Promise<void> {
  const response = await page.waitForResponse(/\/assets\/later-screens-[^/]+\.js$/);
  // Importing a module again waits until it has run.
  await page.evaluate(async (url) => void (await import(url)), response.url());
}
