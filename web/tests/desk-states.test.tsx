import { getRemovedEvidence, listAppeals } from '@herenow/contract/appeals';
import { getModerationSummary, listCases } from '@herenow/contract/moderation';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { ownRecord } from './people.ts';
import { stubServer } from './stubbed-server.ts';

test('whoever decides an appeal sees what was removed when they ask for it, and not before', async () => {
  const dana = ownRecord();
  const server = stubServer(dana);
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
  const show = page.getByRole('button', { name: 'Show what was removed' });
  await expect.element(show).toBeVisible();
  // A point between two parts stays with the first.
  expect(document.querySelector('article p')!.textContent).toMatch(/^\S.*\u00A0· /);
  expect(page.getByText('Cheap pills').query()).toBeNull();
  await show.click();
  await expect.element(page.getByText('Name: <b>Cheap pills')).toBeVisible();

  // The marks on a letter of what somebody wrote pile up over nothing that stands above it.
  const above = page.getByText('Name: <b>Cheap pills');
  const picture = () => page.screenshot({ element: above, base64: true, save: false });
  await document.fonts.ready;
  const before = await picture();
  const written = page.getByText('That is my name.').element();
  written.textContent = `Th\u0302${'\u0302\u030c'.repeat(40)}at is my name.`;
  expect(await picture()).toEqual(before);
  // Nor do lines without end push away what stands below.
  written.textContent = 'That is my name.\n'.repeat(1000);
  expect(written.clientHeight).toBeLessThan(500);
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
