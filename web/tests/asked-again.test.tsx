import { appeal, getDecision, type Decision } from '@herenow/contract/appeals';
import { clearAlert, getAlert } from '@herenow/contract/alerts';
import { listFeed } from '@herenow/contract/feed';
import { addPasskey } from '@herenow/contract/passkeys';
import { confirmSecondFactor, getSecondFactor } from '@herenow/contract/second-factor';
import { alreadyAppealed } from '@herenow/contract/refusals';
import { listBlockedUsers, unblockUser } from '@herenow/contract/safety';
import { endSharedDate, listSharedDates, readSharedDate, shareDate } from '@herenow/contract/shared-dates';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { navigate } from '../src/lib/navigation.tsx';
import { queryClient } from '../src/lib/query-client.ts';
import { openPage } from './opened-page.tsx';
import { neighbour } from './people.ts';
import { addPasskeyWith, stubPasskeys, withPasskeys } from './stubbed-passkeys.ts';
import { stubAda, type Asked } from './stubbed-server.ts';
import { openScan } from './stubbed-setup.ts';

/** Refetches all that the page shows, as when the user comes back to it. */
const askAgain = () => queryClient.refetchQueries();
const until = new Date(Date.now() + 3_600_000).toISOString();

test('a shared date stays on the screen when refetching it fails', async () => {
  const { ada, server } = stubAda();
  server.on(readSharedDate, { body: { who: 'Bela', place: 'Café Luna', until, over: false } });
  await openPage('/date/abc', ada);
  await expect.element(page.getByText('Café Luna')).toBeVisible();
  server.on(readSharedDate, 'no answer');
  await askAgain();
  await page.getByText('Café Luna').hover();
  await expect.element(page.getByText('Bela')).toBeVisible();
  expect(page.getByRole('alert').query()).toBeNull();
});

test('an unfinished two-step setup stays on the screen when refetching fails', async () => {
  const { ada, server } = stubAda();
  server.on(getSecondFactor, { body: { since: null, recoveryCodes: 0, passkeys: [] } });
  await openScan(server, ada);
  // The authenticator app is on the same phone, so the user leaves the page and comes back.
  server.on(getSecondFactor, 'no answer');
  await askAgain();
  await page.getByText('ABCD EFGH').hover();
  await userEvent.keyboard('12');
  await expect.element(page.getByText('ABCD EFGH')).toBeVisible();
});

test('recovery codes are shown although it is known before that two-step sign-in is on', async () => {
  const { ada, server } = stubAda();
  server.on(getSecondFactor, { body: { since: null, recoveryCodes: 0, passkeys: [] } });
  await openScan(server, ada);
  const release = server.hold(confirmSecondFactor, { body: { recoveryCodes: ['abcde-fghij'] } });
  await page.getByRole('textbox').first().click();
  await userEvent.keyboard('123456');
  await expect.poll(() => release.asked).toHaveLength(1);
  server.on(getSecondFactor, { body: { since: ada.created, recoveryCodes: 10, passkeys: [] } });
  await askAgain();
  release();
  await expect.element(page.getByText('abcde-fghij')).toBeVisible();
});

test('a passkey that the list has before the answer to adding it is there once', async () => {
  const { ada, server } = stubAda();
  const { passkey } = stubPasskeys(server);
  const release = server.hold(addPasskey, { body: passkey });
  await openPage('/two-step-sign-in', ada);
  await addPasskeyWith('123456');
  await expect.poll(() => release.asked).toHaveLength(1);
  server.on(getSecondFactor, withPasskeys(passkey));
  await askAgain();
  release();
  await expect.element(page.getByText('Passkey added.')).toBeVisible();
  expect(page.getByText(passkey.name, { exact: true }).elements()).toHaveLength(1);
});

test('the link of a date is shown although the list of dates cannot be loaded', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [] });
  server.on(listSharedDates, { body: [] });
  const date = { id: ada.id, who: 'Bela', place: '', until, created: until };
  server.on(shareDate, { body: { ...date, token: 'abc' } });
  await openPage('/share-date', ada);
  await page.getByLabelText('Who are you meeting?').fill('Bela');
  const release = server.hold(listSharedDates, { body: [date] });
  await page.getByRole('button', { name: 'Make the Link' }).click();
  await expect.element(page.getByText(/\/date\/abc$/)).toBeVisible();
  release();
  const takeBack = page.getByRole('button', { name: 'Stop sharing the date with Bela' });
  await expect.element(takeBack).toBeVisible();

  server.on(endSharedDate, { body: undefined });
  server.on(listSharedDates, { body: [] });
  await takeBack.click();
  await expect.element(page.getByText('The link no longer works')).toBeVisible();
  await expect.element(page.getByText(/\/date\/abc$/)).not.toBeInTheDocument();
});

test('a date whose answer was lost is asked for again as the same one, and the next one is another', async () => {
  const { ada, server } = stubAda();
  server.on(listSharedDates, { body: [] });
  await openPage('/share-date', ada);
  const date = { id: crypto.randomUUID(), who: 'Bela', place: '', until, created: until };
  const make = page.getByRole('button', { name: 'Make the Link' });
  const idsOf = (asked: Asked[]) => asked.map(({ body }) => (body as { id: string }).id);
  await page.getByLabelText('Who are you meeting?').fill('Bela');
  const lost = server.on(shareDate, 'no answer');
  await make.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await page.getByLabelText(/^Where\?/).fill('Café Luna');
  const heard = server.on(shareDate, { body: { ...date, token: 'abc' } });
  // The list has it already.
  server.on(listSharedDates, { body: [date] });
  await make.click();
  await expect.element(page.getByText(/\/date\/abc$/)).toBeVisible();
  await page.getByRole('button', { name: 'Share Another Date' }).click();
  await page.getByLabelText('Who are you meeting?').fill('Chidi');
  await make.click();
  await expect.poll(() => idsOf(heard)).toHaveLength(2);
  expect(idsOf(lost)).toEqual(idsOf(heard).slice(0, 1));
  expect(new Set(idsOf(heard)).size).toBe(2);
});

test('a link that was revoked on another device is no longer shown', async () => {
  const { ada, server } = stubAda();
  server.on(listSharedDates, { body: [] });
  await openPage('/share-date', ada);
  await page.getByLabelText('Who are you meeting?').fill('Bela');
  const date = { id: crypto.randomUUID(), who: 'Bela', place: '', until, created: until };
  server.on(shareDate, { body: { ...date, token: 'abc' } });
  server.on(listSharedDates, { body: [date] });
  await page.getByRole('button', { name: 'Make the Link' }).click();
  const link = page.getByText(/\/date\/abc$/);
  await expect.element(link).toBeVisible();
  await askAgain();
  await expect.element(link).toBeVisible();
  server.on(listSharedDates, { body: [] });
  await askAgain();
  await expect.element(page.getByRole('button', { name: 'Make the Link' })).toBeVisible();
  expect(link.query()).toBeNull();
});

test('a link that was made takes the focus once, whatever becomes of the other dates', async () => {
  const { ada, server } = stubAda();
  server.on(listSharedDates, { body: [] });
  await openPage('/share-date', ada);
  await page.getByLabelText('Who are you meeting?').fill('Bela');
  const date = { id: crypto.randomUUID(), who: 'Bela', place: '', until, created: until };
  server.on(shareDate, { body: { ...date, token: 'abc' } });
  server.on(listSharedDates, { body: [date, { ...date, id: crypto.randomUUID(), who: 'Chidi' }] });
  await page.getByRole('button', { name: 'Make the Link' }).click();
  await expect.element(page.getByRole('heading', { level: 2 }).first()).toHaveFocus();
  await expect.element(page.getByText('Chidi')).toBeVisible();
  const copy = page.getByRole('button', { name: 'Copy the Link' });
  (copy.element() as HTMLElement).focus();
  server.on(listSharedDates, { body: [date] });
  await askAgain();
  await expect.element(page.getByText('Chidi')).not.toBeInTheDocument();
  await expect.element(copy).toHaveFocus();
});

test('text for a friend is kept while on another page, until the link is made', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [] });
  server.on(listSharedDates, { body: [] });
  await openPage('/share-date', ada);
  const who = page.getByLabelText('Who are you meeting?');
  await who.fill('Bela');
  await page.getByLabelText(/^Where\?/).fill('Café Luna');
  const comeBack = async () => {
    navigate('/settings');
    await expect.element(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    navigate('/share-date');
  };
  await comeBack();
  await expect.element(who).toHaveValue('Bela');
  await expect.element(page.getByLabelText(/^Where\?/)).toHaveValue('Café Luna');
  const date = { id: ada.id, who: 'Bela', place: 'Café Luna', until, created: until };
  server.on(shareDate, { body: { ...date, token: 'abc' } });
  server.on(listSharedDates, { body: [date] });
  await page.getByRole('button', { name: 'Make the Link' }).click();
  await expect.element(page.getByRole('button', { name: 'Copy the Link' })).toBeVisible();
  await comeBack();
  await expect.element(who).toHaveValue('');
});

test('a list requested before an unblock and received after it does not show the person as blocked again', async () => {
  const { ada, server } = stubAda();
  const bela = neighbour('Bela');
  server.on(listBlockedUsers, { body: [bela] });
  server.on(unblockUser, { body: undefined });
  await openPage('/blocked-users', ada);
  const unblock = page.getByRole('button', { name: 'Unblock Bela' });
  await expect.element(unblock).toBeVisible();
  const release = server.hold(listBlockedUsers, { body: [bela] });
  const again = askAgain();
  await expect.poll(() => release.asked).not.toHaveLength(0);
  // Chidi was blocked on another device, which the list was requested for.
  server.on(listBlockedUsers, { body: [neighbour('Chidi')] });
  await unblock.click();
  await expect.element(unblock).not.toBeInTheDocument();
  release();
  await again;
  await expect.element(page.getByRole('button', { name: 'Unblock Chidi' })).toBeVisible();
  await expect.element(unblock).not.toBeInTheDocument();
});

test('an alert requested before it was switched off and received after it is not shown as on again', async () => {
  const { ada, server } = stubAda();
  const running = { until, maxDistanceKm: 10 };
  server.on(getAlert, { body: running });
  server.on(clearAlert, { body: undefined });
  await openPage('/notifications', ada);
  const alert = page.getByRole('switch', { name: 'Tell me when people nearby become visible' });
  await expect.element(alert).toBeChecked();
  const release = server.hold(getAlert, { body: running });
  const again = askAgain();
  await expect.poll(() => release.asked).not.toHaveLength(0);
  server.on(getAlert, { body: { until: null, maxDistanceKm: null } });
  await alert.click();
  await expect.element(alert).not.toBeInTheDocument();
  release();
  await again;
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).hover();
  await expect.element(alert).not.toBeInTheDocument();
});

test('an appeal whose answer was lost is shown as made once it is tried again', async () => {
  const { ada, server } = stubAda();
  const decision = { action: 'warn', days: null, why: '', created: ada.created } as const;
  const told = (state: Decision['state']) => ({ body: { ...decision, state, reasons: [], texts: [] } });
  server.on(getDecision, told('open'));
  server.on(appeal, { status: alreadyAppealed.status, text: alreadyAppealed.text });
  await openPage('/appeal#token', ada);
  await page.getByRole('textbox').fill('That was not me.');
  server.on(getDecision, told('waiting'));
  await page.getByRole('button', { name: 'Send Appeal' }).click();
  await expect.element(page.getByText(/^We have your appeal/)).toBeVisible();
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
});
