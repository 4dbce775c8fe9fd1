import { logout, verifyCode } from '@herenow/contract/accounts';
import { STEP } from '@herenow/contract/constants';
import type { OwnUser } from '@herenow/contract/entities';
import { getUser, updateUser } from '@herenow/contract/profile';
import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { countAddedEntries } from './added-entries.ts';
import { address, openPage } from './opened-page.tsx';
import { stubChannel } from './stubbed-channel.ts';
import { type Asked, stubAda, type StubbedServer } from './stubbed-server.ts';

const photo = { id: crypto.randomUUID(), url: '/photo-placeholder.svg', srcset: '', thumbhash: '' };
const nextStep = page.getByRole('button', { name: 'Next Step' });

/** Lets the server save a step of the setup from the next tap on; returns the requests that save one. */
function saves(server: StubbedServer, me: OwnUser): Asked[] {
  server.onTap(getUser, { body: me });
  return server.onTap(updateUser, { body: me });
}

/** Taps the middle of a button at once, whichever element is on top there. */
function tap(button: Locator): void {
  const { left, top, width, height } = button.element().getBoundingClientRect();
  const under = document.elementFromPoint(left + width / 2, top + height / 2);
  if (under instanceof HTMLElement) under.click();
}

test('a second quick tap on a step of the setup does nothing on the next one', async () => {
  const { ada, server } = stubAda({
    registrationStep: STEP.distance,
    emailValidated: false,
    photos: [photo],
  });
  const signedOut = server.on(logout, { status: 200 });
  await openPage('/photo-setup', ada);
  saves(server, { ...ada, registrationStep: STEP.photos });
  await nextStep.click();
  // On the next page, the button that signs out is in the same place.
  const other = page.getByText('Use a Different Account');
  await expect.element(other).toBeVisible();
  tap(other);
  await other.click();
  await expect.poll(address).toBe('/login');
  expect(signedOut).toHaveLength(1);
});

test('whoever waits to use another account sees that it goes on', async () => {
  const { ada, server } = stubAda({ registrationStep: STEP.photos, emailValidated: false, photos: [photo] });
  const release = server.hold(logout, { status: 200 });
  await openPage('/email-verification', ada);
  await page.getByRole('button', { name: 'Use a Different Account' }).click();
  await expect.element(page.getByRole('button', { name: 'Signing out...' })).toBeVisible();
  release();
  await expect.poll(address).toBe('/login');
});

test('the second button of a page is as high as the first', async () => {
  const { ada } = stubAda({ registrationStep: STEP.photos, emailValidated: false, photos: [photo] });
  await openPage('/email-verification', ada);
  const heightOf = (name: string) =>
    page.getByRole('button', { name }).element().getBoundingClientRect().height;
  await expect.element(page.getByRole('button', { name: 'Start Browsing' })).toBeVisible();
  expect(heightOf('Use a Different Account')).toBe(heightOf('Start Browsing'));
});

test('two simultaneous taps save a step of the setup once', async () => {
  const { ada, server } = stubAda({ registrationStep: STEP.created, emailValidated: false });
  await openPage('/profile-setup', ada);
  await page.getByPlaceholder('Nickname or your real one').fill('Ada');
  const saved = saves(server, { ...ada, registrationStep: STEP.profile });
  const added = countAddedEntries();
  tap(nextStep);
  tap(nextStep);
  await expect.element(page.getByText('Your selection 1/10')).toBeVisible();
  expect(saved).toHaveLength(1);
  expect(added()).toBe(1);
});

test('a user whose code was accepted, but whose answer was lost, continues with the next try', async () => {
  const { ada, server } = stubAda({ registrationStep: STEP.photos, emailValidated: false, photos: [photo] });
  server.on(verifyCode, 'no answer');
  const refreshed = server.on(getUser, { body: ada });
  // Without a channel the page would ask for the record every now and then.
  const channel = stubChannel(server);
  await openPage('/email-verification', ada);
  await channel.ready;
  await expect.poll(() => refreshed).not.toHaveLength(0);
  await page.getByRole('textbox').first().fill('123456');
  await expect.element(page.getByText('Verification failed')).toBeVisible();
  server.onTap(verifyCode, { status: 400, text: 'Email verification failed' });
  server.onTap(getUser, { body: { ...ada, registrationStep: STEP.verified, emailValidated: true } });
  await page.getByRole('button', { name: 'Start Browsing' }).click();
  await expect.poll(address).toBe('/feed');
});

/** Chooses a file of any type as the photo: some systems know no type for what a phone took. */
async function choose(file: File): Promise<void> {
  await expect.element(page.getByRole('button', { name: /^Add/ })).toBeVisible();
  const chosen = new DataTransfer();
  chosen.items.add(file);
  const field = document.querySelector<HTMLInputElement>('input[type=file]')!;
  field.files = chosen.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

async function picture(): Promise<ArrayBuffer> {
  const canvas = new OffscreenCanvas(30, 40);
  canvas.getContext('2d')!.fillRect(0, 0, 30, 40);
  return await (await canvas.convertToBlob()).arrayBuffer();
}

test.each(['', 'application/octet-stream'])('a photo of type "%s" is told by what it is', async (type) => {
  const { ada } = stubAda({ registrationStep: STEP.distance, emailValidated: false });
  await openPage('/photo-setup', ada);
  await choose(new File(['what only a phone reads'], 'IMG_1.HEIC', { type }));
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^We couldn’t read this photo/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await choose(new File([await picture()], 'IMG_2', { type }));
  await expect.element(page.getByRole('button', { name: 'Use Photo' })).toBeEnabled();
});

test('a photo can be cropped on the narrowest phone', async () => {
  const { ada } = stubAda({ registrationStep: STEP.distance, emailValidated: false });
  await openPage('/photo-setup', ada);
  await page.viewport(320, 568);
  await choose(new File([await picture()], 'IMG_2', { type: 'image/png' }));
  const area = page.getByRole('group', { name: /^The part of the photo/ });
  await expect.poll(() => (area.element() as HTMLElement).offsetWidth).toBe(300);
  const { left, right } = page.getByRole('button', { name: 'Close' }).element().getBoundingClientRect();
  expect(left).toBeGreaterThan(0);
  expect(right).toBeLessThanOrEqual(320);
});

test('on a phone held sideways the whole photo, its zoom and the buttons are in sight', async () => {
  const { ada } = stubAda({ registrationStep: STEP.distance, emailValidated: false });
  await openPage('/photo-setup', ada);
  await page.viewport(844, 390);
  await choose(new File([await picture()], 'IMG_2', { type: 'image/png' }));
  const dialog = page.getByRole('dialog', { name: 'Crop your photo' });
  for (const part of [
    dialog.getByRole('group', { name: /^The part of the photo/ }),
    dialog.getByRole('slider', { name: 'Zoom' }),
    dialog.getByRole('button', { name: 'Use Photo' }),
    dialog.getByRole('button', { name: 'Close' }),
  ])
    await expect.element(part).toBeInViewport({ ratio: 0.99 });
});

test('on a phone held sideways the question and its button are beside the answers', async () => {
  const { ada } = stubAda({ registrationStep: STEP.profile, emailValidated: false });
  await openPage('/preferences-setup', ada);
  await page.viewport(844, 390);
  const question = page.getByRole('heading', { level: 1 });
  const first = page.getByRole('button', { name: 'Walk a dog' });
  for (const part of [question, first, nextStep]) await expect.element(part).toBeInViewport({ ratio: 1 });
  expect(nextStep.element().getBoundingClientRect().right).toBeLessThan(
    first.element().getBoundingClientRect().left,
  );
  const last = page.getByRole('button', { name: 'Brunch' });
  await last.click();
  await expect.element(last).toBeInViewport({ ratio: 1 });
  for (const part of [question, nextStep]) await expect.element(part).toBeInViewport({ ratio: 1 });
});

test('the longest text for a distance fits on one line beside its small drawing', async () => {
  const { ada } = stubAda({ registrationStep: STEP.ideas, preferences: { maxDistanceKm: 50 } });
  await openPage('/distance-setup', ada);
  const hint = page.getByText("I'll figure it out...");
  await expect.element(hint).toBeVisible();
  const drawing = hint.element().querySelector('svg')!;
  await expect.poll(() => drawing.getBoundingClientRect().width).toBe(20);
});

test('Enter leads on to what is still to be filled in, but not out of a name that is being composed', async () => {
  const { ada } = stubAda({ registrationStep: STEP.created, emailValidated: false, gender: null });
  await openPage('/profile-setup', ada);
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveAttribute('enterkeyhint', 'next');
  await name.click();
  const enter = { key: 'Enter', bubbles: true, cancelable: true };
  name.element().dispatchEvent(new KeyboardEvent('keydown', { ...enter, isComposing: true }));
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('Noor{Enter}');
  await expect.element(page.getByRole('combobox', { name: 'Pronouns' })).toHaveFocus();
});

test('Skip leads from the date ideas back to the settings, without saving', async () => {
  const { ada, server } = stubAda();
  const saved = saves(server, ada);
  await openPage('/preferences-setup', ada, { state: { fromSettings: true } });
  await page.getByRole('button', { name: 'Brunch' }).click();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect.poll(address).toBe('/settings');
  expect(saved).toEqual([]);
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
});
