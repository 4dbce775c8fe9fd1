import { getUser } from '@herenow/contract/profile';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { profileOf, VISIBLE } from './people.ts';
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
