import { listChats, listMessages } from '@herenow/contract/chats';
import { listBlockedUsers } from '@herenow/contract/safety';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { chatWith, messageOf, neighbour, VISIBLE } from './people.ts';
import { stubAda } from './stubbed-server.ts';

const NAME = 'نور';

/** Returns where each of the texts begins on the screen, from the left. */
const leftOf = (line: Element, ...texts: string[]) =>
  texts.map((text) => {
    const nodes = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const start = node.textContent!.indexOf(text);
      if (start < 0) continue;
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, start + text.length);
      return range.getBoundingClientRect().left;
    }
    throw new Error(`${text} is not in the line.`);
  });

const sorted = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);

function openChat(text = 'مرحبا، أين نلتقي؟') {
  const { ada, server } = stubAda(VISIBLE);
  const chat = chatWith(NAME);
  const theirs = messageOf(chat, text);
  server.on(listChats, { body: [chat] });
  server.on(listMessages, { body: [theirs] });
  return { theirs, open: () => openPage(`/chat/${chat.id}`, ada) };
}

test('a sentence that begins with a name is written like every other sentence', async () => {
  const { ada, server } = stubAda();
  const chat = chatWith(NAME);
  const initiatedBy = chat.participants[1].userId;
  server.on(listChats, { body: [{ ...chat, pinStatus: 'pending', initiatedBy }] });
  await openPage('/chats', ada);
  const sentence = page.getByText(`${NAME} pinned you`);
  await expect.element(sentence).toBeVisible();
  const places = leftOf(sentence.element(), NAME, 'pinned', 'you');
  expect(places).toEqual(sorted(places));
});

test('a reply tells first to whom it is, and then to what', async () => {
  const { theirs, open } = openChat();
  await open();
  await page.getByRole('log').getByText(theirs.content).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Reply' }).click();
  const line = page.getByText(`Reply to ${NAME}: ${theirs.content}`);
  await expect.element(line).toBeVisible();
  const places = leftOf(line.element(), 'Reply', NAME, 'مرحبا');
  expect(places).toEqual(sorted(places));
});

test('a reply to a long text shows how that begins, on its right', async () => {
  const { theirs, open } = openChat('مرحبا، أين نلتقي؟ '.repeat(20));
  await open();
  await page.getByRole('log').getByText(theirs.content.trim()).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Reply' }).click();
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await expect.element(cancel).toBeVisible();
  const [start] = leftOf(cancel.element().parentElement!, 'مرحبا');
  expect(start).toBeLessThan(cancel.element().getBoundingClientRect().left);
});

test('an age stands behind its name, also in the list of blocked people', async () => {
  const { ada, server } = stubAda();
  server.on(listBlockedUsers, { body: [{ ...neighbour(NAME), photos: [] }] });
  await openPage('/blocked-users', ada);
  const name = page.getByText(`${NAME}, 30`);
  await expect.element(name).toBeVisible();
  const places = leftOf(name.element(), NAME, '30');
  expect(places).toEqual(sorted(places));
});

test('the search of a chat is written in the direction of its text', async () => {
  const { theirs, open } = openChat();
  await open();
  await expect.element(page.getByRole('log').getByText(theirs.content)).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Search' }).click();
  const field = page.getByRole('searchbox');
  await field.fill('نلتقي');
  await expect.element(page.getByText('1 of 1')).toBeVisible();
  expect(getComputedStyle(field.element()).direction).toBe('rtl');
});
