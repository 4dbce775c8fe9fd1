import { listChats } from '@herenow/contract/chats';
import { listFormerChats } from '@herenow/contract/former-chats';
import { getUser } from '@herenow/contract/profile';
import { listBlockedUsers } from '@herenow/contract/safety';
import { listSharedDates } from '@herenow/contract/shared-dates';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { profileOf } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda } from './stubbed-server.ts';

test('a person blocked on another device shows in the open list', async () => {
  const { ada, server } = stubAda();
  const channel = stubChannel(server);
  await import('../src/app/own-record.ts');
  server.on(listFormerChats, { body: [] });
  server.on(listBlockedUsers, { body: [] });
  await openPage('/blocked-users', ada);
  const row = page.getByRole('button', { name: 'Unblock Bela' });
  await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible();
  await channel.ready;
  const bela = profileOf('Bela');
  server.on(listBlockedUsers, { body: [{ ...bela, name: bela.username }] });
  await channel.bring('profiles', { userId: ada.id });
  await expect.element(row).toBeVisible();
});

test('a link to a date that is revoked on another device leaves the list', async () => {
  const { ada, server } = stubAda();
  const channel = stubChannel(server);
  await import('../src/app/own-record.ts');
  const [created, until] = [0, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString());
  const date = { id: crypto.randomUUID(), who: 'Bela', place: '', until: until!, created: created! };
  server.on(listSharedDates, { body: [date] });
  await openPage('/share-date', ada);
  const row = page.getByRole('button', { name: /Bela/ });
  await expect.element(row).toBeVisible();
  await channel.ready;
  server.on(listSharedDates, { body: [] });
  await channel.bring('profiles', { userId: ada.id });
  await expect.element(row).not.toBeInTheDocument();
});

// A first answer that is on its way when something changes is older than the change.
test('a person blocked on another device shows in a list that was still loading', async () => {
  const { ada, server } = stubAda();
  const channel = stubChannel(server);
  await import('../src/app/own-record.ts');
  server.on(listFormerChats, { body: [] });
  const release = server.hold(listBlockedUsers, { body: [] });
  await openPage('/blocked-users', ada);
  await channel.ready;
  await expect.poll(() => release.asked).not.toHaveLength(0);
  const bela = profileOf('Bela');
  server.on(listBlockedUsers, { body: [{ ...bela, name: bela.username }] });
  await channel.bring('profiles', { userId: ada.id });
  release();
  await expect.element(page.getByRole('button', { name: 'Unblock Bela' })).toBeVisible();
});

test('whoever leaves while their profile loads is not shown as here', async () => {
  const { ada, server } = stubAda();
  const channel = stubChannel(server);
  server.on(listChats, { body: [] });
  const bela = profileOf('Bela');
  const release = server.hold(getUser, { body: bela });
  await openPage(`/profile/${bela.id}`, ada);
  await channel.ready;
  await expect.poll(() => release.asked).not.toHaveLength(0);
  const gone = { ...bela, online: false, onlineUntil: null, location: null };
  server.on(getUser, ({ path }) => ({ body: path.endsWith(bela.id) ? gone : ada }));
  await channel.bring('presence', { userId: bela.id, online: false, onlineUntil: null });
  release();
  await expect.element(page.getByRole('main').getByText('Offline', { exact: true })).toBeVisible();
});
