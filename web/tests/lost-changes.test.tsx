import {
  deleteUser,
  listSessions,
  refreshToken,
  revokeSession,
  type Session,
} from '@herenow/contract/accounts';
import { listFormerChats } from '@herenow/contract/former-chats';
import { removePasskey } from '@herenow/contract/passkeys';
import { getUser, updateUser } from '@herenow/contract/profile';
import { getExport, requestExport } from '@herenow/contract/rights';
import { listBlockedUsers, unblockUser } from '@herenow/contract/safety';
import {
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
} from '@herenow/contract/second-factor';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { words as accounts } from '../src/features/accounts/words.ts';
import { words as profile } from '../src/features/profile/words.ts';
import { emit } from '../src/lib/window-events.ts';
import { words as twoStep } from '../src/features/accounts/two-step-words.ts';
import { keepToasts } from './kept-toasts.ts';
import { address, openPage } from './opened-page.tsx';
import { profileOf } from './people.ts';
import { stubAda } from './stubbed-server.ts';
import { openScan } from './stubbed-setup.ts';

/** Changes of which the server carries out each, but loses the answer. */
const LOST = 'no answer';
const created = new Date().toISOString();
const on = { since: created, recoveryCodes: 10, passkeys: [] };
const off = { since: null, recoveryCodes: 0, passkeys: [] };
const alert = page.getByRole('alert');
const button = (name: string) => page.getByRole('button', { name });
const password = () => page.getByLabelText('Your password').fill('Herenow-2026');

test('a switch shows what was saved, although the answer was lost', async () => {
  const { ada, server } = stubAda();
  await openPage('/notifications', ada);
  server.on(updateUser, () => {
    const notificationSettings = { ...ada.notificationSettings, pushNotificationMessages: false };
    server.on(getUser, { body: { ...ada, notificationSettings } });
    return LOST;
  });
  const first = page.getByRole('switch', { name: 'New messages' }).first();
  await first.click();
  await expect
    .poll(() => JSON.parse(localStorage.getItem('user')!).notificationSettings.pushNotificationMessages)
    .toBe(false);
  await expect.element(first).not.toBeChecked();
  expect(alert.query()).toBeNull();
});

test('a person is unblocked, although the answer was lost', async () => {
  const { ada, server } = stubAda();
  const bela = profileOf('Bela');
  server.on(listFormerChats, { body: [] });
  server.on(listBlockedUsers, { body: [{ ...bela, name: 'Bela' }] });
  await openPage('/blocked-users', ada);
  server.on(unblockUser, () => {
    server.on(listBlockedUsers, { body: [] });
    return LOST;
  });
  await button('Unblock Bela').click();
  await expect.element(page.getByText('Nobody is blocked')).toBeVisible();
});

test('a device is signed out, although the answer was lost or another device was first', async () => {
  keepToasts();
  const { ada, server } = stubAda();
  const phone: Session = {
    id: crypto.randomUUID(),
    device: 'Phone',
    created,
    lastUsedAt: created,
    current: false,
    pushes: false,
    appSource: 'web',
  };
  const tablet = { ...phone, id: crypto.randomUUID(), device: 'Tablet' };
  server.on(listSessions, { body: [phone, tablet] });
  await openPage('/privacy-safety', ada);
  server.on(revokeSession, () => {
    server.on(listSessions, { body: [tablet] });
    return LOST;
  });
  await button('Sign out Phone').click();
  await expect.element(button('Sign out Phone')).not.toBeInTheDocument();
  await expect.element(page.getByText(accounts.safety.ended)).toBeVisible();
  server.on(revokeSession, () => {
    server.on(listSessions, { body: [] });
    return { status: 404 };
  });
  await button('Sign out Tablet').click();
  await expect.element(button('Sign out Tablet')).not.toBeInTheDocument();
  expect(alert.query()).toBeNull();
});

test('whoever switches two-step sign-in on without hearing the recovery codes is told to make new ones', async () => {
  const { ada, server } = stubAda();
  server.on(getSecondFactor, { body: off });
  await openScan(server, ada);
  server.on(confirmSecondFactor, () => {
    server.on(getSecondFactor, { body: on });
    return LOST;
  });
  await page.getByRole('textbox').first().click();
  await userEvent.keyboard('123456');
  await expect.element(page.getByText(twoStep.onTitle)).toBeVisible();
  await expect.element(page.getByText(twoStep.codesLost)).toBeVisible();
});

test('two-step sign-in is off, although the answer was lost', async () => {
  const { ada, server } = stubAda();
  server.on(getSecondFactor, { body: on });
  await openPage('/two-step-sign-in', ada);
  await button(twoStep.off).click();
  await password();
  await page.getByLabelText(twoStep.offCode).fill('123456');
  server.on(endSecondFactor, () => {
    server.on(getSecondFactor, { body: off });
    return LOST;
  });
  await button(twoStep.off).click();
  await expect.element(page.getByText(twoStep.isOff)).toBeVisible();
});

test('a passkey is removed, although the answer was lost', async () => {
  const { ada, server } = stubAda();
  const passkey = { id: crypto.randomUUID(), name: 'Laptop', created, lastUsedAt: null };
  server.on(getSecondFactor, { body: { ...on, passkeys: [passkey] } });
  await openPage('/two-step-sign-in', ada);
  await button(twoStep.passkeys.removeLabel('Laptop')).click();
  await password();
  await page.getByLabelText(twoStep.offCode).fill('123456');
  server.on(removePasskey, () => {
    server.on(getSecondFactor, { body: on });
    return LOST;
  });
  await page.getByRole('form').getByRole('button', { name: twoStep.passkeys.remove }).click();
  await expect.element(page.getByText(twoStep.passkeys.removed)).toBeVisible();
});

test('whoever did not hear the new recovery codes reads that the old ones may not work', async () => {
  const { ada, server } = stubAda();
  server.on(getSecondFactor, { body: on });
  server.on(renewRecoveryCodes, LOST);
  await openPage('/two-step-sign-in', ada);
  await button(twoStep.renew).click();
  await password();
  await page.getByLabelText('Code from your app, or a recovery code').fill('123456');
  await button(twoStep.renew).click();
  await expect.element(alert).toMatchTextContent(twoStep.renewLost);
});

test('a copy of the data is being made, although the answer was lost', async () => {
  const { ada, server } = stubAda();
  server.on(getExport, { body: null });
  await openPage('/your-data', ada);
  server.on(requestExport, () => {
    server.on(getExport, { body: { state: 'making', requested: created, expires: null } });
    return LOST;
  });
  await button('Make a Copy').click();
  await expect.element(page.getByText('We’re making your copy.', { exact: false })).toBeVisible();
  expect(alert.query()).toBeNull();
});

test('a deleted account leaves nothing on the device, although the answer was lost', async () => {
  const { ada, server } = stubAda();
  localStorage.setItem('deviceKey', 'a key');
  sessionStorage.setItem('draft:a', '{}');
  await openPage('/settings', ada);
  server.on(deleteUser, () => {
    server.on(refreshToken, { status: 401 });
    return LOST;
  });
  await button('Delete Account').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click();
  await expect.poll(address).toBe('/login');
  expect(localStorage.getItem('deviceKey')).toBeNull();
  expect(sessionStorage.getItem('draft:a')).toBeNull();
});

test('a deleted account leaves nothing on the device, although the page was reloaded before the answer', async () => {
  const { ada, server } = stubAda();
  localStorage.setItem('deviceKey', 'a key');
  localStorage.setItem('hint:homeZones', ada.id.slice(-4));
  sessionStorage.setItem('draft:a', '{}');
  await openPage('/settings', ada);
  const answer = server.hold(deleteUser, LOST);
  await button('Delete Account').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click();
  await expect.poll(() => answer.asked).toHaveLength(1);
  // What the page hears that opens after it, on the same device.
  emit('logout');
  await expect.poll(address).toBe('/login');
  for (const key of ['deviceKey', 'hint:homeZones', 'keepsDrafts'])
    expect(localStorage.getItem(key)).toBeNull();
  expect(sessionStorage.getItem('draft:a')).toBeNull();
});

test('an account that could not be deleted leaves what is on the device for when its session ends', async () => {
  const { ada, server } = stubAda();
  localStorage.setItem('deviceKey', 'a key');
  sessionStorage.setItem('draft:a', '{}');
  await openPage('/settings', ada);
  server.on(deleteUser, { status: 500 });
  await button('Delete Account').click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete Account' }).click();
  await expect.element(question.getByRole('alert')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  emit('logout');
  await expect.poll(address).toBe('/login');
  expect(localStorage.getItem('deviceKey')).toBe('a key');
  expect(sessionStorage.getItem('draft:a')).toBe('{}');
});

test('a profile is saved, although the answer was lost', async () => {
  keepToasts();
  const photos = [{ id: crypto.randomUUID(), url: '/photos/a.webp', srcset: '', thumbhash: '' }];
  const { ada, server } = stubAda({ photos });
  await openPage('/my-profile', ada);
  await page.getByRole('textbox', { name: 'Name' }).fill('  Ada   Lovelace ');
  server.on(updateUser, () => {
    // The addresses of photos change every few hours.
    const again = photos.map((photo) => ({ ...photo, url: '/photos/b.webp' }));
    server.on(getUser, { body: { ...ada, username: 'Ada Lovelace', photos: again } });
    return LOST;
  });
  await button('Save').click();
  await expect.element(page.getByText(profile.mine.saved)).toBeVisible();
  expect(alert.query()).toBeNull();
  await expect.element(page.getByText(profile.mine.unsaved)).not.toBeInTheDocument();
});
