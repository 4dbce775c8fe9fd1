import { listChats } from '@herenow/contract/chats';
import type { Chat } from '@herenow/contract/entities';
import { getModerationSummary, listCases } from '@herenow/contract/moderation';
import { getUser } from '@herenow/contract/profile';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { navigate } from '../src/lib/navigation.tsx';
import { session } from '../src/lib/session.ts';
import { openPage } from './opened-page.tsx';
import { caseOf, chatWith, profileOf, VISIBLE } from './people.ts';
import { stubAda } from './stubbed-server.ts';

/** What a window of 1280 × 1024 px shows at four times the size: wider than high, but no phone held sideways. */
const ZOOMED = [320, 256] as const;

test.each(['/payment-success', `/profile/${profileOf('Bela').id}`])(
  'on a zoomed page, what is below a picture stays below it: %s',
  async (path) => {
    const { ada, server } = stubAda(VISIBLE);
    server.on(getUser, ({ path: asked }) => ({ body: asked.endsWith(ada.id) ? ada : profileOf('Bela') }));
    await openPage(path, ada);
    await page.viewport(...ZOOMED);
    await expect.poll(() => innerHeight).toBe(256);
    const heading = page.getByRole('heading', { name: /You're Online!|Bela/ });
    await expect.element(heading).toBeInTheDocument();
    await expect.poll(() => heading.element().getBoundingClientRect().left).toBeLessThan(60);
  },
);

test('at the desk, no header covers what has the focus', async () => {
  const { ada, server } = stubAda();
  server.on(getModerationSummary, {
    body: { cases: 4, sealed: 0, appeals: 0, faces: 0, underage: 1, oldest: null },
  });
  server.on(listCases, { body: ['Bela', 'Chidi', 'Dana', 'Elif'].map((name) => caseOf(profileOf(name))) });
  await openPage('/desk', ada);
  await page.viewport(...ZOOMED);
  const several = page.getByRole('button', { name: 'Choose Several' });
  await expect.element(several).toBeVisible();
  several.element().focus();
  const { left, top } = several.element().getBoundingClientRect();
  expect(several.element().contains(document.elementFromPoint(left + 22, top + 22))).toBe(true);
});

test('requests with long names fit a phone with text of twice the size, and leave a face its photo', async () => {
  const { ada, server } = stubAda(VISIBLE);
  const names = ['W'.repeat(60), 'Bela'];
  server.on(listChats, {
    body: names.map((name): Chat => {
      const chat = chatWith(name);
      return { ...chat, pinStatus: 'pending', initiatedBy: chat.participants[1].userId };
    }),
  });
  document.documentElement.style.fontSize = '200%';
  onTestFinished(() => document.documentElement.removeAttribute('style'));
  await page.viewport(390, 844);
  await openPage('/chats', ada);
  const photo = page.getByRole('link', { name: /^Profile of W/ });
  await expect.element(photo).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(innerWidth);
  document.documentElement.removeAttribute('style');
  const name = photo.element().lastElementChild!;
  await expect.poll(() => name.clientHeight / photo.element().clientHeight).toBeLessThan(0.8);
});

/** Doubles the size of the text for the rest of a test. */
function enlargeText(): void {
  document.documentElement.style.fontSize = '200%';
  onTestFinished(() => document.documentElement.removeAttribute('style'));
}

test('with text of twice the size, the name of the product keeps its distance from the edge of the page', async () => {
  const { ada } = stubAda();
  await openPage('/settings', ada);
  session.close();
  navigate('/login');
  await expect.element(page.getByRole('heading', { name: 'Log In' })).toBeVisible();
  enlargeText();
  for (const width of [390, 320]) {
    await page.viewport(width, 844);
    await expect.poll(() => innerWidth).toBe(width);
    const name = page.getByRole('banner').getByText('Herenow');
    expect(name.element().getBoundingClientRect().right).toBeLessThanOrEqual(width - 20);
  }
});

test('with text of twice the size, an email breaks before its domain', async () => {
  const { ada } = stubAda({ email: 'ada-lovelace@example.org' });
  await openPage('/settings', ada);
  enlargeText();
  const email = page.getByText(ada.email);
  await expect.element(email).toBeVisible();
  const domain = email.element().lastChild!;
  const range = document.createRange();
  range.selectNodeContents(domain);
  expect(domain.textContent).toBe('@example.org');
  expect(range.getClientRects()).toHaveLength(1);
});
