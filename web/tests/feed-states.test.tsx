import { listFeed } from '@herenow/contract/feed';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { neighbour, ownRecord } from './people.ts';
import { stubServer } from './stubbed-server.ts';

const tryAgain = () => page.getByRole('button', { name: 'Try Again' }).click();

test('waiting and a refusal are told, and can be tried again', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  const release = server.hold(listFeed, { status: 500 });
  await openPage('/feed', ada);
  await expect.element(page.getByRole('status', { name: 'Looking around you' })).toBeVisible();
  release();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Failed to fetch users');
  const asked = server.onTap(listFeed, { body: [neighbour('Bela')] });
  await tryAgain();
  await expect.element(page.getByRole('article')).toMatchTextContent('Bela, 30');
  expect(asked[0]!.body).toMatchObject({ skip: 0 });
});

test('a network that gives no answer is told in other words', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  server.on(listFeed, 'no answer');
  await openPage('/feed', ada);
  await expect.element(page.getByRole('alert')).toMatchTextContent('Failed to load users');
  server.onTap(listFeed, { body: [neighbour('Bela')] });
  await tryAgain();
  await expect.element(page.getByRole('article')).toBeVisible();
});
