import { closeFace, listFaces, openFace } from '@herenow/contract/faces';
import { getCase, getModerationSummary, holdCase, listCases, moderate } from '@herenow/contract/moderation';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { address, openPage } from './opened-page.tsx';
import { caseOf, profileOf } from './people.ts';
import { stubAda } from './stubbed-server.ts';

const people = Array.from({ length: 40 }, (_, at) => profileOf(`Person ${at}`));
const bela = people[25]!;

/** Stubs the desk for an operator: its queue, the case of Bela and her selfies. */
function stubDesk() {
  const { ada: dana, server } = stubAda();
  server.on(getModerationSummary, {
    body: { cases: 40, sealed: 0, appeals: 0, faces: 1, underage: 0, oldest: null },
  });
  server.on(listCases, { body: people.map(caseOf) });
  server.on(getCase, { body: caseOf(bela) });
  server.on(holdCase, { body: undefined });
  const { id: userId, username, age } = bela;
  const face = { userId, username, age, sent: new Date().toISOString(), heldBy: null };
  server.on(listFaces, { body: [face] });
  const photo = { id: crypto.randomUUID(), url: '/photo-placeholder.svg', srcset: '', thumbhash: '' };
  server.on(openFace, { body: { ...face, selfies: [], photos: [photo] } });
  return { dana, server };
}

/** Opens a list of the desk on a phone, marks its history entry and opens Bela from it. */
async function openBela(path: string, dana: Parameters<typeof openPage>[1]) {
  await openPage(path, dana);
  const link = page.getByRole('link', { name: /^Person 25/ });
  await expect.element(link).toBeInTheDocument();
  history.replaceState({ ...history.state, marked: true }, '');
  await link.click();
  await expect.element(page.getByRole('heading', { name: /^Person 25/ })).toBeVisible();
}

async function expectBackAt(path: string) {
  await expect.poll(address).toBe(path);
  // The same entry, so that Back does not return to what was left.
  expect(history.state).toMatchObject({ marked: true });
}

test('a case opens at its top, and the queue is where it was left', async () => {
  const { dana } = stubDesk();
  await openBela('/desk', dana);
  const left = Number(sessionStorage.getItem('scroll:/desk'));
  expect(left).toBeGreaterThan(300);
  expect(window.scrollY).toBe(0);
  history.back();
  await expect.poll(() => window.scrollY).toBe(left);
});

test('the arrow of a case leads back to the queue, as a decision does', async () => {
  const { dana, server } = stubDesk();
  await openBela('/desk', dana);
  await page.getByRole('button', { name: 'Back to the queue' }).click();
  await expectBackAt('/desk');

  server.on(moderate, { status: 200, text: '{}' });
  await page.getByRole('link', { name: /^Person 25/ }).click();
  await page.getByRole('button', { name: 'Warn' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Warn' }).click();
  await expectBackAt('/desk');
});

test('the arrow of selfies leads back to their list, as a decision does', async () => {
  const { dana, server } = stubDesk();
  await openBela('/desk/faces', dana);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expectBackAt('/desk/faces');

  server.on(closeFace, { status: 200, text: '{}' });
  await page.getByRole('link', { name: /^Person 25/ }).click();
  await page.getByRole('button', { name: 'Same Person' }).click();
  await expectBackAt('/desk/faces');
});
