import { beginFaceCheck, endFaceCheck, getFaceCheck } from '@herenow/contract/faces';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { stubAda } from './stubbed-server.ts';

test('a face check that cannot be ended says so beside its camera, and can be ended by another try', async () => {
  const { ada, server } = stubAda();
  const until = new Date(Date.now() + 60_000).toISOString();
  const check = { state: 'posing' as const, pose: 'thumb-up' as const, taken: 0, until, why: '' };
  server.on(getFaceCheck, { body: check });
  server.on(endFaceCheck, { status: 500 });
  await openPage('/face-check', ada);
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await cancel.click();
  await expect.element(page.getByText('Something went wrong. Please try again.')).toBeVisible();

  const ended = server.hold(endFaceCheck, { body: undefined });
  await cancel.click();
  await expect.element(cancel).toHaveAttribute('aria-disabled', 'true');
  server.on(getFaceCheck, { body: { ...check, state: 'none', pose: null, until: null } });
  ended();
  await expect.element(page.getByRole('button', { name: 'Start' })).toBeVisible();
});

test('the focus goes to each pose, so that a screen reader says it at once', async () => {
  const { ada, server } = stubAda();
  const none = { state: 'none' as const, pose: null, taken: 0, until: null, why: '' };
  const until = new Date(Date.now() + 60_000).toISOString();
  const posing = { ...none, state: 'posing' as const, pose: 'thumb-up' as const, until };
  server.on(getFaceCheck, { body: none });
  await openPage('/face-check', ada);
  server.onTap(getFaceCheck, { body: posing });
  server.onTap(beginFaceCheck, { body: posing });
  await page.getByRole('button', { name: 'Start' }).click();
  await expect.element(page.getByRole('heading', { name: /^Hold your thumb up/ })).toHaveFocus();
});
