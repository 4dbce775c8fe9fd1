import type { OwnUser } from '@herenow/contract/entities';
import { getUser, updateUser } from '@herenow/contract/profile';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { session } from '../src/lib/session.ts';
import { deviceStore, forgetUser } from '../src/lib/storage.ts';
import { showToast } from '../src/ui/toast.tsx';
import { openPage, signInAs } from './opened-page.tsx';
import { otherRecord } from './people.ts';
import { stubAda } from './stubbed-server.ts';

const photo = () => ({
  id: crypto.randomUUID(),
  url: `/photo-placeholder.svg#${crypto.randomUUID()}`,
  srcset: '',
  thumbhash: '',
});
const name = page.getByLabelText('Name');
const bio = page.getByLabelText('A few words about you');
const save = page.getByRole('button', { name: 'Save' });
const unsaved = page.getByText('Not saved yet');

/** Receives what another tab or device has saved. */
const savedElsewhere = (user: OwnUser) => session.setUser(user);

test('text typed while a profile is being saved stays, and is not shown as saved', async () => {
  const { ada, server } = stubAda({ photos: [photo()] });
  await openPage('/my-profile', ada);
  await name.fill('Ada Lovelace');
  const release = server.hold(updateUser, { body: { ...ada, username: 'Ada Lovelace' } });
  await save.click();
  await bio.fill('Tea, not coffee.');
  release();
  await expect.element(page.getByText('Your profile is saved.')).toBeVisible();
  await expect.element(bio).toHaveValue('Tea, not coffee.');
  await expect.element(unsaved).toBeVisible();
});

test('a profile that is saved twice is told to be saved once', async () => {
  const { ada, server } = stubAda({ photos: [photo()] });
  await openPage('/my-profile', ada);
  const asked = server.on(updateUser, { body: ada });
  await name.click();
  const saved = page.getByText('Your profile is saved.');
  for (const times of [1, 2]) {
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => asked).toHaveLength(times);
    await expect.element(save).toBeEnabled();
    await expect.element(saved).toBeVisible();
  }
  // A second one would come before this.
  showToast('And then');
  await expect.element(page.getByText('And then')).toBeVisible();
  expect(saved.elements()).toHaveLength(1);
});

test('what somebody has typed is not there for who signs in after them', async () => {
  const { ada, server } = stubAda({ photos: [photo()] });
  await openPage('/my-profile', ada);
  await bio.fill('For Bela alone.');
  const chidi = { ...otherRecord('Chidi'), photos: [photo()] };
  server.on(getUser, { body: chidi });
  signInAs(chidi);
  await expect.element(name).toHaveValue('Chidi');
  await expect.element(bio).toHaveValue('');
  expect(Object.values(sessionStorage).join()).not.toContain('Bela');
});

test('a page from the cache of the browser has what was typed only if nobody has signed out meanwhile', async () => {
  const { ada } = stubAda({ photos: [photo()] });
  // It comes with the later screens, once the page is quiet.
  await import('../src/app/tab-drafts.ts');
  await openPage('/my-profile', ada);
  const kept = () => Object.values(sessionStorage).join();
  // In another tab, of which a page in the cache hears nothing.
  const elsewhere = (end: () => void) => {
    end();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  };
  await bio.fill('For Bela alone.');
  elsewhere(() => forgetUser(deviceStore));
  await expect.element(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  expect(kept()).toContain('For Bela alone.');
  elsewhere(() => localStorage.clear());
  expect(kept()).not.toContain('For Bela alone.');
});

test('a profile shows what was saved elsewhere, but for what is being changed here, and saves that alone', async () => {
  const [first, second] = [photo(), photo()];
  const { ada, server } = stubAda({ photos: [first] });
  await openPage('/my-profile', ada);
  await bio.fill('Tea, not coffee.');
  const elsewhere = { ...ada, username: 'Countess', photos: [first, second] };
  savedElsewhere(elsewhere);
  await expect.element(name).toHaveValue('Countess');
  await expect.element(page.getByRole('img', { name: 'Photo 2 of 2' })).toBeInTheDocument();
  await expect.element(bio).toHaveValue('Tea, not coffee.');
  const saved = server.on(updateUser, { body: { ...elsewhere, bio: 'Tea, not coffee.' } });
  await save.click();
  await expect.element(page.getByText('Your profile is saved.')).toBeVisible();
  expect(saved.map(({ body }) => body)).toEqual([{ id: ada.id, bio: 'Tea, not coffee.' }]);
  await expect.element(unsaved).not.toBeInTheDocument();
});

test('on a tablet held upright, the photos are as wide as what is below them', async () => {
  const { ada } = stubAda();
  await openPage('/my-profile', ada);
  await page.viewport(820, 1180);
  await expect.poll(() => innerWidth).toBe(820);
  const save = page.getByRole('button', { name: 'Save' });
  await expect.element(save).toBeVisible();
  const photos = document.querySelector('.photo-grid')!.getBoundingClientRect();
  expect(photos.width).toBe(save.element().getBoundingClientRect().width);
});

test('a user who has turned 81 can still save the rest of the profile', async () => {
  const dateOfBirth = `${new Date().getUTCFullYear() - 82}-05-14`;
  const { ada, server } = stubAda({ photos: [photo()], dateOfBirth });
  await openPage('/my-profile', ada);
  await name.fill('Ada Lovelace');
  server.on(updateUser, { body: { ...ada, username: 'Ada Lovelace' } });
  await save.click();
  await expect.element(page.getByText('Your profile is saved.')).toBeVisible();
});

test('photos arranged here keep those added elsewhere', async () => {
  const [first, second, third] = [photo(), photo(), photo()];
  const { ada } = stubAda({ photos: [first, second] });
  await openPage('/my-profile', ada);
  await page.getByRole('button', { name: 'Change photo 2' }).click();
  await page.getByRole('menuitem', { name: 'Make It First' }).click();
  await expect.element(unsaved).toBeVisible();
  savedElsewhere({ ...ada, photos: [first, second, third] });
  await expect.element(page.getByRole('img', { name: 'Photo 3 of 3' })).toBeInTheDocument();
  await expect.element(unsaved).toBeVisible();
});

test('a saved profile leaves nothing that would come back as unsaved', async () => {
  const { ada, server } = stubAda({ photos: [photo()] });
  await openPage('/my-profile', ada);
  await name.fill('Ada Lovelace');
  const release = server.hold(updateUser, { body: { ...ada, username: 'Ada Lovelace' } });
  await save.click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(page.getByRole('link', { name: 'My Profile', exact: true })).toBeVisible();
  release();
  await expect.element(page.getByText('Your profile is saved.')).toBeVisible();
  savedElsewhere({ ...ada, username: 'Countess' });
  await page.getByRole('link', { name: 'My Profile', exact: true }).click();
  await expect.element(name).toHaveValue('Countess');
  await expect.element(unsaved).not.toBeInTheDocument();
});
