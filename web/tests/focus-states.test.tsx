import { listChats, listMessages } from '@herenow/contract/chats';
import { listFeed } from '@herenow/contract/feed';
import { goOnline } from '@herenow/contract/presence';
import { getUser } from '@herenow/contract/profile';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { chatWith, messageOf, ownRecord, VISIBLE } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda, stubServer } from './stubbed-server.ts';

test('focus that was set before the page was quiet moves on, too', async () => {
  const ada = ownRecord({ online: true, status: 'incognito' });
  const chat = chatWith('Bela');
  const server = stubServer(ada);
  const channel = stubChannel(server);
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [messageOf(chat, 'Hello')] });
  await openPage(`/chat/${chat.id}`, ada);
  const field = page.getByRole('textbox', { name: 'Message' });
  await expect.element(field).toBeVisible();
  (field.element() as HTMLElement).focus();
  await import('../src/app/kept-focus.ts');
  server.on(listChats, { body: [] });
  await channel.bring('chats-gone', { chatId: chat.id });
  await expect.element(page.getByText('Chat not found')).toBeVisible();
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('the buttons of a search keep the focus at either end of what was found', async () => {
  const ada = ownRecord({ online: true, status: 'incognito' });
  const chat = chatWith('Bela');
  const server = stubServer(ada);
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: ['At eight', 'At nine'].map((text) => messageOf(chat, text)) });
  await openPage(`/chat/${chat.id}`, ada);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('at');
  await expect.element(page.getByText('1 of 2')).toBeVisible();
  const [earlier, later] = ['Earlier match', 'Later match'].map((name) => page.getByRole('button', { name }));
  await expect.element(later!).toHaveAttribute('aria-disabled', 'true');
  await earlier!.click();
  await expect.element(page.getByText('2 of 2')).toBeVisible();
  await expect.element(earlier!).toHaveAttribute('aria-disabled', 'true');
  await expect.element(earlier!).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('2 of 2')).toBeVisible();
  await later!.click();
  await expect.element(page.getByText('1 of 2')).toBeVisible();
  await expect.element(later!).toHaveFocus();
});

test('a search stays at the match one reads when another message arrives', async () => {
  const ada = ownRecord({ online: true, status: 'incognito' });
  const chat = chatWith('Bela');
  const server = stubServer(ada);
  const channel = stubChannel(server);
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: ['At eight', 'At nine'].map((text) => messageOf(chat, text)) });
  await openPage(`/chat/${chat.id}`, ada);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('at');
  await page.getByRole('button', { name: 'Earlier match' }).click();
  await expect.element(page.getByText('2 of 2')).toBeVisible();
  await channel.bring('messages', messageOf(chat, 'At ten'));
  await expect.element(page.getByText('3 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Later match' }).click();
  await expect.element(page.getByText('2 of 3')).toBeVisible();
});

test('a question that is taller than the screen opens at its beginning', async () => {
  const ada = ownRecord();
  stubServer(ada);
  await openPage('/settings', ada);
  const ask = page.getByRole('button', { name: 'Delete Account' });
  await expect.element(ask).toBeVisible();
  const question = page.getByRole('alertdialog');
  const focused = () => document.activeElement?.textContent;
  (ask.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe('Cancel');
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await page.viewport(390, 200);
  await userEvent.keyboard('{Enter}');
  await expect.element(question).toHaveFocus();
  expect(question.element().scrollTop).toBe(0);
});

test('on a wide screen the rail comes before the page by keyboard, on a phone the tabs after it', async () => {
  const ada = ownRecord();
  stubServer(ada);
  await openPage('/settings', ada);
  const main = page.getByRole('main');
  const tabs = page.getByRole('navigation', { name: 'Main' });
  await expect.element(main).toBeVisible();
  const follows = () =>
    main.element().compareDocumentPosition(tabs.element()) === Node.DOCUMENT_POSITION_FOLLOWING;
  expect(follows()).toBe(true);
  await page.viewport(1280, 800);
  await expect.poll(follows).toBe(false);
});

/** The element that has the focus, if something lies over its middle. */
function covered(): string | undefined {
  const element = document.activeElement!;
  const { left, top, width, height } = element.getBoundingClientRect();
  const over = document.elementFromPoint(left + width / 2, top + height / 2);
  return element.contains(over) || over?.contains(element) ? undefined : element.textContent;
}

for (const [about, path, last] of [
  ['the tabs', '/settings', 'Your Data'],
  ['the button that is docked below them', '/preferences-setup', 'Brunch'],
] as const)
  test(`what gets the focus by keyboard does not stay under ${about}`, async () => {
    const ada = ownRecord();
    stubServer(ada);
    await openPage(path, ada);
    const end = page.getByRole('main').getByText(last, { exact: true });
    await expect.element(end).toBeInTheDocument();
    const hidden = [];
    do {
      await userEvent.keyboard('{Tab}');
      hidden.push(covered());
    } while (!document.activeElement!.contains(end.element()));
    expect(hidden.filter((text) => text !== undefined)).toEqual([]);
  });

test('the result of going visible has the focus, and the way on is the next key', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [] });
  server.on(listChats, { body: [] });
  const visible = { body: { ...ada, ...VISIBLE } };
  server.on(goOnline, () => {
    server.on(getUser, visible);
    return visible;
  });
  await openPage('/chats', ada);
  const status = page.getByRole('button', { name: /^You are offline/ });
  await expect.element(status).toBeVisible();
  (status.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const sheet = page.getByRole('dialog', { name: 'Go Visible' });
  const go = sheet.getByRole('button', { name: 'Go Visible Now' });
  await expect.element(go).toBeVisible();
  (go.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: "You're Online!" })).toBeVisible();
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: "You're Online!" })).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Start Browsing' })).toHaveFocus();
});
