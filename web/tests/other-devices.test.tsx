import { listFormerChats } from '@herenow/contract/former-chats';
import { listBlockedUsers } from '@herenow/contract/safety';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { ownRecord, profileOf } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubServer } from './stubbed-server.ts';

test('a person blocked on another device shows in the open list', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
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
