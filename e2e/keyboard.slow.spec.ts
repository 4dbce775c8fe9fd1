import type { Page } from '@playwright/test';
import { becomeVisible, mailedCode } from '@herenow/testing/public-person';
import { accept, chatOf, sayTo } from './meetings.ts';
import { expect, SERVICE_WORKERS, test } from './fixtures.ts';
import { choose, escapeTo, expectFocusIn, tabAndPress, tabTo } from './keyboard.ts';
import { ADA } from '@herenow/cast/characters';
import { PASSWORD } from '@herenow/testing/people';
import { widePicture } from './browser-contexts.ts';
import { quietPlace, someone } from './signed-in.ts';

test.use({ serviceWorkers: SERVICE_WORKERS, viewport: { width: 1280, height: 800 }, locale: 'en-GB' });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const type = async (page: Page, label: string, text: string) => {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
};

async function registerByKeys(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await tabAndPress(page, page.getByRole('link', { name: 'Join' }).first());
  await expect(page).toHaveURL(/\/register$/);
  await type(page, 'Email', email);
  await type(page, 'Password', PASSWORD);
  const terms = button(page, 'Terms of Use');
  await tabAndPress(page, terms);
  await escapeTo(page, page.getByRole('dialog', { name: 'Terms of Use' }), terms);
  await page.keyboard.press('Shift+Tab');
  await tabTo(page, page.getByRole('checkbox'), 'Shift+Tab');
  await page.keyboard.press('Space');
  await tabAndPress(page, button(page, 'Next Step'));
  const sheet = page.getByRole('dialog', { name: 'Location Required' });
  await escapeTo(page, sheet, button(page, 'Next Step'));
  await page.keyboard.press('Enter');
  await expectFocusIn(sheet);
  await tabAndPress(page, sheet.getByRole('button', { name: 'OK' }));
  await expect(page).toHaveURL(/\/profile-setup$/);
}

async function finishSetupByKeys(page: Page, code: () => Promise<string>): Promise<void> {
  const next = () => tabAndPress(page, button(page, 'Next Step'));
  await type(page, 'Name', 'Ada');
  await tabTo(page, page.getByLabel('Pronouns'));
  await page.keyboard.type('She');
  await tabTo(page, page.getByLabel('Date of birth'));
  await page.keyboard.type('05051996');
  await expect(page.getByLabel('Date of birth')).toHaveValue('1996-05-05');
  await next();
  await expect(page).toHaveURL(/\/preferences-setup$/);
  await tabAndPress(page, button(page, 'Jazz night'), 'Space');
  await next();
  await expect(page).toHaveURL(/\/distance-setup$/);
  await tabTo(page, page.getByRole('slider'));
  await page.keyboard.press('End');
  await next();
  await expect(page).toHaveURL(/\/photo-setup$/);
  const chooser = page.waitForEvent('filechooser');
  await tabAndPress(page, button(page, 'Add Your First Photo'));
  await (await chooser).setFiles({ name: 'ada.png', mimeType: 'image/png', buffer: await widePicture(ADA) });
  const crop = page.getByRole('dialog', { name: 'Crop your photo' });
  await expectFocusIn(crop);
  await tabTo(page, crop.getByRole('group'));
  await page.keyboard.press('ArrowLeft');
  await tabTo(page, crop.getByRole('slider'));
  await page.keyboard.press('ArrowRight');
  await tabAndPress(page, crop.getByRole('button', { name: 'Use Photo' }));
  await expect(page.getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible();
  await expect(page.locator('button', { hasText: 'Add Photo' })).toBeFocused();
  await next();
  await expect(page).toHaveURL(/\/email-verification$/);
  await expect(page.getByRole('textbox').first()).toBeFocused();
  await page.keyboard.type(await code());
  await expect(page).toHaveURL(/\/feed$/);
}

test('the whole journey by keyboard only', async ({ browser, baseURL }) => {
  const at = quietPlace();
  const bela = await someone('Bela', { baseURL, at });
  await becomeVisible(bela);
  await using context = await browser.newContext({
    geolocation: { longitude: at[0], latitude: at[1] },
    permissions: ['geolocation'],
    ...(baseURL && { baseURL }),
  });
  const page = await context.newPage();
  const email = `keys-${Date.now().toString(36)}@example.org`;

  await test.step('join and finish the six steps', async () => {
    await registerByKeys(page, email);
    await finishSetupByKeys(page, () => mailedCode(baseURL ?? '', email));
  });

  await test.step('filter, then go visible', async () => {
    const filter = button(page, 'Filter');
    await tabAndPress(page, filter);
    await escapeTo(page, page.getByRole('dialog', { name: 'Preferences' }), filter);
    const status = button(page, /^You are offline/);
    await tabAndPress(page, status);
    const sheet = page.getByRole('dialog', { name: 'Go Visible' });
    await escapeTo(page, sheet, status);
    await page.keyboard.press('Enter');
    await expectFocusIn(sheet);
    await tabAndPress(page, sheet.getByRole('button', { name: '2h' }), 'Space');
    await tabAndPress(page, sheet.getByRole('button', { name: 'Go Visible Now' }));
    await expect(page).toHaveURL(/\/payment-success$/);
    await tabAndPress(page, button(page, 'Start Browsing'));
    await expect(page).toHaveURL(/\/feed$/);
  });

  await test.step('open a card, look at the menu, pin', async () => {
    await tabAndPress(page, page.getByRole('link', { name: /^Bela/ }));
    await expect(page).toHaveURL(`/profile/${bela.id}`);
    const more = button(page, 'More');
    const menu = page.getByRole('menu');
    await tabAndPress(page, more);
    await escapeTo(page, menu, more);
    await page.keyboard.press('Enter');
    await choose(page, page.getByRole('menuitem', { name: 'Report User' }));
    await escapeTo(page, page.getByRole('dialog', { name: 'Report User' }), more);
    await tabAndPress(page, button(page, 'Pin Bela'));
    await expect(page.getByText('You Pinned Bela!')).toBeVisible();
    await expect(page).toHaveURL(/\/feed$/);
  });

  const userId = await page.evaluate(() => localStorage.getItem('userId')!);
  const ada = { id: userId, name: 'Ada' };
  const field = page.getByRole('textbox', { name: 'Message' });
  const log = page.getByRole('log');
  await test.step('chat: send, edit, delete', async () => {
    const chat = await chatOf(bela, ada);
    await tabAndPress(page, page.getByRole('link', { name: /^Pinned/ }));
    const row = page.getByRole('main').getByRole('link', { name: /^Bela/ });
    await row.waitFor();
    // While the page does not know the pin yet, its acceptance would open a dialog.
    await accept(bela, chat.id);
    await expect(row).toHaveAttribute('href', `/chat/${chat.id}`);
    await tabAndPress(page, row);
    await tabTo(page, field);
    await page.keyboard.type('Helo');
    await page.keyboard.press('Enter');
    await expect(log.getByText('Sent', { exact: true })).toBeAttached();
    await expect(field).toBeFocused();
    const bubble = log
      .getByRole('listitem')
      .filter({ hasText: /^You: Hel/ })
      .getByRole('button', { name: 'Message actions' })
      .first();
    await tabTo(page, bubble, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await escapeTo(page, page.getByRole('menu'), bubble);
    await page.keyboard.press('Enter');
    await choose(page, page.getByRole('menuitem', { name: 'Edit' }));
    await expect(field).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Hello');
    await page.keyboard.press('Enter');
    await expect(log.getByText(/^Edited/)).toBeVisible();
    await expect(field).toBeFocused();
    await sayTo(chat.id, bela, ada, 'Hello yourself');
    await expect(log.getByText('Hello yourself')).toBeVisible();
    await tabTo(page, bubble, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await choose(page, page.getByRole('menuitem', { name: 'Delete' }));
    await expect(log.getByText('This message was deleted')).toBeVisible();
    await expect.poll(() => log.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  });

  await test.step('the menu of the chat, and signing out', async () => {
    const more = button(page, 'More');
    await tabTo(page, more, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await choose(page, page.getByRole('menuitem', { name: 'Block User' }));
    await escapeTo(page, page.getByRole('alertdialog', { name: 'Block Bela?' }), more);
    await tabTo(page, button(page, 'Go back to all chats'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/chats$/);
    await tabAndPress(page, page.getByRole('link', { name: 'Profile', exact: true }));
    await expect(page).toHaveURL(/\/settings$/);
    const erase = button(page, 'Delete Account');
    await tabAndPress(page, erase);
    await escapeTo(page, page.getByRole('alertdialog'), erase);
    await tabTo(page, button(page, 'Sign Out'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login$/);
  });
});
