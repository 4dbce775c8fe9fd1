import { editMessage, listChats, listMessages } from '@herenow/contract/chats';
import { listFeed } from '@herenow/contract/feed';
import { acceptPin, pinUser, rejectPin, withdrawPin } from '@herenow/contract/pins';
import { getUser } from '@herenow/contract/profile';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { showEverybody } from '../src/features/feed/hidden-people.ts';
import { closeMoment } from '../src/features/pins/index.ts';
import { showToast } from '../src/ui/toast.tsx';
import { keepToasts } from './kept-toasts.ts';
import { edit, field, openOwnMessages } from './own-messages.ts';
import { openPage } from './opened-page.tsx';
import { chatWith, neighbour, VISIBLE } from './people.ts';
import { stubAda } from './stubbed-server.ts';

const bela = neighbour('Bela');

/** Opens the feed with Bela in it. */
async function openFeed() {
  keepToasts();
  onTestFinished(showEverybody);
  const { ada, server } = stubAda(VISIBLE);
  server.on(listChats, { body: [] });
  server.on(listFeed, { body: [bela] });
  await openPage('/feed', ada);
  await expect.element(page.getByRole('button', { name: 'Pin Bela' })).toBeVisible();
  return { server, knows: (pinnedUsers: string[]) => server.on(getUser, { body: { ...ada, pinnedUsers } }) };
}

test('a pin of which only the answer is lost is made, and its undoing likewise', async () => {
  const { server, knows } = await openFeed();
  server.on(pinUser, 'no answer');
  knows([bela.id]);
  await page.getByRole('button', { name: 'Pin Bela' }).click();
  await expect.element(page.getByText('You Pinned Bela!')).toBeVisible();
  expect(page.getByText('Pin user failed').query()).toBeNull();

  server.on(withdrawPin, 'no answer');
  knows([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('button', { name: 'Pin Bela' })).toBeVisible();
  expect(page.getByRole('alert').query()).toBeNull();
});

test('a pin that accepted theirs is celebrated, although the answer was lost', async () => {
  const { server } = await openFeed();
  server.on(pinUser, () => {
    server.on(listChats, { body: [{ ...chatWith('Bela'), initiatedBy: bela.id }] });
    return 'no answer';
  });
  await page.getByRole('button', { name: 'Pin Bela' }).click();
  await expect.element(page.getByRole('dialog', { name: 'You and Bela' })).toBeVisible();
  expect(page.getByText('Pin user failed').query()).toBeNull();
  closeMoment();
});

test('a pin that cannot be undone is told by name, and stays', async () => {
  const { server, knows } = await openFeed();
  server.on(pinUser, { status: 200 });
  knows([bela.id]);
  await page.getByRole('button', { name: 'Pin Bela' }).click();
  server.on(withdrawPin, 'no answer');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('We couldn’t undo your pin of Bela.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Pin Bela' })).not.toBeInTheDocument();
});

test('a rejection of which only the answer is lost is not told as failed', async () => {
  keepToasts();
  const { ada, server } = stubAda(VISIBLE);
  const chat = { ...chatWith('Bela'), pinStatus: 'pending' as const, initiatedBy: bela.id };
  server.on(listChats, { body: [chat] });
  const asked = server.on(rejectPin, 'no answer');
  await openPage('/chats', ada);
  await page.getByRole('button', { name: 'Reject Bela' }).click();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  server.on(getUser, { body: { ...ada, rejectedUsers: [bela.id] } });
  server.on(listChats, { body: [] });
  window.dispatchEvent(new Event('beforeunload'));
  await expect.poll(() => asked).toHaveLength(1);
  // Toasts come in their order.
  showToast('Later');
  await expect.element(page.getByText('Later')).toBeVisible();
  await expect.element(page.getByText('No Pins Yet')).toBeVisible();
  expect(page.getByRole('alert').query()).toBeNull();
});

test('a request that was accepted is celebrated, although the answer was lost', async () => {
  const { ada, server } = stubAda(VISIBLE);
  const chat = { ...chatWith('Bela'), pinStatus: 'pending' as const, initiatedBy: bela.id };
  server.on(listChats, { body: [chat] });
  await openPage('/chats', ada);
  server.on(acceptPin, () => {
    server.on(listChats, { body: [{ ...chat, pinStatus: 'accepted' as const }] });
    return 'no answer';
  });
  await page.getByRole('button', { name: 'Accept Bela' }).click();
  const moment = page.getByRole('dialog', { name: 'You and Bela' });
  await expect.element(moment).toBeVisible();
  // Otherwise it would cover the page of the next test.
  closeMoment();
  await expect.element(moment).not.toBeInTheDocument();
});

test('an edit that was saved leaves the field, although the answer was lost', async () => {
  keepToasts();
  const { server, first } = await openOwnMessages();
  await edit(first);
  await field.fill('At eight');
  server.on(editMessage, () => {
    server.on(listMessages, {
      body: [{ ...first, content: 'At eight', editedAt: new Date().toISOString() }],
    });
    return 'no answer';
  });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByRole('log')).toMatchTextContent('At eight');
  await expect.element(field).toHaveValue('');
  expect(page.getByRole('alert').query()).toBeNull();
});
