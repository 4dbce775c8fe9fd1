import { listFeed } from '@herenow/contract/feed';
import { getExport } from '@herenow/contract/rights';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { stubAda } from './stubbed-server.ts';

test('what is below the button for a copy of one’s data does not move when that comes', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [] });
  const release = server.hold(getExport, { body: null });
  await openPage('/your-data', ada);
  const below = page.getByRole('heading', { name: 'Leave for good' });
  await expect.element(below).toBeVisible();
  await document.fonts.ready;
  const before = below.element().getBoundingClientRect().top;
  release();
  await expect.element(page.getByRole('button', { name: 'Make a Copy' })).toBeVisible();
  expect(below.element().getBoundingClientRect().top).toBe(before);
});
