import { listChats, listMessages } from '@herenow/contract/chats';
import { listFormerChats } from '@herenow/contract/former-chats';
import { getUser } from '@herenow/contract/profile';
import { blockUser, listBlockedUsers, reportUser, unblockUser } from '@herenow/contract/safety';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { navigate } from '../src/lib/navigation.tsx';
import { queryClient } from '../src/lib/query-client.ts';
import { session } from '../src/lib/session.ts';
import { keepToasts } from './kept-toasts.ts';
import { address, openPage } from './opened-page.tsx';
import { chatWith, messageOf, profileOf, VISIBLE } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda, type StubbedServer } from './stubbed-server.ts';

/** Sends a report from an open menu. */
async function sendReport({ alsoBlock }: { alsoBlock: boolean }): Promise<void> {
  await page.getByRole('menuitem', { name: 'Report User' }).click();
  await page.getByRole('radio').first().click();
  if (alsoBlock) await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Send Report' }).click();
}

const tryAgain = () => page.getByRole('button', { name: 'Try Again' }).click();

test('the list of blocked people shows loading, failure, and a failed unblock', async () => {
  const bela = profileOf('Bela');
  const { ada, server } = stubAda({ blockedUsers: [bela.id] });
  server.on(listFormerChats, { body: [] });
  const release = server.hold(listBlockedUsers, { status: 500 });
  await openPage('/blocked-users', ada);
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  release();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Failed to load blocked users');
  server.onTap(listBlockedUsers, { body: [{ ...bela, name: bela.username }] });
  await tryAgain();
  server.on(unblockUser, 'no answer');
  await page.getByRole('button', { name: 'Unblock Bela' }).click();
  await expect.element(page.getByText('Failed to unblock user. Please try again.')).toBeVisible();
});

test('the list of former chats can be reloaded', async () => {
  const { ada, server } = stubAda();
  server.on(listBlockedUsers, { body: [] });
  server.on(listFormerChats, { status: 500 });
  await openPage('/blocked-users', ada);
  await expect.element(page.getByRole('alert')).toMatchTextContent('We couldn’t load who was in your chats');
  const ended = new Date().toISOString();
  server.onTap(listFormerChats, { body: [{ id: ada.id, name: 'Bela', ended }] });
  await tryAgain();
  await expect.element(page.getByRole('button', { name: 'Report Bela' })).toBeVisible();
});

test.each(['Block User', 'Report User'])(
  'whoever has left a chat stays where they are when the answer to %s comes',
  async (act) => {
    const { ada, server } = stubAda(VISIBLE);
    const [left, next] = [chatWith('Bela'), chatWith('Cleo')];
    server.on(listChats, { body: [left, next] });
    server.on(listMessages, { body: [messageOf(next, 'Shall we meet?')] });
    const blocked = server.hold(blockUser, { body: undefined });
    const reported = server.hold(reportUser, { body: undefined });
    await openPage(`/chat/${left.id}`, ada);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: act }).click();
    if (act === 'Block User')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Block User' }).click();
    else {
      await page.getByRole('radio').first().click();
      await page.getByRole('checkbox').click();
      await page.getByRole('button', { name: 'Send Report' }).click();
    }
    await expect.poll(() => [...blocked.asked, ...reported.asked]).toHaveLength(1);
    navigate(`/chat/${next.id}`);
    // The sheet of the report may still be open over it.
    const heading = page.getByRole('heading', { level: 1, includeHidden: true });
    await expect.element(heading).toMatchTextContent('Cleo');
    blocked();
    reported();
    await expect.poll(() => queryClient.isMutating()).toBe(0);
    expect(address()).toBe(`/chat/${next.id}`);
  },
);

test('a block whose answer is lost shows as the server knows it', async () => {
  const { ada, server } = stubAda();
  const bela = profileOf('Bela');
  server.on(getUser, ({ path }) => ({
    body: path.endsWith(bela.id) ? bela : { ...ada, blockedUsers: [bela.id] },
  }));
  server.on(blockUser, 'no answer');
  await openPage(`/profile/${bela.id}`, ada);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Block User' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block User' }).click();
  await expect.poll(address).toBe('/feed');
  await expect.poll(() => queryClient.isMutating()).toBe(0);
  await expect.poll(() => session.get().user?.blockedUsers).toEqual([bela.id]);
});

test('a block of which only the answer is lost leads to the chats, as any other, where the person is gone', async () => {
  const { ada, server } = stubAda(VISIBLE);
  const chat = chatWith('Bela');
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [] });
  server.on(blockUser, () => {
    // Nothing tells of it: the channel is closed, and the list of chats does not answer any more.
    server.hold(listChats, { body: [] });
    server.on(getUser, { body: { ...ada, blockedUsers: [chat.participants[1].userId] } });
    return 'no answer';
  });
  await openPage(`/chat/${chat.id}`, ada);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Block User' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block User' }).click();
  await expect.element(page.getByText('No Pins Yet')).toBeVisible();
});

test('a report that also blocks removes the person from the chats at once', async () => {
  const { ada, server } = stubAda(VISIBLE);
  const [bela, cleo] = [chatWith('Bela'), chatWith('Cleo')];
  server.on(listChats, { body: [bela, cleo] });
  server.on(listMessages, { body: [] });
  server.on(reportUser, () => {
    server.hold(listChats, { body: [cleo] });
    return { body: undefined };
  });
  await openPage(`/chat/${bela.id}`, ada);
  await page.getByRole('button', { name: 'More' }).click();
  await sendReport({ alsoBlock: true });
  await expect.poll(address).toBe('/chats');
  const row = page.getByRole('listitem');
  await expect.element(row.filter({ hasText: 'Cleo' })).toBeVisible();
  expect(row.filter({ hasText: 'Bela' }).query()).toBeNull();
});

test('a report with a block of which only the answer is lost is sent, and leads to the chats', async () => {
  keepToasts();
  const { ada, server } = stubAda(VISIBLE);
  const chat = chatWith('Bela');
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [] });
  server.on(reportUser, () => {
    server.on(listChats, { body: [] });
    const { userId } = chat.participants[1];
    server.on(getUser, { body: { ...ada, blockedUsers: [userId], reportedUsers: [userId] } });
    return 'no answer';
  });
  await openPage(`/chat/${chat.id}`, ada);
  await page.getByRole('button', { name: 'More' }).click();
  await sendReport({ alsoBlock: true });
  await expect.poll(address).toBe('/chats');
  await expect.element(page.getByText('User reported successfully.', { exact: false })).toBeVisible();
});

test.each([
  { before: 'a first report', reportedUsers: [], sent: true },
  // Their earlier report does not tell whether this one has arrived.
  { before: 'another report', reportedUsers: [profileOf('Bela').id], sent: false },
])('$before whose answer is lost counts as sent only if the record says so', async (one) => {
  keepToasts();
  const { reportedUsers, sent } = one;
  const { ada, server } = stubAda({ ...VISIBLE, reportedUsers });
  const chat = chatWith('Bela');
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [] });
  server.on(reportUser, () => {
    server.on(getUser, { body: { ...ada, reportedUsers: [profileOf('Bela').id] } });
    return 'no answer';
  });
  await openPage(`/chat/${chat.id}`, ada);
  await page.getByRole('button', { name: 'More' }).click();
  await sendReport({ alsoBlock: false });
  const done = page.getByText('User reported successfully.', { exact: false });
  if (sent) return expect.element(done).toBeVisible();
  await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  expect(done.query()).toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test.each([
  {
    how: 'blocks',
    // A chat that has been ended here stays so for the page.
    name: 'Dana',
    hold: (server: StubbedServer) => server.hold(blockUser, { body: undefined }),
    async block() {
      await page.getByRole('menuitem', { name: 'Block User' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Block User' }).click();
    },
  },
  {
    how: 'reports and blocks',
    name: 'Emre',
    hold: (server: StubbedServer) => server.hold(reportUser, { body: undefined }),
    block: () => sendReport({ alsoBlock: true }),
  },
])('whoever $how from a chat comes to all chats, also where its end is heard first', async (one) => {
  const { name, hold, block } = one;
  const { ada, server } = stubAda(VISIBLE);
  const channel = stubChannel(server);
  const chat = chatWith(name);
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [] });
  await openPage(`/chat/${chat.id}`, ada);
  await channel.ready;
  const answer = hold(server);
  await page.getByRole('button', { name: 'More' }).click();
  await block();
  await expect.poll(() => answer.asked).toHaveLength(1);
  const shown = vi.fn<(text: string) => void>();
  const watch = new MutationObserver(() => shown(document.body.textContent));
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  onTestFinished(() => watch.disconnect());
  server.on(listChats, { body: [] });
  await channel.bring('chats-gone', { chatId: chat.id });
  await expect.poll(address).toBe('/chats');
  await expect.element(page.getByText('No Pins Yet')).toBeVisible();
  answer();
  await expect.poll(() => queryClient.isMutating()).toBe(0);
  expect(address()).toBe('/chats');
  expect(shown).not.toHaveBeenCalledWith(expect.stringContaining('Chat not found'));
});
