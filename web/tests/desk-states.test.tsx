import { decideAppeal, getRemovedEvidence, listAppeals } from '@herenow/contract/appeals';
import { closeFace, listFaces, openFace } from '@herenow/contract/faces';
import {
  getModerationStatistics,
  getModerationSummary,
  listCases,
  listModerationLog,
} from '@herenow/contract/moderation';
import type { Call } from '@herenow/contract/call';
import { listSealedCases } from '@herenow/contract/sealed-cases';
import { getPulse } from '@herenow/contract/pulse';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { ownRecord, profileOf } from './people.ts';
import { stubAda, stubServer } from './stubbed-server.ts';

test('an operator who decides an appeal sees what was removed on request, and not before', async () => {
  const { ada: dana, server } = stubAda();
  const [id, userId, moment] = [crypto.randomUUID(), crypto.randomUUID(), new Date().toISOString()];
  server.on(getModerationSummary, {
    body: { cases: 0, sealed: 0, appeals: 1, faces: 0, underage: 0, oldest: null },
  });
  server.on(listAppeals, {
    body: [
      {
        id,
        userId,
        username: 'Somebody',
        words: 'That is my name.',
        created: moment,
        entry: {
          id: crypto.randomUUID(),
          action: 'remove-name',
          userId,
          operatorId: crypto.randomUUID(),
          formerOperator: null,
          reasons: [],
          note: '',
          why: '',
          days: null,
          texts: ['name'],
          created: moment,
        },
        ownAct: false,
      },
    ],
  });
  server.on(getRemovedEvidence, { body: { name: '<b>Cheap pills', bio: null, picture: null } });
  await openPage('/desk/appeals', dana);
  const show = page.getByRole('button', { name: 'Show What Was Removed' });
  await expect.element(show).toBeVisible();
  // A separator between two parts stays with the first.
  expect(document.querySelector('article p')!.textContent).toMatch(/^\S.*\u00A0· /);
  expect(page.getByText('Cheap pills').query()).toBeNull();
  await show.click();
  await expect.element(page.getByText('Name: <b>Cheap pills')).toBeVisible();

  // Combining marks in users' texts cover nothing above them.
  const above = page.getByText('Name: <b>Cheap pills');
  const picture = () => page.screenshot({ element: above, base64: true, save: false });
  await document.fonts.ready;
  const before = await picture();
  const written = page.getByText('That is my name.').element();
  written.textContent = `Th\u0302${'\u0302\u030c'.repeat(40)}at is my name.`;
  expect(await picture()).toEqual(before);
  // Endless lines do not push away what is below.
  written.textContent = 'That is my name.\n'.repeat(1000);
  expect(written.clientHeight).toBeLessThan(500);

  const decide = server.hold(decideAppeal, { status: 200 });
  const [reverse, keep] = ['Reverse It', 'Let It Stand'].map((name) => page.getByRole('button', { name }));
  await keep!.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Let It Stand' }).click();
  await expect.poll(() => decide.asked).toMatchObject([{ body: { grant: false } }]);
  await expect.element(keep!).toHaveAttribute('aria-disabled', 'true');
  await expect.element(reverse!).toBeDisabled();
  await expect.element(reverse!).not.toHaveAttribute('aria-disabled');
  decide();
});

/** Opens the selfies of Bela at the desk. */
async function openSelfies() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const dana = ownRecord();
  const server = stubServer(dana);
  const { id: userId, username, age } = profileOf('Bela');
  const face = { userId, username, age, sent: new Date().toISOString(), heldBy: dana.id };
  const photo = { id: crypto.randomUUID(), url: '/photo-placeholder.svg', srcset: '', thumbhash: '' };
  server.on(getModerationSummary, {
    body: { cases: 0, sealed: 0, appeals: 0, faces: 1, underage: 0, oldest: null },
  });
  server.on(listFaces, { body: [face] });
  const opened = server.on(openFace, { body: { ...face, photos: [photo], selfies: [] } });
  await openPage(`/desk/faces/${userId}`, dana);
  await expect.element(page.getByRole('button', { name: 'Same Person' })).toBeEnabled();
  return { server, face, opened };
}

test('selfies that another operator takes and then decides about leave the screen', async () => {
  const { server, face, opened } = await openSelfies();
  server.on(listFaces, { body: [{ ...face, heldBy: crypto.randomUUID() }] });
  vi.advanceTimersByTime(10_000);
  await expect.element(page.getByText('Someone else has it')).toBeVisible();
  for (const name of ['Same Person', 'Decline'])
    await expect.element(page.getByRole('button', { name })).toBeDisabled();

  server.on(listFaces, { body: [] });
  vi.advanceTimersByTime(10_000);
  await expect.element(page.getByText('Nothing left to decide')).toBeVisible();
  expect(document.body.textContent).not.toContain('Bela');
  // Fetching them would hold them again.
  expect(opened).toHaveLength(1);
});

test('a decision about selfies that comes too late says so', async () => {
  const { server } = await openSelfies();
  server.on(closeFace, { status: 404, text: 'Not found' });
  server.on(openFace, { status: 404, text: 'Not found' });
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect.element(page.getByText('Nothing left to decide')).toBeVisible();
});

test.for([
  ['/desk/sealed', listSealedCases],
  ['/desk/log', listModerationLog],
] as const)('%s shows what other operators do', async ([path, call]) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const dana = ownRecord();
  const server = stubServer(dana);
  server.on(getModerationSummary, {
    body: { cases: 0, sealed: 0, appeals: 0, faces: 0, underage: 0, oldest: null },
  });
  const asked = server.on<Call>(call, { body: [] as never });
  await openPage(path, dana);
  await expect.poll(() => asked).not.toHaveLength(0);
  const before = asked.length;
  await expect.element(page.getByText(/^Nothing/)).toBeVisible();
  vi.advanceTimersByTime(10_000);
  await expect.poll(() => asked.length).toBeGreaterThan(before);
});

test('the log shows all that a former operator did', async () => {
  const { ada: dana, server } = stubAda();
  const [id, formerOperator] = [crypto.randomUUID(), crypto.randomUUID()];
  const act = { id, action: 'warn', userId: null, operatorId: null, formerOperator } as const;
  const said = { reasons: [], note: '', why: '', days: null, texts: [], created: new Date().toISOString() };
  const summary = { cases: 0, sealed: 0, appeals: 0, faces: 0, underage: 0, oldest: null };
  server.on(getModerationSummary, { body: summary });
  const asked = server.on(listModerationLog, { body: [{ ...act, ...said }] });
  await openPage('/desk/log', dana);
  await expect.element(page.getByText('by a former operator')).toBeVisible();
  await page.getByRole('button', { name: 'Same Operator' }).click();
  await expect.poll(() => asked.at(-1)!.query.get('operatorId')).toBe(formerOperator);
});

test('whoever is no operator sees nothing of a desk, also before the server has said so', async () => {
  const bela = ownRecord();
  const server = stubServer(bela);
  const refuse = server.hold(getModerationSummary, { status: 404 });
  server.hold(listCases, { status: 404 });
  await openPage('/desk', bela);
  await expect.poll(() => refuse.asked).toHaveLength(1);
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  expect(page.getByRole('heading', { name: 'Desk' }).query()).toBeNull();
  expect(page.getByRole('navigation').query()).toBeNull();
  refuse();
  const instead = page.getByRole('main');
  await expect.element(instead.getByRole('heading', { level: 1 })).toMatchTextContent('Page not found');
  await expect.element(instead.getByRole('link', { name: 'Start Browsing' })).toBeVisible();
});

test('the numbers of the desk follow what happens while they are open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { ada: dana, server } = stubAda();
  const body = {
    reports: [],
    acts: [],
    appeals: { granted: 0, declined: 0, waiting: 0, medianHours: null },
    hidings: { upheld: 0, wrong: 0, waiting: 0 },
    upheldShare: 0.25,
    medianHours: null,
  };
  server.on(getModerationSummary, {
    body: { cases: 0, sealed: 0, appeals: 0, faces: 0, underage: 0, oldest: null },
  });
  server.on(getModerationStatistics, { body });
  await openPage('/desk/numbers', dana);
  await expect.element(page.getByText('25%')).toBeVisible();
  server.on(getModerationStatistics, { body: { ...body, upheldShare: 0.75 } });
  vi.advanceTimersByTime(60_000);
  await expect.element(page.getByText('75%')).toBeVisible();
});

test('selfies that are being verified cannot be declined as well', async () => {
  const { ada: dana, server } = stubAda();
  const { id: userId, username, age } = profileOf('Bela');
  const face = { userId, username, age, sent: new Date().toISOString(), heldBy: null };
  const photo = { id: crypto.randomUUID(), url: '/photo-placeholder.svg', srcset: '', thumbhash: '' };
  server.on(getModerationSummary, {
    body: { cases: 0, sealed: 0, appeals: 0, faces: 1, underage: 0, oldest: null },
  });
  server.on(listFaces, { body: [face] });
  server.on(openFace, { body: { ...face, photos: [photo], selfies: [] } });
  const decide = server.hold(closeFace, { status: 200, text: '{}' });
  await openPage(`/desk/faces/${userId}`, dana);
  await page.getByRole('button', { name: 'Same Person' }).click();
  await expect.poll(() => decide.asked).toMatchObject([{ body: { decision: 'verify', sent: face.sent } }]);
  await expect.element(page.getByRole('button', { name: 'Decline' })).toBeDisabled();
  decide();
  await expect.element(page.getByRole('button', { name: 'Decline' })).not.toBeInTheDocument();
  expect(decide.asked).toHaveLength(1);
});

test('on a phone with letters of twice the size no chart is wider than the page', async () => {
  const dana = ownRecord();
  const server = stubServer(dana);
  server.on(getModerationSummary, {
    body: { cases: 0, sealed: 0, appeals: 0, faces: 0, underage: 0, oldest: null },
  });
  const figures = { visible: 1200, chats: 480, waiting: 3, oldestSeconds: 9000, pins: 25, messages: 800 };
  const others = { deliveries: 1600, calls: 9000, errors: 0, medianMs: 12, p99Ms: 180 };
  const points = ['10:00', '10:30', '11:00'].map((time) => ({
    at: `2026-03-14T${time}:00.000Z`,
    nodes: 2,
    ...figures,
    ...others,
  }));
  server.on(getPulse, { body: { stepSeconds: 1800, latest: points[0]!, points } });
  document.documentElement.style.fontSize = '200%';
  onTestFinished(() => document.documentElement.removeAttribute('style'));
  await openPage('/desk/pulse', dana);
  await expect.element(page.getByRole('heading', { name: 'People visible' })).toBeVisible();
  await document.fonts.ready;
  expect(document.documentElement.scrollWidth).toBe(innerWidth);
});
