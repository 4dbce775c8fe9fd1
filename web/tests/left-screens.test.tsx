import { listSessions, updatePassword } from '@herenow/contract/accounts';
import { updateUser } from '@herenow/contract/profile';
import { listFormerChats } from '@herenow/contract/former-chats';
import { listBlockedUsers, reportUser, unblockUser } from '@herenow/contract/safety';
import {
  getCase,
  getModerationSummary,
  holdCase,
  listCases,
  moderate,
  moderateMany,
} from '@herenow/contract/moderation';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { words as desk } from '../src/features/desk/words.ts';
import { words as settings } from '../src/features/settings/words.ts';
import { keepToasts } from './kept-toasts.ts';
import { openPage } from './opened-page.tsx';
import { caseOf, profileOf } from './people.ts';
import { stubAda } from './stubbed-server.ts';

const back = page.getByRole('button', { name: 'Back' });
const PHOTO = { id: crypto.randomUUID(), url: '/photo-placeholder.svg', srcset: '', thumbhash: '' };

/** Waits for the settings, which the arrows of their pages lead to. */
async function leave() {
  await back.click();
  await expect.element(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
}

test('a profile that is being saved can be left without a question, and whoever left reads that it was not saved', async () => {
  keepToasts();
  const { ada, server } = stubAda({ photos: [PHOTO] });
  await openPage('/my-profile', ada);
  await page.getByLabelText('Name').fill('Ada Lovelace');
  const release = server.hold(updateUser, { status: 500, text: 'Not now.' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => release.asked).toHaveLength(1);
  await leave();
  release();
  await expect.element(page.getByText('Not now.')).toBeVisible();
  await page.getByRole('link', { name: 'My Profile', exact: true }).click();
  await expect.element(page.getByLabelText('Name')).toHaveValue('Ada Lovelace');
});

test('whoever left the notifications reads that a switch was not saved', async () => {
  keepToasts();
  const { ada, server } = stubAda();
  await openPage('/notifications', ada);
  const release = server.hold(updateUser, { status: 500 });
  await page.getByRole('switch', { name: 'New messages' }).first().click();
  await expect.poll(() => release.asked).toHaveLength(1);
  await leave();
  release();
  await expect.element(page.getByText(settings.notifications.saveFailed)).toBeVisible();
});

test('whoever left the date ideas reads that they were not saved', async () => {
  keepToasts();
  const { ada, server } = stubAda();
  await openPage('/preferences-setup', ada, { state: { fromSettings: true } });
  const release = server.hold(updateUser, { status: 500, text: 'Not now.' });
  await page.getByRole('button', { name: 'Brunch' }).click();
  await page.getByRole('button', { name: 'Next Step' }).click();
  await expect.poll(() => release.asked).toHaveLength(1);
  await leave();
  release();
  await expect.element(page.getByText('Not now.')).toBeVisible();
});

test('whoever left the password form reads that it was not changed', async () => {
  keepToasts();
  const { ada, server } = stubAda();
  server.on(listSessions, { body: [] });
  const release = server.hold(updatePassword, { status: 403 });
  await openPage('/privacy-safety', ada);
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('Current password').fill('Herenow-2025');
  await field('New password').fill('Herenow-2026');
  await field('Confirm new password').fill('Herenow-2026');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect.poll(() => release.asked).toHaveLength(1);
  await leave();
  release();
  await expect.element(page.getByRole('alert')).toBeVisible();
});

test('whoever left the blocked people reads that nobody was unblocked', async () => {
  keepToasts();
  const { ada, server } = stubAda();
  const bela = profileOf('Bela');
  server.on(listFormerChats, { body: [] });
  server.on(listBlockedUsers, { body: [{ ...bela, name: 'Bela' }] });
  const release = server.hold(unblockUser, { status: 500 });
  await openPage('/blocked-users', ada);
  await page.getByRole('button', { name: 'Unblock Bela' }).click();
  await expect.poll(() => release.asked).toHaveLength(1);
  await leave();
  release();
  await expect.element(page.getByText('Failed to unblock user. Please try again.')).toBeVisible();
});

test('whoever closed a report while it was sent reads that it was not', async () => {
  keepToasts();
  const { ada, server } = stubAda();
  const bela = profileOf('Bela');
  server.on(listFormerChats, { body: [] });
  server.on(listBlockedUsers, { body: [{ ...bela, name: 'Bela' }] });
  const release = server.hold(reportUser, { status: 500 });
  await openPage('/blocked-users', ada);
  await page.getByRole('button', { name: 'Report Bela' }).click();
  const report = page.getByRole('dialog', { name: 'Report User' });
  await report.getByText('Harassment or bullying').click();
  await report.getByRole('button', { name: 'Send Report' }).click();
  await expect.poll(() => release.asked).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(report).not.toBeInTheDocument();
  release();
  await expect.element(page.getByText('Failed to report user. Please try again.')).toBeVisible();
});

test('an operator cannot close an act on one person that is under way', async () => {
  const { ada: dana, server } = stubAda();
  const bela = profileOf('Bela');
  server.on(getModerationSummary, {
    body: { cases: 1, sealed: 0, appeals: 0, faces: 0, underage: 0, oldest: null },
  });
  server.on(listCases, { body: [] });
  server.on(holdCase, { body: undefined });
  server.on(getCase, { body: caseOf(bela) });
  const release = server.hold(moderate, { status: 500 });
  await openPage(`/desk/case/${bela.id}`, dana);
  await page.getByRole('button', { name: desk.act.warn }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: desk.act.warn }).click();
  await expect.poll(() => release.asked).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  release();
  await expect.element(sheet.getByRole('alert')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
});

test('an operator who closed an act on several reads that it failed', async () => {
  keepToasts();
  const { ada: dana, server } = stubAda();
  server.on(getModerationSummary, {
    body: { cases: 1, sealed: 0, appeals: 0, faces: 0, underage: 0, oldest: null },
  });
  server.on(listCases, { body: [caseOf(profileOf('Bela'))] });
  const release = server.hold(moderateMany, { status: 500, text: 'Not now.' });
  await openPage('/desk', dana);
  await page.getByRole('button', { name: 'Choose Several' }).click();
  await page.getByRole('checkbox').first().click();
  await page.getByRole('button', { name: /^Act on/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Dismiss' }).last().click();
  await expect.poll(() => release.asked).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  release();
  await expect.element(page.getByText('Not now.')).toBeVisible();
});
