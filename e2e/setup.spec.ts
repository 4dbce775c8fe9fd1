import { DATE_IDEAS, DISTANCE_STEPS_KM, PRONOUNS } from '@herenow/contract/constants';
import type { Page } from '@playwright/test';
import { updateUser } from '@herenow/contract/profile';
import { ADA } from '@herenow/cast/characters';
import { hold, refuse, unanswered } from './answers.ts';
import { expect, PHONE, REFUSED, test } from './fixtures.ts';
import { widePicture } from './browser-contexts.ts';
import { expectProgress } from './setup-progress.ts';
import { enter, someone } from './signed-in.ts';

const UPDATE = '**/api/user/update';
const NOT_SAVED = 'We couldn’t save this. Please try again.';

test.use({ ...PHONE, expectedErrors: REFUSED });

const next = (page: Page) => page.getByRole('button', { name: 'Next Step' });

/** Returns the format and size of the next picture that a page sends, as the page itself decodes it. */
const uploadedPicture = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ type: string; width: number; height: number }>((resolve, reject) => {
        const append = Reflect.get(FormData.prototype, 'append');
        FormData.prototype.append = function (name: string, value: string | Blob, ...file: string[]) {
          if (value instanceof Blob)
            createImageBitmap(value).then(
              ({ width, height }) => resolve({ type: value.type, width, height }),
              reject,
            );
          return Reflect.apply(append, this, [name, value, ...file]);
        };
      }),
  );

test('the profile requires a name, pronouns and an age of eighteen', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL, step: 1 });
  await enter(page, ada, '/');
  await expect(page).toHaveURL(/\/profile-setup$/);
  await expectProgress(page, '33.33', '2 / 6');
  const name = page.getByPlaceholder('Nickname or your real one');
  const born = page.getByLabel('Date of birth');
  await expect(page.getByText('We will only show your age, not full birthday!')).toBeVisible();
  await expect(page.getByLabel('Pronouns').locator('option')).toHaveText([/.*/, ...PRONOUNS]);
  const today = new Date();
  const years = (ago: number) => `${today.getUTCFullYear() - ago}${today.toISOString().slice(4, 10)}`;
  await expect(born).toHaveAttribute('max', years(18));
  await expect(born).toHaveAttribute('min', years(80));

  await expect(next(page)).toBeDisabled();
  await page.getByLabel('Pronouns').selectOption('They/Them');
  await name.fill('Ada');
  await born.fill(`${today.getUTCFullYear() - 17}-01-01`);
  await expect(page.getByText('You must be 18 years or older to use this app')).toBeVisible();
  await expect(next(page)).toBeDisabled();
  await name.fill('   ');
  const card = page.getByRole('main').getByText('Your name', { exact: true }).locator('..');
  await expect(card).toHaveText('Your name');
  await expect(next(page)).toBeDisabled();
  await born.fill('1996-05-14');
  await expect(page.getByText('You must be 18 years or older to use this app')).toHaveCount(0);
  await expect(next(page)).toBeDisabled();
  await name.fill('Ada 🎈');
  await expect(next(page)).toBeEnabled();

  await page.reload();
  await expect(name).toHaveValue('Ada 🎈');
  await expect(born).toHaveValue('1996-05-14');
  await unanswered(page, UPDATE);
  await next(page).click();
  await expect(page.getByText('No connection. Please check your network and try again.')).toBeVisible();
  await page.unroute(UPDATE);
  const release = await hold(page, UPDATE);
  await next(page).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/preferences-setup$/);
  expect(await ada.user()).toMatchObject({ username: 'Ada 🎈', gender: 'They/Them', registrationStep: 2 });
  await page.goBack();
  await expect(name).toHaveValue('Ada 🎈');
});

test('date ideas: ten, all, or none', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL, step: 2 });
  await enter(page, ada, '/preferences-setup');
  await expectProgress(page, '50', '3 / 6');
  await expect(page.getByRole('heading', { name: 'What would your perfect date look like?' })).toBeVisible();
  const ideas = page.getByRole('group', { name: 'Date ideas' }).getByRole('button');
  await expect(ideas).toHaveText([...DATE_IDEAS]);
  // Below the ideas, so that its sentence moves none of them.
  await expect(page.getByRole('main')).toContainText(/Brunch\s*I am open to anything/);
  await expect(page.getByText('Your selection 0/10')).toBeVisible();
  for (let at = 0; at < 10; at += 1) await ideas.nth(at).click();
  await expect(page.getByText('Your selection 10/10')).toBeVisible();
  await expect(ideas.nth(10)).toBeDisabled();
  await expect(ideas.nth(9)).toBeEnabled();
  await page.reload();
  await expect(page.getByText('Your selection 10/10')).toBeVisible();
  const anything = page.getByRole('checkbox', { name: 'I am open to anything' });
  await anything.check();
  await expect(page.getByText("You're open to anything! All date ideas are selected.")).toBeVisible();
  await expect(ideas.nth(0)).toBeDisabled();
  await anything.uncheck();
  await expect(page.getByText('Your selection 0/10')).toBeVisible();
  await page.getByRole('button', { name: 'Coffee' }).click();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page).toHaveURL(/\/distance-setup$/);
  await expect(ideas).toHaveCount(0);
  expect(await ada.user()).toMatchObject({ myTags: [], registrationStep: 2 });
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Coffee' }).click();
  await next(page).click();
  await expect(page).toHaveURL(/\/distance-setup$/);
  expect(await ada.user()).toMatchObject({ myTags: ['coffee'], registrationStep: 3 });
});

test('a step completed on another device meanwhile keeps the choice made there @slow', async ({
  page,
  baseURL,
}) => {
  const ada = await someone('Ada', { baseURL, step: 2 });
  await enter(page, ada, '/preferences-setup');
  await expect(page.getByText('Your selection 0/10')).toBeVisible();
  await ada.call(updateUser, { body: { id: ada.id, myTags: ['coffee'], registrationStep: 3 } });
  await next(page).click();
  await expect(page).toHaveURL(/\/distance-setup$/);
  await expect(page.getByRole('slider', { name: 'Distance' })).toBeVisible();
  await ada.call(updateUser, {
    body: { id: ada.id, preferences: { maxDistanceKm: 3 }, registrationStep: 4 },
  });
  await next(page).click();
  await expect(page).toHaveURL(/\/photo-setup$/);
  expect(await ada.user()).toMatchObject({
    myTags: ['coffee'],
    preferences: { maxDistanceKm: 3 },
    registrationStep: 4,
  });
  await expectProgress(page, '83.33', '5 / 6');
  // A choice made here overrides what was saved elsewhere.
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('slider', { name: 'Distance' }).press('Home');
  await next(page).click();
  await expect(page).toHaveURL(/\/photo-setup$/);
  expect(await ada.user()).toMatchObject({ preferences: { maxDistanceKm: 1 } });
});

test('a user who has finished on another device is led to the feed @slow', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  await enter(page, ada, '/feed');
  await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('user')!) as object;
    localStorage.setItem('user', JSON.stringify({ ...user, registrationStep: 3 }));
  });
  await page.goto('/');
  await expect(page).toHaveURL(/\/feed$/);
});

test('the distance suggests how to travel @slow', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL, step: 3 });
  await enter(page, ada, '/distance-setup');
  await expectProgress(page, '66.67', '4 / 6');
  const slider = page.getByRole('slider', { name: 'Distance' });
  await slider.press('Home');
  // The reach in the picture grows with each step.
  const within = page.getByRole('main').locator('svg circle').first();
  const scaleNow = () =>
    within.evaluate((circle: SVGElement) => Number(/[\d.]+/.exec(circle.style.transform)));
  let scale = 0;
  for (const km of DISTANCE_STEPS_KM) {
    await expect.poll(scaleNow).toBeGreaterThan(scale);
    scale = await scaleNow();
    const hint = km <= 3 ? 'Walking' : km <= 15 ? 'Bike' : km <= 40 ? 'Car' : "I'll figure it out...";
    await expect(slider).toHaveAttribute('aria-valuetext', km === 50 ? '50km+' : `${km}km`);
    await expect(page.getByText(hint, { exact: true })).toBeVisible();
    await slider.press('ArrowRight');
  }
  await page.reload();
  await expect(slider).toHaveAttribute('aria-valuetext', '50km+');
  // On a small phone, too, the question is above the button.
  await page.setViewportSize({ width: 320, height: 600 });
  const asked = (await slider.boundingBox())!;
  expect(asked.y + asked.height).toBeLessThan((await next(page).boundingBox())!.y);
  await refuse(page, UPDATE);
  await next(page).click();
  await expect(page.getByText(NOT_SAVED)).toBeVisible();
  await page.unroute(UPDATE);
  await next(page).click();
  await expect(page).toHaveURL(/\/photo-setup$/);
  expect(await ada.user()).toMatchObject({ preferences: { maxDistanceKm: 50 }, registrationStep: 4 });
});

test('photos are cropped to three by four, at most three of them', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL, step: 4 });
  await enter(page, ada, '/photo-setup');
  await expectProgress(page, '83.33', '5 / 6');
  const choose = async (...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
    page.locator('input[type=file]').setInputFiles(files);
  const buffer = await widePicture(ADA);
  const file = (name: string) => ({ name, mimeType: 'image/png', buffer });
  await expect(next(page)).toBeDisabled();
  await choose({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(page.getByText('Please choose a photo.')).toBeVisible();

  const crop = page.getByRole('dialog', { name: 'Crop your photo' });
  const zoom = crop.getByRole('slider', { name: 'Zoom' });
  const use = () => crop.getByRole('button', { name: 'Use Photo' }).click();
  await choose(file('one.png'));
  expect(
    await crop.getByRole('group').evaluate((area: HTMLElement) => [area.offsetWidth, area.offsetHeight]),
  ).toEqual([300, 400]);
  // On a desktop of usual height nothing needs scrolling.
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(crop.getByText('0.5×')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  await zoom.press('Home');
  await expect(zoom).toHaveAttribute('aria-valuetext', '0.5×');
  await zoom.press('ArrowRight');
  await expect(zoom).toHaveAttribute('aria-valuetext', '0.6×');
  await zoom.press('End');
  await expect(zoom).toHaveAttribute('aria-valuetext', '3.0×');
  await unanswered(page, '**/api/user/photos');
  await use();
  await expect(page.getByText('Failed to upload photos. Please try again.')).toBeVisible();
  await page.unroute('**/api/user/photos');
  const uploaded = uploadedPicture(page);
  await page.getByRole('button', { name: 'Try Again' }).click();
  expect(await uploaded).toEqual({ type: 'image/jpeg', width: 1080, height: 1440 });
  await expect(page.getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('img', { name: 'Photo 1 of 1' })).toBeVisible();
  await choose(file('a.png'), file('b.png'), file('c.png'));
  await expect(page.getByText('There is room for 2 more photos.')).toBeVisible();
  await use();
  // Found by its text: the next dialog is already open above it, which hides its role.
  await expect(page.getByAltText('Photo 2 of 2')).toBeVisible();
  await use();
  await expect(page.getByRole('img', { name: 'Photo 3 of 3' })).toBeVisible();
  await expect(crop).toHaveCount(0);
  await expect(page.locator('input[type=file]')).toHaveCount(0);
  await expect(page.getByText(/There is room for/)).toHaveCount(0);
  await next(page).click();
  await expect(page).toHaveURL(/\/email-verification$/);
  // The code was mailed just now.
  await expect(page.getByText(/^Send again in \d+s$/)).toBeVisible();
  const saved = await ada.user();
  expect(saved.registrationStep).toBe(5);
  expect(saved.photos).toHaveLength(3);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('the camera stands beside the picker @slow', async ({ page, baseURL }) => {
    await enter(page, await someone('Ada', { baseURL, step: 4 }), '/photo-setup');
    const asked = async (name: string) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name }).tap();
      return await chooser;
    };
    const camera = await asked('Take a Photo');
    expect(await camera.element().getAttribute('capture')).toBe('user');
    expect(camera.isMultiple()).toBe(false);
    await camera.setFiles({ name: 'a.png', mimeType: 'image/png', buffer: await widePicture(ADA) });
    await page.getByRole('dialog', { name: 'Crop your photo' }).getByRole('button', { name: 'Cancel' }).tap();
    const picker = await asked('Add Your First Photo');
    expect(await picker.element().getAttribute('capture')).toBeNull();
    expect(picker.isMultiple()).toBe(true);
  });
});

test('who has finished comes from the settings and returns to them @slow', async ({ page, baseURL }) => {
  const ada = await someone('Ada', { baseURL });
  await enter(page, ada, '/settings');
  for (const path of ['/profile-setup', '/preferences-setup', '/distance-setup', '/photo-setup']) {
    await page.goto(path);
    await expect(next(page)).toBeVisible();
    // Opened by its address, the page shows neither tabs nor progress.
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await next(page).click();
    await expect(page).toHaveURL(/\/settings$/);
  }
  await page.getByRole('link', { name: 'Distance' }).click();
  await page.getByRole('slider').press('Home');
  await next(page).click();
  await expect(page).toHaveURL(/\/settings$/);
  expect((await ada.user()).preferences.maxDistanceKm).toBe(1);
});

test('the photo slots end above the button on a laptop @slow', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await enter(page, await someone('Ada', { baseURL, step: 4 }), '/photo-setup');
  const places = (await page.getByRole('main').getByRole('list').boundingBox())!;
  const button = (await page.getByRole('button', { name: 'Next Step' }).boundingBox())!;
  expect(places.height).toBeGreaterThan(240);
  expect(places.y + places.height).toBeLessThan(button.y);
});
