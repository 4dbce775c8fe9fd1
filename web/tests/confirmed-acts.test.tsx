import { deleteUser, DEVICE_KEY_HEADER, listSessions, updatePassword } from '@herenow/contract/accounts';
import { decideAppeal, listAppeals } from '@herenow/contract/appeals';
import {
  getCase,
  getModerationSummary,
  holdCase,
  listCases,
  moderate,
  moderateMany,
  type ModerationCase,
} from '@herenow/contract/moderation';
import { operatorLeaves } from '@herenow/contract/refusals';
import { closeSealedCase, listSealedCases } from '@herenow/contract/sealed-cases';
import { endSecondFactor, getSecondFactor } from '@herenow/contract/second-factor';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { words } from '../src/features/desk/words.ts';
import { keepToasts } from './kept-toasts.ts';
import { address, openPage } from './opened-page.tsx';
import { caseOf, profileOf } from './people.ts';
import { stubAda } from './stubbed-server.ts';

const created = new Date().toISOString();
const entry = {
  id: crypto.randomUUID(),
  action: 'warn' as const,
  userId: crypto.randomUUID(),
  operatorId: crypto.randomUUID(),
  formerOperator: null,
  reasons: [],
  note: '',
  why: '',
  days: null,
  texts: [],
  created,
};
const summary = { cases: 0, sealed: 1, appeals: 1, faces: 0, underage: 0, oldest: null };

test('switching off two-step sign-in is confirmed, although its settings are gone', async () => {
  const { ada, server } = stubAda();
  server.on(getSecondFactor, { body: { since: created, recoveryCodes: 10, passkeys: [] } });
  server.on(endSecondFactor, { body: undefined });
  await openPage('/two-step-sign-in', ada);
  await page.getByRole('button', { name: 'Switch It Off' }).click();
  await page.getByLabelText('Your password').fill('Herenow-2026');
  await page.getByRole('textbox', { name: /code/i }).fill('123456');
  await page.getByRole('button', { name: 'Switch It Off' }).click();
  await expect.element(page.getByText('Two-step sign-in is off.')).toBeVisible();
});

test('a changed password is confirmed, renews the key of the device, and a second Enter complains about nothing', async () => {
  const { ada, server } = stubAda();
  server.on(listSessions, { body: [] });
  localStorage.setItem('deviceKey', 'the key');
  const headers = { [DEVICE_KEY_HEADER]: 'the next key' };
  const asked = server.on(updatePassword, { body: undefined, headers });
  await openPage('/privacy-safety', ada);
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('Current password').fill('Herenow-2025');
  await field('New password').fill('Herenow-2026');
  await field('Confirm new password').fill('Herenow-2026');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Your password has been changed.')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Change your password' })).toHaveFocus();
  expect(document.querySelector('[aria-invalid=true]')).toBeNull();
  expect(asked.map(({ body }) => body)).toMatchObject([{ device: 'the key' }]);
  expect(localStorage.getItem('deviceKey')).toBe('the next key');
});

test('an operator reads why the account cannot be deleted', async () => {
  const { ada, server } = stubAda();
  server.on(deleteUser, { status: 409, text: operatorLeaves.text });
  await openPage('/settings', ada);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).click();
  await expect.element(page.getByText(operatorLeaves.text)).toBeVisible();
});

test('deleting the account cannot be called off any more once it is under way', async () => {
  const { ada, server } = stubAda();
  const answer = server.hold(deleteUser, { status: 503 });
  await openPage('/settings', ada);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const question = page.getByRole('alertdialog');
  const button = (name: string) => question.getByRole('button', { name });
  await button('Delete Account').click();
  await expect.poll(() => answer.asked).toHaveLength(1);
  await expect.element(button('Cancel')).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  const left = new Promise((resolve) =>
    navigation.addEventListener('currententrychange', resolve, { once: true }),
  );
  history.back();
  await left;
  await expect.poll(() => history.state?.layers).toBe(1);
  await expect.element(question).toBeVisible();
  answer();
  await expect.element(question.getByRole('alert')).toBeVisible();
  await button('Cancel').click();
  await expect.element(question).not.toBeInTheDocument();
});

test('deleting an account is confirmed, although its case is gone', async () => {
  const { ada: dana, server } = stubAda();
  const bela = profileOf('Bela');
  server.on(getModerationSummary, { body: summary });
  server.on(listCases, { body: [] });
  server.on(holdCase, { body: undefined });
  server.on(getCase, {
    body: caseOf(bela),
  });
  server.on(moderate, () => {
    server.on(getCase, { status: 404 });
    return { body: { ...entry, action: 'delete' as const } };
  });
  await openPage(`/desk/case/${bela.id}`, dana);
  const remove = words.act.delete;
  await page.getByRole('button', { name: remove }).click();
  await page.getByRole('dialog').getByRole('button', { name: remove }).click();
  await expect.element(page.getByText(words.done(remove))).toBeVisible();
  await expect.poll(address).toBe('/desk');
});

test('deciding an appeal is confirmed, although it is gone from the list', async () => {
  const { ada: dana, server } = stubAda();
  server.on(getModerationSummary, { body: summary });
  const { userId } = entry;
  const appeal = {
    id: entry.id,
    userId,
    username: 'Bela',
    words: 'Please look.',
    created,
    entry,
    ownAct: false,
  };
  server.on(listAppeals, { body: [appeal] });
  const asked = server.on(decideAppeal, { body: entry });
  await openPage('/desk/appeals', dana);
  await page.getByLabelText(/^Why/).fill('It was not you.');
  server.on(listAppeals, { body: [] });
  await page.getByRole('button', { name: 'Reverse It' }).click();
  const question = page.getByRole('alertdialog', { name: 'Reverse It' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Reverse It' }).click();
  await question.getByRole('button', { name: 'Reverse It' }).click();
  await expect.element(page.getByText('Reversed')).toBeVisible();
  await expect.poll(() => Object.values(sessionStorage).join()).not.toContain('It was not you.');
});

test('an appeal that is decided already does not disappear without a word', async () => {
  const { ada: dana, server } = stubAda();
  server.on(getModerationSummary, { body: summary });
  const { id, userId } = entry;
  server.on(listAppeals, {
    body: [{ id, userId, username: 'Bela', words: 'Please look.', created, entry, ownAct: false }],
  });
  server.on(decideAppeal, { status: 404, text: 'Not found' });
  await openPage('/desk/appeals', dana);
  const reverse = page.getByRole('button', { name: 'Reverse It' });
  await expect.element(reverse).toBeVisible();
  server.on(listAppeals, { body: [] });
  await reverse.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reverse It' }).click();
  await expect.element(page.getByText(words.decided)).toBeVisible();
});

test('closing a sealed case is confirmed, although it is gone from the list', async () => {
  const { ada: dana, server } = stubAda();
  server.on(getModerationSummary, { body: summary });
  const id = crypto.randomUUID();
  const sealed = { id, username: 'Bela', gender: null, age: 30, own: false, reports: [] };
  server.on(listSealedCases, { body: [sealed] });
  server.on(closeSealedCase, { body: { ...entry, action: 'dismiss' } });
  await openPage('/desk/sealed', dana);
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  await expect.element(dismiss).toBeVisible();
  server.on(listSealedCases, { body: [] });
  await dismiss.click();
  await expect.element(page.getByText(/^Done/)).toBeVisible();
});

test('a mailbox is suspended only after a question', async () => {
  const { ada: dana, server } = stubAda();
  server.on(getModerationSummary, { body: summary });
  const id = crypto.randomUUID();
  const sealed = { id, username: 'Bela', gender: null, age: 30, own: false, reports: [] };
  server.on(listSealedCases, { body: [sealed] });
  const asked = server.on(closeSealedCase, { body: { ...entry, action: 'suspend' } });
  await openPage('/desk/sealed', dana);
  const suspend = page.getByRole('button', { name: words.sealedAct.suspend });
  const question = page.getByRole('alertdialog', { name: words.sealedAct.suspend });
  await suspend.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(asked).toEqual([]);
  server.on(listSealedCases, { body: [] });
  await suspend.click();
  await question.getByRole('button', { name: words.sealedAct.suspend }).click();
  await expect.element(page.getByText(/^Done/)).toBeVisible();
  expect(asked).toHaveLength(1);
});

test.each(['an appeal', 'a sealed case'])(
  'a decision of %s whose answer is lost does not go without a word',
  async (what) => {
    keepToasts();
    const { ada: dana, server } = stubAda();
    server.on(getModerationSummary, { body: summary });
    const { id, userId } = entry;
    const appeal = { id, userId, username: 'Bela', words: 'Please look.', created, entry, ownAct: false };
    server.on(listAppeals, { body: [appeal] });
    server.on(listSealedCases, {
      body: [{ id, username: 'Bela', gender: null, age: 30, own: false, reports: [] }],
    });
    const lose = (list: typeof listAppeals | typeof listSealedCases) => () => {
      server.on(list, { body: [] });
      return 'no answer' as const;
    };
    server.on(decideAppeal, lose(listAppeals));
    server.on(closeSealedCase, lose(listSealedCases));
    await openPage(what === 'an appeal' ? '/desk/appeals' : '/desk/sealed', dana);
    await page.getByRole('button', { name: what === 'an appeal' ? 'Let It Stand' : 'Dismiss' }).click();
    if (what === 'an appeal')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Let It Stand' }).click();
    await expect.element(page.getByText(words.unheard)).toBeVisible();
  },
);

/** A case in the queue of the desk. */
const waitingCase = (name: string): ModerationCase => ({
  user: { ...profileOf(name), created, suspended: false, suspendedUntil: null, hiddenUntil: null },
  rank: 1,
  since: created,
  heldBy: null,
  blockedBy: 0,
  history: [],
  reports: [],
});

test('a late answer to an act on several leaves what was chosen meanwhile', async () => {
  const { ada: dana, server } = stubAda();
  server.on(getModerationSummary, { body: summary });
  server.on(listCases, { body: [waitingCase('Bela'), waitingCase('Chidi')] });
  const answer = server.hold(moderateMany, { body: { entries: [], refused: [] } });
  await openPage('/desk', dana);
  await page.getByRole('button', { name: 'Choose Several' }).click();
  await page.getByRole('checkbox').first().click();
  await page.getByRole('button', { name: /^Act on/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).last().click();
  await expect.poll(() => answer.asked).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await page.getByRole('checkbox').last().click();
  server.on(listCases, { body: [waitingCase('Chidi')] });
  answer();
  await expect.element(page.getByText(words.bulkDone(0, 0))).toBeVisible();
  await expect.element(page.getByRole('checkbox')).toBeChecked();
});

test('acting on the whole queue is confirmed, although the queue is empty', async () => {
  const { ada: dana, server } = stubAda();
  server.on(getModerationSummary, { body: summary });
  server.on(listCases, { body: [waitingCase('Bela')] });
  server.on(moderateMany, { body: { entries: [], refused: [{ userId: profileOf('Bela').id, text: '' }] } });
  await openPage('/desk', dana);
  await page.getByRole('button', { name: 'Choose Several' }).click();
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: /^Act on/ }).click();
  server.on(listCases, { body: [] });
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).last().click();
  await expect.element(page.getByText(words.bulkDone(0, 1))).toBeVisible();
});
