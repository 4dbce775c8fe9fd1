import { listChats, listMessages, sendMessage } from '@herenow/contract/chats';
import { getFaceCheck } from '@herenow/contract/faces';
import { listFeed } from '@herenow/contract/feed';
import { getModerationSummary, listModerationLog } from '@herenow/contract/moderation';
import { getUser } from '@herenow/contract/profile';
import { listBlockedUsers } from '@herenow/contract/safety';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from './opened-page.tsx';
import { messageOf, neighbour, profileOf, VISIBLE } from './people.ts';
import { stubAda, stubChat } from './stubbed-server.ts';

const topOf = (element: Element) => element.getBoundingClientRect().top;

test('the numbers of the desk push nothing down on a phone', async () => {
  const { ada: dana, server } = stubAda();
  const counted = { cases: 14, sealed: 2, appeals: 1, faces: 3, underage: 12, oldest: null };
  const release = server.hold(getModerationSummary, { body: counted });
  server.on(listModerationLog, { body: [] });
  await openPage('/desk/log', dana);
  const title = page.getByRole('heading', { name: 'Log' });
  await expect.element(title).toBeVisible();
  const before = topOf(title.element());
  release();
  await expect.element(page.getByText('12 may be underage')).toBeVisible();
  expect(topOf(title.element())).toBe(before);
});

test('the way on from an empty list of chats is whole on a low phone', async () => {
  const { ada, server } = stubAda();
  server.on(listChats, { body: [] });
  await openPage('/chats', ada);
  await page.viewport(320, 568);
  const browse = page.getByRole('button', { name: 'Start Browsing' });
  await expect.element(browse).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Main' }).element();
  expect(browse.element().getBoundingClientRect().bottom).toBeLessThan(topOf(tabs));
});

test('the place of the own card stands while the state of the face check loads', async () => {
  const { ada, server } = stubAda();
  const release = server.hold(getFaceCheck, {
    body: { state: 'none', pose: null, taken: 0, until: null, why: '' },
  });
  await openPage('/face-check', ada);
  const waiting = page.getByRole('status', { name: 'Loading' });
  await expect.element(waiting).toBeVisible();
  const boxOf = (part: Element | null | undefined) => part!.getBoundingClientRect().toJSON() as DOMRect;
  const place = boxOf(waiting.element().firstElementChild);
  release();
  const title = page.getByRole('heading', { name: 'Two selfies for a verified mark' });
  await expect.element(title).toBeVisible();
  expect(boxOf(title.element().previousElementSibling)).toEqual(place);
});

test('the list of blocked users comes where its rows have waited', async () => {
  const { ada, server } = stubAda();
  const blocked = { ...neighbour('Bela'), photos: [] };
  const release = server.hold(listBlockedUsers, { body: [blocked] });
  await openPage('/blocked-users', ada);
  const waiting = page.getByRole('status', { name: 'Loading' });
  await expect.element(waiting).toBeVisible();
  await document.fonts.ready;
  const place = topOf(waiting.element());
  // A photo and a name each.
  expect(waiting.element().lastElementChild!.querySelectorAll('[aria-hidden]')).toHaveLength(2);
  release();
  const row = page.getByRole('listitem').filter({ hasText: 'Bela' });
  await expect.element(row).toBeVisible();
  expect(topOf(row.element().parentElement!)).toBe(place);
});

test.each([
  { width: 390, columns: 1 },
  { width: 1280, columns: 3 },
])(
  'in $columns columns the places of the next row stand below the cards that are rendered',
  async ({ width, columns }) => {
    const { ada, server } = stubAda();
    const names = Array.from({ length: 40 }, (_, at) => `Person ${at}`);
    server.on(listFeed, { body: names.map((name, at) => ({ ...neighbour(name), id: `${at}` })) });
    await openPage('/feed', ada);
    await page.viewport(width, 600);
    const list = page.getByRole('main').getByRole('list');
    await expect.element(list).toBeVisible();
    const tops = (rows: string) => [...list.element().querySelectorAll(rows)].map(topOf);
    /** How far below the last card each place is, in rows. */
    function places() {
      const cards = tops('li:has(article)');
      const pitch = cards[columns]! - cards[0]!;
      return tops('li:not(:has(article))').map(
        (top) => Math.round(((top - cards.at(-1)!) / pitch) * 100) / 100,
      );
    }
    // The columns are there at once, their cards once the list has measured itself.
    await expect.poll(places).toEqual(Array(columns).fill(1));
    const pitch = tops('li')[columns]! - tops('li')[0]!;
    expect(list.element().clientHeight).toBeCloseTo(Math.ceil(40 / columns) * pitch - 20, 0);
  },
);

test.each([
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])(
  'the beginning of a chat stays where it is while its first message is written, sent and answered, $width wide',
  async ({ width, height }) => {
    const { ada, server, chat } = stubChat({ ...VISIBLE, myTags: ['Coffee'] });
    server.on(listMessages, { body: [] });
    const bela = { body: { ...profileOf('Bela'), myTags: ada.myTags } };
    server.on(getUser, ({ path }) => (path.endsWith(ada.id) ? { body: ada } : bela));
    await openPage(`/chat/${chat.id}`, ada);
    await page.viewport(width, height);
    const beginning = page.getByText(/start of your.chat/);
    const idea = page.getByRole('log').getByRole('listitem').first();
    await expect.element(beginning).toBeVisible();
    await expect.element(idea).toMatchTextContent('Coffee');
    await document.fonts.ready;
    const places = () => [topOf(beginning.element()), topOf(idea.element())];
    const before = places();
    const sent = { ...messageOf(chat, 'Hello!'), senderId: ada.id };
    const answer = server.hold(sendMessage, { body: sent });
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello!');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.element(page.getByRole('log').getByText('Sending')).toBeVisible();
    expect(places()).toEqual(before);
    answer();
    await expect.element(page.getByRole('heading', { name: 'Today' })).toBeVisible();
    expect(places()).toEqual(before);
  },
);
