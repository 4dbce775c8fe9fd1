import { listMessages, sendMessage } from '@herenow/contract/chats';
import { STEP } from '@herenow/contract/constants';
import { listFeed } from '@herenow/contract/feed';
import { getCase, getModerationSummary, holdCase, listCases, moderate } from '@herenow/contract/moderation';
import { getUser, updateUser } from '@herenow/contract/profile';
import { listSharedDates, shareDate } from '@herenow/contract/shared-dates';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { clearDraft, readDraft, useDraft } from '../src/lib/form-drafts.ts';
import { navigate } from '../src/lib/navigation.tsx';
import { address, openPage } from './opened-page.tsx';
import { caseOf, messageOf, profileOf, VISIBLE } from './people.ts';
import { stubAda, stubChat } from './stubbed-server.ts';

const later = new Date(Date.now() + 3 * 3_600_000).toISOString();

/** Opens another page, as a tap on a notification does, and then the first one again. */
async function comeBack(): Promise<void> {
  const { pathname } = location;
  navigate('/about');
  await expect.element(page.getByRole('heading', { name: 'About', level: 1 })).toBeVisible();
  navigate(pathname);
}

test('the typed name of a home zone is kept while on another page', async () => {
  const { ada } = stubAda();
  await openPage('/home-zones', ada);
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('My sister’s');
  await comeBack();
  await expect.element(name).toHaveValue('My sister’s');
});

test('an unfinished filter is kept while on another page, but not once it is closed', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [] });
  await openPage('/feed', ada);
  const sheet = page.getByRole('dialog', { name: 'Preferences' });
  const least = sheet.getByLabelText('Min age');
  const open = async () => {
    // Outside of a build, the icon is there before the feed is.
    await expect.element(page.getByText('No one is visible right now')).toBeVisible();
    await page.getByRole('button', { name: 'Filter' }).click();
  };
  await open();
  await least.fill('30');
  await comeBack();
  await open();
  await expect.element(least).toHaveValue(30);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  await open();
  await expect.element(least).toHaveValue(null);
  // Nor does what was dropped come back later.
  await comeBack();
  await open();
  await expect.element(least).toHaveValue(null);
});

test('a reply that was given up with its words is none to what is written later', async () => {
  const { ada, server, chat } = stubChat(VISIBLE);
  const theirs = messageOf(chat, 'At eight?');
  server.on(listMessages, { body: [theirs] });
  await openPage(`/chat/${chat.id}`, ada);
  await page.getByRole('log').getByText(theirs.content).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Reply' }).click();
  const reply = page.getByText('Reply to Bela: At eight?');
  await expect.element(reply).toBeVisible();
  const box = page.getByRole('textbox', { name: 'Message' });
  const leave = async () => {
    navigate('/chats');
    await expect.element(box).not.toBeInTheDocument();
    navigate(`/chat/${chat.id}`);
    await expect.element(page.getByRole('log')).toMatchTextContent('At eight?');
  };
  await leave();
  await expect.element(reply).not.toBeInTheDocument();
  await box.fill('Dinner?');
  await leave();
  await expect.element(box).toHaveValue('Dinner?');
  await expect.element(reply).not.toBeInTheDocument();
});

test('an unfinished reply is kept with its text, and sent as a reply', async () => {
  const { ada, server, chat } = stubChat(VISIBLE);
  const theirs = messageOf(chat, 'At eight?');
  server.on(listMessages, { body: [theirs, messageOf(chat, 'Or at nine?')] });
  await openPage(`/chat/${chat.id}`, ada);
  await page.getByRole('log').getByText(theirs.content).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Reply' }).click();
  const reply = page.getByText('Reply to Bela: At eight?');
  await expect.element(reply).toBeVisible();
  await page.getByRole('textbox', { name: 'Message' }).fill('That one');
  await comeBack();
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveValue('That one');
  await expect.element(reply).toBeVisible();
  const sent = server.on(sendMessage, { status: 503 });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => sent).toMatchObject([{ body: { content: 'That one', replyTo: theirs.id } }]);
  await comeBack();
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  await expect.element(reply).not.toBeInTheDocument();
});

test('an operator’s text for an act is kept while on another page, until the act is done', async () => {
  const { ada: dana, server } = stubAda();
  const bela = profileOf('Bela');
  const [created, id] = [new Date().toISOString(), crypto.randomUUID()];
  server.on(getModerationSummary, {
    body: { cases: 1, sealed: 0, appeals: 0, faces: 0, underage: 0, oldest: null },
  });
  server.on(listCases, { body: [] });
  server.on(holdCase, { body: undefined });
  server.on(getCase, {
    body: caseOf(bela),
  });
  await openPage(`/desk/case/${bela.id}`, dana);
  const warn = page.getByRole('button', { name: 'Warn' });
  const [why, note] = [page.getByLabelText(/^Why/), page.getByLabelText(/^Note/)];
  await warn.click();
  await why.fill('You asked for money.');
  await note.fill('Twice this week.');
  await page.getByRole('button', { name: 'Close' }).click();
  await comeBack();
  await warn.click();
  await expect.element(why).toHaveValue('You asked for money.');
  await expect.element(note).toHaveValue('Twice this week.');
  server.on(moderate, {
    body: {
      id,
      action: 'warn',
      userId: bela.id,
      operatorId: dana.id,
      formerOperator: null,
      reasons: [],
      note: '',
      why: '',
      days: null,
      texts: [],
      created,
    },
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Warn' }).click();
  await expect.element(why).not.toBeInTheDocument();
  navigate(`/desk/case/${bela.id}`);
  await warn.click();
  await expect.element(why).toHaveValue('');
});

test('the link of a date is shown later if the user left before it was made', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [] });
  server.on(listSharedDates, { body: [] });
  await openPage('/share-date', ada);
  await page.getByLabelText('Who are you meeting?').fill('Bela');
  const date = { id: crypto.randomUUID(), who: 'Bela', place: '', until: later, created: later };
  const release = server.hold(shareDate, { body: { ...date, token: 'abc' } });
  await page.getByRole('button', { name: 'Make the Link' }).click();
  await expect.poll(() => release.asked).toHaveLength(1);
  server.on(listSharedDates, { body: [date] });
  navigate('/about');
  await expect.element(page.getByRole('heading', { name: 'About', level: 1 })).toBeVisible();
  release();
  navigate('/share-date');
  await page.getByRole('button', { name: /^Bela/ }).click();
  await expect.element(page.getByText(/\/date\/abc$/)).toBeVisible();
});

test('a user who goes back while a step of the setup is saved stays there when the answer arrives', async () => {
  const { ada, server } = stubAda({ registrationStep: STEP.profile, emailValidated: false });
  await openPage('/profile-setup', ada);
  navigate('/preferences-setup');
  await page.getByRole('button', { name: 'Brunch' }).click();
  const saved = { ...ada, myTags: ['brunch'], registrationStep: STEP.ideas };
  const release = server.hold(updateUser, { body: saved });
  server.on(getUser, { body: saved });
  await page.getByRole('button', { name: 'Next Step' }).click();
  await expect.poll(() => release.asked).toHaveLength(1);
  history.back();
  const name = page.getByPlaceholder('Nickname or your real one');
  await expect.element(name).toBeVisible();
  release();
  await expect.poll(() => localStorage.getItem('user')).toContain('brunch');
  await name.fill('Ada L');
  await expect.element(name).toHaveValue('Ada L');
  expect(address()).toBe('/profile-setup');
});

test('unsaved date ideas are kept, and not shown as saved', async () => {
  const { ada } = stubAda({ myTags: ['coffee'] });
  await openPage('/preferences-setup', ada);
  const unsaved = page.getByText('Not saved yet');
  const brunch = page.getByRole('button', { name: 'Brunch' });
  await expect.element(brunch).toHaveAttribute('aria-pressed', 'false');
  expect(unsaved.query()).toBeNull();
  await brunch.click();
  await expect.element(unsaved).toBeVisible();
  await comeBack();
  await expect.element(brunch).toHaveAttribute('aria-pressed', 'true');
  await expect.element(unsaved).toBeVisible();
});

test('of two changes of a form at once, both are kept', async () => {
  function Form() {
    const { fields, change } = useDraft('two', { one: '', other: '' });
    const both = () => {
      change({ one: 'first' });
      change({ other: 'second' });
    };
    return (
      <button type="button" onClick={both}>
        {`Fill ${fields.one} ${fields.other}`}
      </button>
    );
  }
  onTestFinished(() => clearDraft('two'));
  await render(<Form />);
  await page.getByRole('button').click();
  await expect.element(page.getByRole('button')).toHaveTextContent('Fill first second');
  expect(readDraft('two')).toEqual({ one: 'first', other: 'second' });
});
