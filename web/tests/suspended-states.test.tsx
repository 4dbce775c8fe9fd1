import { DECISION_HEADER, forgotPassword, login, resetPassword } from '@herenow/contract/accounts';
import { getDecision, type Decision } from '@herenow/contract/appeals';
import { deleteSuspended, listFormerChatsSuspended, reportSuspended } from '@herenow/contract/suspended';
import { linkOver } from '@herenow/contract/refusals';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { navigate } from '../src/lib/navigation.tsx';
import { session } from '../src/lib/session.ts';
import { openPage, tokenOf } from './opened-page.tsx';
import { otherRecord, ownRecord } from './people.ts';
import { stubServer } from './stubbed-server.ts';

const DAY_MS = 86_400_000;
const suspension: Omit<Decision, 'created'> = {
  action: 'suspend',
  days: 7,
  why: '',
  state: 'over',
  reasons: [],
  texts: [],
};

/** Returns the addresses that the tab has from now on. */
function watchAddresses(): () => string[] {
  const spies = (['pushState', 'replaceState'] as const).map((name) => vi.spyOn(history, name));
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  return () => spies.flatMap(({ mock }) => mock.calls.map(([, , url]) => String(url)));
}

const report = page.getByRole('dialog', { name: 'Report User' });
const words = report.getByRole('textbox');

test('an unfinished appeal is kept while on another page, and over a reload', async () => {
  const ada = ownRecord();
  const decision = {
    action: 'warn',
    days: null,
    why: '',
    created: ada.created,
    state: 'open',
  } as const;
  stubServer(ada).on(getDecision, { body: { ...decision, reasons: [], texts: [] } });
  await openPage('/appeal#token', ada);
  const text = page.getByRole('textbox');
  await text.fill('That was not me.');
  navigate('/settings');
  await expect.element(text).not.toBeInTheDocument();
  expect(Object.values(sessionStorage).join()).toContain('That was not me.');
  navigate('/appeal#token');
  await expect.element(text).toHaveValue('That was not me.');
});

test('a decision that no sign-in has told of is shown after a reset of the password, too', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  server.on(forgotPassword, { status: 200 });
  server.on(resetPassword, { status: 200 });
  server.on(login, { body: tokenOf(ada.id), headers: { [DECISION_HEADER]: 'token' } });
  server.on(getDecision, { body: { ...suspension, action: 'warn', days: null, created: ada.created } });
  await openPage('/settings', ada);
  session.close();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  const send = page.getByRole('button', { name: 'Send Reset Code' });
  await expect.element(send).toBeVisible();
  await page.getByLabelText('Email').fill('ada@example.org');
  await send.click();
  await page.getByLabelText('New password', { exact: true }).fill('Another1word');
  await page.getByRole('textbox').first().click();
  await userEvent.keyboard('123456');
  await page.getByLabelText('Confirm new password').fill('Another1word');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect.element(page.getByText('We’ve sent you a warning.')).toBeVisible();
});

test('neither a refused sign-in nor one that tells of a decision leaves its token in the history of the browser', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  server.on(getDecision, { body: { ...suspension, created: ada.created } });
  const asked = server.on(listFormerChatsSuspended, { body: [] });
  const link = 'https://herenow.example/appeal#token.pass';
  server.on(login, { status: 403, text: `This account is suspended. Appeal here: ${link}` });
  await openPage('/settings', ada);
  session.close();
  const addresses = watchAddresses();
  const signIn = async () => {
    await page.getByLabelText('Email').fill('ada@example.org');
    await page.getByLabelText('Password', { exact: true }).fill('Another1word');
    await page.getByRole('button', { name: 'Log In' }).click();
  };
  await signIn();
  await page.getByRole('link', { name: 'Appeal' }).click();
  await expect.element(page.getByText('We’ve suspended your account for 7 days.')).toBeVisible();
  expect(asked).toMatchObject([{ body: { pass: 'pass' } }]);
  history.back();
  server.on(login, { body: tokenOf(ada.id), headers: { [DECISION_HEADER]: 'token' } });
  await signIn();
  await expect.element(page.getByText('We’ve suspended your account for 7 days.')).toBeVisible();
  expect(addresses().join(' ')).not.toContain('token');
});

test('a suspended user can report people they met, only with the link of the refused sign-in', async () => {
  const ada = ownRecord();
  const bela = otherRecord('Bela');
  const decision = { action: 'suspend', days: 7, why: '', created: ada.created, state: 'open' } as const;
  const server = stubServer(ada);
  server.on(getDecision, { body: { ...decision, reasons: [], texts: [] } });
  server.on(listFormerChatsSuspended, { body: [{ id: bela.id, name: 'Bela', ended: ada.created }] });
  await openPage('/appeal#token', ada);
  await expect
    .element(page.getByText('Try to log in: the message you get has a link', { exact: false }))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');
  await expect.element(page.getByText('Bela')).not.toBeInTheDocument();
  navigate('/appeal#token.pass');
  await page.getByRole('button', { name: 'Report Bela' }).click();
  await report.getByRole('button', { name: 'Send Report' }).click();
  await expect.element(report.getByText('Please select a reason for reporting')).toBeVisible();
  await report.getByText('Harassment or bullying').click();
  await words.fill('Followed me home.');
  const sent = server.onTap(reportSuspended, { status: 200 });
  await report.getByRole('button', { name: 'Send Report' }).click();
  await expect.element(page.getByText('User reported successfully.', { exact: false })).toBeVisible();
  expect(sent).toMatchObject([
    {
      body: {
        pass: 'pass',
        reportedUserId: bela.id,
        reason: 'Harassment or bullying',
        words: 'Followed me home.',
      },
    },
  ]);
});

test('a suspended user can delete the account, only with the link of the refused sign-in', async () => {
  const ada = ownRecord();
  const decision = { action: 'suspend', days: 7, why: '', created: ada.created, state: 'over' } as const;
  const server = stubServer(ada);
  server.on(getDecision, { body: { ...decision, reasons: [], texts: [] } });
  server.on(listFormerChatsSuspended, { body: [] });
  await openPage('/appeal#token', ada);
  // Somebody suspended is signed out everywhere.
  session.close();
  localStorage.setItem('deviceKey', 'key');
  const open = page.getByRole('button', { name: 'Delete Account' });
  await expect.element(page.getByText('With the same link, you can delete your account.')).toBeVisible();
  await expect.element(open).not.toBeInTheDocument();
  navigate('/appeal#token.pass');
  await open.click();
  const dialog = page.getByRole('alertdialog');
  const confirm = dialog.getByRole('button', { name: 'Delete Account' });
  server.on(deleteSuspended, { status: 404, text: 'This link is over.' });
  await confirm.click();
  await expect.element(dialog.getByText('This link is over.')).toBeVisible();
  const sent = server.onTap(deleteSuspended, { status: 200 });
  await confirm.click();
  await expect.element(page.getByText('Your account has been deleted')).toBeVisible();
  expect(sent).toMatchObject([{ body: { pass: 'pass' } }]);
  expect(localStorage.getItem('deviceKey')).toBeNull();
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Your account has been deleted');
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('a link that is over is not offered to be tried again', async () => {
  const ada = ownRecord();
  const over = { status: 404, text: linkOver.text };
  const server = stubServer(ada);
  server.on(listFormerChatsSuspended, over);
  server.on(getDecision, over);
  await openPage('/appeal#old', ada);
  await expect.element(page.getByText(linkOver.text)).toBeVisible();
  const retry = page.getByRole('button', { name: 'Try Again' });
  await expect.element(retry).not.toBeInTheDocument();
  // The link of a refused sign-in ends before that of the decision.
  server.on(getDecision, { body: { ...suspension, created: ada.created } });
  navigate('/appeal#token.old');
  await expect.element(page.getByRole('link', { name: 'Log In' })).toBeVisible();
  await expect.element(retry).not.toBeInTheDocument();
});

test('a suspended user is told when the suspension ends, while it lasts', async () => {
  const ada = ownRecord();
  const created = new Date(Date.now() - 6 * DAY_MS);
  const server = stubServer(ada);
  server.on(getDecision, { body: { ...suspension, created: created.toISOString() } });
  await openPage('/appeal#token', ada);
  const end = new Date(created.getTime() + 7 * DAY_MS);
  const told = end.toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
  await expect.element(page.getByText(`Ends on ${told}`)).toBeVisible();
  server.on(getDecision, { body: { ...suspension, created: ada.created, days: null } });
  navigate('/appeal#other');
  await expect.element(page.getByText('We’ve suspended your account for good.')).toBeVisible();
  await expect.element(page.getByText('Ends on')).not.toBeInTheDocument();
});

test('the text of a suspended user’s report is kept when closing and reloading, until it is sent', async () => {
  const ada = ownRecord();
  const [bela, chidi] = [otherRecord('Bela'), otherRecord('Chidi')];
  const decision = { action: 'suspend', days: 7, why: '', created: ada.created, state: 'open' } as const;
  const server = stubServer(ada);
  server.on(getDecision, { body: { ...decision, reasons: [], texts: [] } });
  const met = [bela, chidi].map(({ id, username }) => ({ id, name: username, ended: ada.created }));
  server.on(listFormerChatsSuspended, { body: met });
  await openPage('/appeal#token.pass', ada);
  const about = (name: string) => page.getByRole('button', { name: `Report ${name}` }).click();
  const close = async () => {
    await userEvent.keyboard('{Escape}');
    await expect.element(report).not.toBeInTheDocument();
  };
  await about('Bela');
  await words.fill('Followed me home.');
  await close();
  await about('Chidi');
  await expect.element(words).toHaveValue('');
  await close();
  // As after a reload: a new screen, and a pass from signing in again.
  navigate('/settings');
  await expect.element(page.getByRole('button', { name: 'Report Bela' })).not.toBeInTheDocument();
  navigate('/appeal#token.pass2');
  await about('Bela');
  await expect.element(words).toHaveValue('Followed me home.');
  await close();
  // Another suspended person on this device has a link of their own.
  navigate('/appeal#other.pass');
  await about('Bela');
  await expect.element(words).toHaveValue('');
  await close();

  navigate('/appeal#token.pass2');
  await about('Bela');
  await report.getByText('Harassment or bullying').click();
  server.onTap(reportSuspended, { status: 200 });
  await report.getByRole('button', { name: 'Send Report' }).click();
  await expect.element(report).not.toBeInTheDocument();
  expect(Object.values(sessionStorage).join()).not.toContain('Followed me home.');
});
