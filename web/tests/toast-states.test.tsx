import { listChats } from '@herenow/contract/chats';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { showToast } from '../src/ui/toast.tsx';
import { openPage } from './opened-page.tsx';
import { ownRecord } from './people.ts';
import { stubServer } from './stubbed-server.ts';

test('a sentence that begins with a name in Arabic letters is read from its left', async () => {
  stubServer(ownRecord()).on(listChats, { body: [] });
  await openPage('/chats', ownRecord());
  showToast('نور is already pinned.', { tone: 'bad' });
  const said = page.getByText('نور is already pinned.');
  await expect.element(said).toBeVisible();
  expect(getComputedStyle(said.element()).direction).toBe('ltr');
});
