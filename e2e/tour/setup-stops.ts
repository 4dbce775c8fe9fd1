import type { Page } from '@playwright/test';
import { fails, newcomer, press, shows, steps, toEnd, type Stop } from './stop.ts';
import { ADA } from '@herenow/cast/characters';
import { portraitsOf } from '../portraits.ts';

const choosePhoto = async (page: Page) => {
  const [buffer] = await portraitsOf(ADA, 0, 1);
  const file = { name: 'ada.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(buffer!) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('dialog').getByRole('slider').waitFor();
};
const usePhoto = async (page: Page) => {
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Use Photo', disabled: false }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

/** The screens between the registration and the feed. */
export const setupStops: readonly Stop[] = [
  { name: 'profile-setup', path: () => '/profile-setup', who: newcomer(1) },
  {
    name: 'profile-setup-errors',
    path: () => '/profile-setup',
    who: newcomer(1),
    act: async (page) => {
      await page.getByLabel('Name').fill('   ');
      await page.getByLabel('Date of birth').fill('2020-01-01');
      await page.getByLabel('Date of birth').blur();
      await shows('You must be 18 years or older to use this app')(page);
    },
  },
  { name: 'preferences-setup', path: () => '/preferences-setup', who: newcomer(2), act: toEnd },
  {
    name: 'preferences-setup-ten',
    path: () => '/preferences-setup',
    who: newcomer(2),
    act: async (page) => {
      const ideas = page.getByRole('group', { name: 'Date ideas' }).getByRole('button');
      for (let at = 0; at < 10; at += 1) await ideas.nth(at * 2).click();
      await shows('Your selection 10/10')(page);
      await toEnd(page);
    },
  },
  {
    name: 'preferences-setup-anything',
    path: () => '/preferences-setup',
    who: newcomer(2),
    act: steps((page) => page.getByRole('checkbox').check(), toEnd),
  },
  { name: 'distance-setup', path: () => '/distance-setup', who: newcomer(3) },
  {
    name: 'distance-setup-failed',
    path: () => '/distance-setup',
    who: newcomer(3),
    before: fails('**/api/user/update', 0),
    act: steps(press('Next Step'), shows('No connection')),
  },
  { name: 'photo-setup', path: () => '/photo-setup', who: newcomer(4) },
  { name: 'photo-setup-crop', path: () => '/photo-setup', who: newcomer(4), act: choosePhoto },
  {
    name: 'photo-setup-chosen',
    path: () => '/photo-setup',
    who: newcomer(4),
    act: steps(usePhoto, (page) => page.getByRole('button', { name: 'Change photo 1' }).waitFor()),
  },
  {
    name: 'photo-setup-failed',
    path: () => '/photo-setup',
    who: newcomer(4),
    before: fails('**/api/user/photos', 0),
    act: steps(usePhoto, shows('Failed to upload photos. Please try again.')),
  },
  { name: 'email-verification', path: () => '/email-verification', who: newcomer(5) },
  {
    name: 'email-verification-wrong',
    path: () => '/email-verification',
    who: newcomer(5),
    before: fails('**/api/email/verify-code', 400, 'Email verification failed'),
    act: async (page) => {
      await page.getByRole('textbox').first().click();
      await page.keyboard.type('123456');
      await shows('Email verification failed')(page);
    },
  },
];
