import { expect, type Locator, type Page } from '@playwright/test';
import type { Character } from '@herenow/cast/characters';
import { widePicture } from './browser-contexts.ts';

/** Registers a user, from the landing page to the first setup screen. */
export async function register(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Join' }).first().click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Next Step' }).click();
  await expect(page.getByText('Location Required')).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/profile-setup$/);
}

/** Completes the five screens after the registration. */
export async function finishSetup(
  page: Page,
  character: Character,
  code: () => Promise<string>,
): Promise<void> {
  const next = () => page.getByRole('button', { name: 'Next Step' }).click();
  await page.getByPlaceholder('Nickname or your real one').fill(character.name);
  await page.getByLabel('Pronouns').selectOption(character.gender);
  await page.getByLabel('Date of birth').fill(character.dateOfBirth);
  await next();
  await expect(page).toHaveURL(/\/preferences-setup$/);
  await page.getByRole('button', { name: 'Jazz night' }).click();
  await next();
  await expect(page).toHaveURL(/\/distance-setup$/);
  await page.getByRole('slider').press('End');
  await next();
  await expect(page).toHaveURL(/\/photo-setup$/);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: await widePicture(character) });
  const crop = page.getByRole('dialog');
  await crop.getByRole('slider').press('ArrowRight');
  await crop.getByRole('button', { name: /save|use|done|crop/i }).click();
  await expect(crop).toHaveCount(0);
  await next();
  await expect(page).toHaveURL(/\/email-verification$/);
  await page.getByRole('textbox').first().click();
  // Typing the last digit submits the code, as the button does.
  await page.keyboard.type(await code());
}

/** Goes visible; whoever does not share where they are is asked once more. */
export async function goVisible(page: Page, { shares = true } = {}): Promise<void> {
  await page.getByRole('button', { name: /You are offline/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Go Visible Now' }).click();
  if (!shares) await page.getByRole('dialog').getByRole('button', { name: 'Go Visible Anyway' }).click();
  await expect(page.getByRole('heading', { name: "You're Online!" })).toBeVisible();
  await page.getByRole('button', { name: 'Start Browsing' }).click();
  await expect(page).toHaveURL(/\/feed$/);
}

/** Accepts a pin, and continues to the chat. */
export async function acceptPinOf(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: /Pinned/ }).click();
  await page.getByRole('button', { name: `Accept ${name}` }).click();
  const moment = page.getByRole('dialog');
  await expect(moment).toBeVisible();
  await standStill(moment);
  await moment.getByRole('button', { name: 'Say something' }).click();
  await expect(page).toHaveURL(/\/chat\//);
}

/** Waits until animations end: on a busy machine a sheet may move between the two halves of a click. */
const standStill = (part: Locator) =>
  part.evaluate(async (element) => {
    const ends = (one: Animation) => one.effect!.getComputedTiming().endTime !== Infinity;
    await Promise.allSettled(
      element.getAnimations({ subtree: true }).flatMap((one) => (ends(one) ? one.finished : [])),
    );
  });

/** Types a message into the open chat and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

/** Goes offline from an open chat, by way of the list of chats. */
export async function goOffline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Go back to all chats' }).click();
  await page.getByRole('button', { name: /You are visible/ }).click();
  await page.getByRole('button', { name: 'Go offline' }).click();
  await expect(page.getByText('You are offline now')).toBeVisible();
}

/** Returns how many messages of the other person the open chat has so far, according to the server. */
export async function countHeard(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('authToken')}` };
    const answer = await fetch(`/api/chat/${location.pathname.split('/').at(-1)}/messages`, { headers });
    const messages = (await answer.json()) as { senderId: string }[];
    return messages.filter(({ senderId }) => senderId !== localStorage.getItem('userId')).length;
  });
}
