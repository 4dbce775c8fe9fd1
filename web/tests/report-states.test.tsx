import { listChats, listMessages } from '@herenow/contract/chats';
import { listFormerChats } from '@herenow/contract/former-chats';
import { listBlockedUsers, reportUser } from '@herenow/contract/safety';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { address, openPage, signInAs } from './opened-page.tsx';
import { otherRecord, ownRecord, profileOf } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubChat, stubServer } from './stubbed-server.ts';

const report = page.getByRole('dialog', { name: 'Report User' });
const words = report.getByRole('textbox');

async function openReport() {
  const { ada, server, chat } = stubChat();
  const channel = stubChannel(server);
  server.on(listMessages, { body: [] });
  await openPage(`/chat/${chat.id}`, ada);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report User' }).click();
  await expect.element(report).toBeVisible();
  return { ada, server, channel, chat };
}

test('at twice the text size, the reasons of a report are told apart', async () => {
  await openReport();
  document.documentElement.style.fontSize = '200%';
  onTestFinished(() => document.documentElement.removeAttribute('style'));
  const wrapped = report.getByText('Harassment or bullying').element();
  const words = document.createRange();
  words.selectNodeContents(wrapped.lastChild!);
  const lines = [...words.getClientRects()];
  expect(lines.length).toBeGreaterThan(1);
  // From one reason to the next it is further than from one line to the next.
  const below = wrapped.getBoundingClientRect().bottom - lines.at(-1)!.bottom;
  expect(below).toBeGreaterThanOrEqual(12);
  await userEvent.keyboard('{Escape}');
  await expect.element(report).not.toBeInTheDocument();
});

test('a report stays when the other person ends the chat meanwhile, and is sent', async () => {
  const { server, channel, chat } = await openReport();
  await words.fill('Knows where I live.');
  server.on(listChats, { body: [] });
  await channel.bring('chats-gone', { chatId: chat.id });
  await expect.element(page.getByText('Chat not found')).toBeInTheDocument();
  await expect.element(words).toHaveValue('Knows where I live.');

  const sent = server.onTap(reportUser, { status: 200 });
  await report.getByText('Harassment or bullying').click();
  await report.getByRole('button', { name: 'Send Report' }).click();
  await expect.element(page.getByText('User reported successfully.', { exact: false })).toBeVisible();
  expect(sent[0]!.body).toMatchObject({ reason: 'Harassment or bullying', words: 'Knows where I live.' });
  await expect.element(report).not.toBeInTheDocument();
});

test('a report without a reason leads the focus to the reasons', async () => {
  await openReport();
  await report.getByRole('button', { name: 'Send Report' }).click();
  await expect.element(report.getByRole('alert')).toMatchTextContent('Please select a reason for reporting');
  await expect.element(report.getByRole('radio').first()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(report).not.toBeInTheDocument();
});

test('who can still be reported is listed as soon as their chat is gone', async () => {
  const { ada, server } = stubChat();
  const channel = stubChannel(server);
  server.on(listBlockedUsers, { body: [] });
  // An answer on its way when a chat ends does not have it yet.
  const release = server.hold(listFormerChats, { body: [] });
  await openPage('/blocked-users', ada);
  await channel.ready;
  await expect.poll(() => release.asked.length).toBeGreaterThan(0);
  const { id, username: name } = profileOf('Bela');
  server.on(listFormerChats, { body: [{ id, name, ended: new Date().toISOString() }] });
  await channel.bring('chats-gone', { chatId: crypto.randomUUID() });
  release();
  await expect.element(page.getByRole('button', { name: `Report ${name}` })).toBeVisible();
});

test('going back closes a report and stays in the chat; the text is kept @slow', async () => {
  const { chat } = await openReport();
  await words.fill('Knows where I live.');
  history.back();
  await expect.element(report).not.toBeInTheDocument();
  expect(address()).toBe(`/chat/${chat.id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report User' }).click();
  await expect.element(words).toHaveValue('Knows where I live.');
  await userEvent.keyboard('{Escape}');
  await expect.element(report).not.toBeInTheDocument();
});

test('all of a report is kept when it is closed or the page reloaded, until it is sent @slow', async () => {
  const { server } = await openReport();
  const again = async () => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Report User' }).click();
  };
  const other = report.getByRole('radio', { name: 'Other' });
  const block = report.getByRole('checkbox', { name: 'Also block Bela' });
  await report.getByText('Other', { exact: true }).click();
  await words.fill('Knows where I live.');
  await block.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(report).not.toBeInTheDocument();
  expect(Object.values(sessionStorage).join()).toContain('Knows where I live.');
  await again();
  await expect.element(words).toHaveValue('Knows where I live.');
  await expect.element(other).toBeChecked();
  await expect.element(block).toBeChecked();

  await block.click();
  server.onTap(reportUser, { status: 200 });
  await report.getByRole('button', { name: 'Send Report' }).click();
  await expect.element(report).not.toBeInTheDocument();
  await again();
  await expect.element(words).toHaveValue('');
  await expect.element(other).not.toBeChecked();
  await userEvent.keyboard('{Escape}');
  await expect.element(report).not.toBeInTheDocument();
});

test('a double tap sends a report once', async () => {
  const { server } = await openReport();
  const sent = server.hold(reportUser, { status: 200 });
  await report.getByText('Harassment or bullying').click();
  await report.getByRole('button', { name: 'Send Report' }).dblClick();
  sent();
  await expect.element(report).not.toBeInTheDocument();
  expect(sent.asked).toHaveLength(1);
});

test('a report whose answer is late leaves the form about somebody else open', async () => {
  const ada = ownRecord();
  const server = stubServer(ada);
  server.on(listFormerChats, { body: [] });
  const people = ['Bela', 'Chidi'].map(profileOf);
  server.on(listBlockedUsers, { body: people.map((one) => ({ ...one, name: one.username })) });
  await openPage('/blocked-users', ada);
  const answer = server.hold(reportUser, { status: 200 });
  await page.getByRole('button', { name: 'Report Bela' }).click();
  await report.getByText('Harassment or bullying').click();
  await report.getByRole('button', { name: 'Send Report' }).click();
  await expect.poll(() => answer.asked).toHaveLength(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(report).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Report Chidi' }).click();
  await words.fill('Knows where I live.');
  answer();
  await expect.element(page.getByText('User reported successfully.', { exact: false })).toBeVisible();
  await expect.element(report.getByText('Chidi won’t be told', { exact: false })).toBeVisible();
  await expect.element(words).toHaveValue('Knows where I live.');
  await userEvent.keyboard('{Escape}');
  await expect.element(report).not.toBeInTheDocument();
});

test('with large letters, the mark before a reason stays round', async () => {
  document.documentElement.style.fontSize = '200%';
  onTestFinished(() => document.documentElement.removeAttribute('style'));
  await openReport();
  const mark = report.getByText('Harassment or bullying').element().querySelector('span')!;
  const { width, height } = mark.getBoundingClientRect();
  expect(width).toBe(height);
  await userEvent.keyboard('{Escape}');
  await expect.element(report).not.toBeInTheDocument();
});

test('the next user who signs in does not find an unfinished report', async () => {
  const { server, chat } = await openReport();
  await words.fill('Knows where I live.');
  const chidi = otherRecord('Chidi');
  const [me, bela] = chat.participants;
  server.on(listChats, { body: [{ ...chat, participants: [{ ...me, userId: chidi.id }, bela] }] });
  signInAs(chidi);
  await expect.element(report).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report User' }).click();
  await expect.element(words).toHaveValue('');
  await userEvent.keyboard('{Escape}');
  await expect.element(report).not.toBeInTheDocument();
});
