import { listChats } from '@herenow/contract/chats';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { closeToast, showToast } from '../src/ui/toast.tsx';
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

test('what is told again while the last word of it goes is shown, and what is shown is told once', async () => {
  stubServer(ownRecord()).on(listChats, { body: [] });
  await openPage('/chats', ownRecord());
  const tell = () => showToast('Bela wrote', { id: 'bela' });
  tell();
  tell();
  const said = page.getByText('Bela wrote');
  await expect.element(said).toBeVisible();
  const first = said.element();
  closeToast('bela');
  tell();
  await expect.poll(() => first.isConnected).toBe(false);
  await expect.element(said).toBeVisible();
  closeToast('bela');
  await expect.element(said).not.toBeInTheDocument();
  tell();
  await expect.element(said).toBeVisible();
});
