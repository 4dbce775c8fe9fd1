import type { ProfileEvidence } from '@herenow/contract/evidence';
import {
  getCase,
  getModerationSummary,
  holdCase,
  listCases,
  moderate,
  type ModerationFile,
} from '@herenow/contract/moderation';
import { listSealedCases } from '@herenow/contract/sealed-cases';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { navigate } from '../src/lib/navigation.tsx';
import { address, openPage } from './opened-page.tsx';
import { caseOf, ownRecord, profileOf } from './people.ts';
import { stubAda, stubServer } from './stubbed-server.ts';

const PICTURE = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA';

function reported(shown: ProfileEvidence | null = null): ModerationFile['reports'][number] {
  const moment = new Date().toISOString();
  return {
    id: crypto.randomUUID(),
    reason: 'Harassment or bullying',
    words: 'Again and again.\n'.repeat(20),
    photoId: null,
    reporterId: null,
    reporterSuspended: false,
    reporterMade: 1,
    reporterJudged: 0,
    reporterUpheld: 0,
    changedAfterAnswer: null,
    messages: [],
    shown,
    created: moment,
    updated: moment,
  };
}

test('a case is released after it was held, however fast it is left', async () => {
  const dana = ownRecord();
  const server = stubServer(dana);
  const asked: unknown[] = [];
  server.on(getModerationSummary, {
    body: { cases: 1, sealed: 0, appeals: 0, faces: 0, underage: 0, oldest: null },
  });
  server.on(listCases, { body: [] });
  const answer = server.hold(holdCase, { body: undefined });
  await openPage(`/desk/case/${crypto.randomUUID()}`, dana);
  await expect.poll(() => answer.asked).toMatchObject([{ body: { hold: true } }]);
  navigate('/desk');
  await expect.element(page.getByText('Nothing waiting')).toBeVisible();
  expect(answer.asked).toHaveLength(1);
  server.on(holdCase, ({ body }) => {
    asked.push(body);
    return { body: undefined };
  });
  answer();
  await expect.poll(() => asked).toEqual([{ hold: false }]);
});

test('what another operator decides about the open case shows', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { ada: dana, server } = stubAda();
  const file = caseOf(profileOf('Bela'));
  const { user } = file;
  server.on(getModerationSummary, {
    body: { cases: 1, sealed: 0, appeals: 0, faces: 0, underage: 0, oldest: null },
  });
  server.on(listCases, { body: [] });
  server.on(holdCase, { body: undefined });
  server.on(getCase, { body: file });
  await openPage(`/desk/case/${user.id}`, dana);
  await expect.element(page.getByRole('button', { name: 'Suspend' })).toBeVisible();
  server.on(getCase, { body: { ...file, user: { ...user, suspended: true } } });
  vi.advanceTimersByTime(10_000);
  await expect.element(page.getByRole('button', { name: 'Reinstate' })).toBeVisible();

  server.on(getCase, { status: 404 });
  vi.advanceTimersByTime(10_000);
  await expect.element(page.getByText('This account has been deleted')).toBeVisible();
  expect(document.body.textContent).not.toMatch(/Bela|Reinstate/);
});

test('a case that another operator leaves can be judged at once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { ada: dana, server } = stubAda();
  const file = caseOf(profileOf('Bela'));
  server.on(getModerationSummary, {
    body: { cases: 1, sealed: 0, appeals: 0, faces: 0, underage: 0, oldest: null },
  });
  server.on(listCases, { body: [] });
  server.on(holdCase, { status: 409 });
  server.on(getCase, { body: file });
  await openPage(`/desk/case/${file.user.id}`, dana);
  await expect.element(page.getByText(/^Someone else is looking/)).toBeVisible();
  const asked = server.on(holdCase, { body: undefined });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: 'Suspend' })).toBeEnabled();
  expect(page.getByText(/^Someone else is looking/).query()).toBeNull();
});

test('the acts on a case come after what they are about, in reach where all fit in a row', async () => {
  const { ada: dana, server } = stubAda();
  const file = caseOf(profileOf('Bela'));
  server.on(getModerationSummary, {
    body: { cases: 1, sealed: 0, appeals: 0, faces: 0, underage: 0, oldest: null },
  });
  server.on(listCases, { body: [] });
  server.on(holdCase, { body: undefined });
  server.on(getCase, { body: { ...file, reports: [reported(), reported()] } });
  const suspend = page.getByRole('button', { name: 'Suspend' });
  const last = page.getByText(/^Again and again/).last();
  const isAfter = () =>
    Boolean(last.element().compareDocumentPosition(suspend.element()) & Node.DOCUMENT_POSITION_FOLLOWING);
  await openPage(`/desk/case/${file.user.id}`, dana);
  await expect.element(suspend).toBeVisible();
  await expect.element(suspend).not.toBeInViewport();
  expect(isAfter()).toBe(true);
  await page.viewport(1280, 800);
  await expect.element(suspend).toBeInViewport();
});

test('a decision leads to the next case that nobody holds, and looks at no closed one', async () => {
  const { ada: dana, server } = stubAda();
  const [bela, chidi, dora] = ['Bela', 'Chidi', 'Dora'].map((name) => caseOf(profileOf(name)));
  const reports = [reported(), { ...reported(), reason: 'Underage user' }, reported()];
  server.on(getModerationSummary, {
    body: { cases: 3, sealed: 0, appeals: 0, faces: 0, underage: 0, oldest: null },
  });
  server.on(listCases, { body: [{ ...bela!, reports }, { ...chidi!, heldBy: crypto.randomUUID() }, dora!] });
  server.on(holdCase, { body: undefined });
  const looked = server.on(getCase, { body: bela! });
  server.on(moderate, { status: 200, text: '{}' });
  await openPage(`/desk/case/${bela!.user.id}`, dana);
  await page.viewport(1280, 800);
  // The row says all that a person is reported for, not only what came first.
  const queue = page.getByRole('region', { name: 'Queue' });
  await expect.element(queue).toMatchTextContent(/Harassment or bullying, Underage user · 3 reports/);
  await page.getByRole('button', { name: 'Warn' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Warn' }).click();
  await expect.poll(address).toBe(`/desk/case/${dora!.user.id}`);
  await expect
    .poll(() => looked.map(({ path }) => path.split('/').at(-1)))
    .toEqual([bela!.user.id, dora!.user.id]);
});

/** Opens a case with two photos, of which a report may name one. */
async function openPhotos(photoId?: string) {
  const { ada: dana, server } = stubAda();
  const photos = ['one', 'two'].map((id) => ({ id, url: `/${id}.jpg`, srcset: '', thumbhash: '' }));
  const file = caseOf({ ...profileOf('Bela'), photos });
  server.on(getModerationSummary, {
    body: { cases: 1, sealed: 0, appeals: 0, faces: 0, underage: 0, oldest: null },
  });
  server.on(listCases, { body: [] });
  server.on(holdCase, { body: undefined });
  server.on(getCase, { body: photoId ? { ...file, reports: [{ ...reported(), photoId }] } : file });
  await openPage(`/desk/case/${file.user.id}`, dana);
  return server;
}

test('a photo of a case opens whole, and its removal asks which one', async () => {
  const server = await openPhotos();
  await page.getByRole('button', { name: 'Photo 2' }).click();
  const whole = page.getByRole('dialog', { name: 'Photos' });
  await expect.element(whole.getByRole('img', { name: 'Bela, photo 2 of 2' })).toBeVisible();
  await whole.getByRole('button', { name: 'Close' }).click();
  await expect.element(whole).not.toBeInTheDocument();

  const asked = server.on(moderate, { status: 503 });
  await page.getByRole('button', { name: 'Remove Photo' }).click();
  const choice = (name: string) => page.getByRole('dialog').getByRole('button', { name });
  await expect.element(choice('Remove Photo')).toBeDisabled();
  await choice('Photo 1').click();
  await choice('Remove Photo').click();
  await expect.poll(() => asked).toMatchObject([{ body: { action: 'remove-photo', photoId: 'one' } }]);
});

test('of several photos, the one that a report names is chosen for removal', async () => {
  await openPhotos('two');
  await page.getByRole('button', { name: 'Remove Photo' }).click();
  const choice = (name: string) => page.getByRole('dialog').getByRole('button', { name });
  await expect.element(choice('Photo 2')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(choice('Remove Photo')).toBeEnabled();
});

test('the removal of a name or text has reasons of its own to start from', async () => {
  const { ada: dana, server } = stubAda();
  const file = caseOf(profileOf('Bela'));
  server.on(getModerationSummary, {
    body: { cases: 1, sealed: 0, appeals: 0, faces: 0, underage: 0, oldest: null },
  });
  server.on(listCases, { body: [] });
  server.on(holdCase, { body: undefined });
  server.on(getCase, { body: file });
  await openPage(`/desk/case/${file.user.id}`, dana);
  await page.getByRole('button', { name: 'Remove Name or Text' }).click();
  const reasons = page.getByRole('group', { name: 'Reasons to start from' });
  await expect.element(reasons).toBeVisible();
  const offered = reasons.getByRole('button').elements();
  expect(offered.length).toBeGreaterThan(2);
  for (const { textContent } of offered) expect(textContent).toMatch(/^Your name or text /);
});

test('what a profile showed and shows no more stands with the report, in a case and in a sealed one', async () => {
  const { ada: dana, server } = stubAda();
  const file = caseOf(profileOf('Bela'));
  server.on(getModerationSummary, {
    body: { cases: 1, sealed: 1, appeals: 0, faces: 0, underage: 0, oldest: null },
  });
  server.on(listCases, { body: [] });
  server.on(holdCase, { body: undefined });
  const shown = { name: '<b>Cheap pills', bio: 'Write to me', picture: PICTURE, age: 18 };
  server.on(getCase, { body: { ...file, reports: [reported(), reported(shown)] } });
  const { reason, words, created, changedAfterAnswer, messages } = reported();
  const more = { reason, words, created, changedAfterAnswer, messages };
  const about = { id: crypto.randomUUID(), username: 'Bela', gender: null, age: 31, own: false };
  server.on(listSealedCases, { body: [{ ...about, reports: [{ ...more, shown }] }] });
  await openPage(`/desk/case/${file.user.id}`, dana);
  const then = page.getByRole('region', { name: 'What the profile showed then' });
  const expectAll = async () => {
    await expect.element(then.getByText('Name: <b>Cheap pills')).toBeVisible();
    await expect.element(then.getByText('Age: 18')).toBeVisible();
    await expect.element(then.getByText('Write to me')).toBeVisible();
    const picture = then.getByRole('img');
    await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBe(1);
  };
  await expectAll();
  navigate('/desk/sealed');
  await expect.element(page.getByRole('article', { name: 'Bela' })).toBeVisible();
  await expectAll();
});
