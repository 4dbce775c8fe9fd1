import { listChats } from '@herenow/contract/chats';
import { listFeed } from '@herenow/contract/feed';
import { pinUser } from '@herenow/contract/pins';
import { getUser } from '@herenow/contract/profile';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { reloadFeed } from '../src/features/feed/queries.ts';
import { navigate } from '../src/lib/navigation.tsx';
import { queryClient } from '../src/lib/query-client.ts';
import { openPage } from './opened-page.tsx';
import { chatWith, neighbour, profileOf, VISIBLE } from './people.ts';
import { stubAda } from './stubbed-server.ts';

test('a name of many lines stays on a dark ground', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, {
    body: [neighbour('Maximiliana Theodora Wilhelmina Konstanze Elisabeth von Hohenstein')],
  });
  await openPage('/feed', ada);
  const name = page.getByRole('article').getByRole('heading');
  await expect.element(name).toBeVisible();
  const ground = name.element().closest('.scrim')!;
  const above = name.element().getBoundingClientRect().top - ground.getBoundingClientRect().top;
  expect(above).toBeGreaterThan(80);
});

test('no name pushes the age out of a card or a request', async () => {
  const { ada, server } = stubAda(VISIBLE);
  const name = `Ada, 24 ${'W'.repeat(52)}`;
  const chat = chatWith(name);
  server.on(listFeed, { body: [neighbour(name)] });
  server.on(listChats, {
    body: [{ ...chat, pinStatus: 'pending', initiatedBy: chat.participants[1].userId }],
  });
  await openPage('/feed', ada);
  await page.viewport(320, 568);
  await expect.poll(() => innerWidth).toBe(320);
  const age = page.getByText(/^, \d\d$/);
  for (const address of ['/feed', '/chats']) {
    navigate(address);
    await expect.element(age).toBeVisible();
    const { bottom } = age.element().getBoundingClientRect();
    const cut = age.element().closest('.overflow-hidden')!.getBoundingClientRect().bottom;
    expect(bottom).toBeLessThanOrEqual(cut);
  }
});

test('no line of a card begins or ends with a separator', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [neighbour('Bela')] });
  await openPage('/feed', ada);
  const card = page.getByRole('article');
  await expect.element(card).toBeVisible();
  const separator = card.getByText('·', { exact: true });
  const line = separator.element().closest('p')!;
  const cutOff = () => separator.element().getBoundingClientRect().right <= line.getBoundingClientRect().left;
  expect(cutOff()).toBe(false);
  // The cards of a phone held sideways have no room for pronouns and time on one line.
  await page.viewport(844, 390);
  await expect.poll(cutOff).toBe(true);
});

test('on a phone held sideways the shade under the words leaves more than half of the photo free, and the pin its words', async () => {
  const { ada, server } = stubAda();
  const names = ['Bela', 'Maximiliana Theodora'];
  server.on(listFeed, { body: names.map((name) => neighbour(name)) });
  await openPage('/feed', ada);
  await page.viewport(844, 390);
  await expect.poll(() => innerHeight).toBe(390);
  await expect.element(page.getByRole('article').nth(1)).toBeVisible();
  const cards = page.getByRole('article').elements();
  const heightOf = (part: Element | null) => part!.getBoundingClientRect().height;
  expect(heightOf(cards[0]!.querySelector('.scrim'))).toBeLessThan(heightOf(cards[0]!) / 2);
  for (const card of cards) {
    const pin = card.querySelector('button[aria-label^="Pin"]')!.getBoundingClientRect();
    for (const line of card.querySelectorAll('h2 a, p > span')) {
      const { right, bottom } = line.getBoundingClientRect();
      expect(right <= pin.left || bottom <= pin.top, 'free of the pin').toBe(true);
    }
  }
});

test.each([
  { width: 820, row: 2, counts: [1, 2, 3] },
  { width: 1280, row: 3, counts: [1, 2, 3, 4] },
  { width: 1920, row: 3, counts: [1, 2, 5, 8] },
])(
  'cards that do not fill the first row of $row stand in its middle, $width wide',
  async ({ width, row, counts }) => {
    const { ada, server } = stubAda();
    const people = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...neighbour('Bela'), id: `${count}.${at}` }));
    server.on(listFeed, { body: [] });
    await openPage('/feed', ada);
    await page.viewport(width, 800);
    await expect.element(page.getByRole('heading', { name: 'No one is visible right now' })).toBeVisible();
    for (const count of counts) {
      server.on(listFeed, { body: people(count) });
      await reloadFeed(queryClient);
      const cards = page.getByRole('main').getByRole('listitem');
      await expect.poll(() => cards.elements().length).toBe(count);
      const boxes = cards.elements().map((card) => card.getBoundingClientRect());
      const main = page.getByRole('main').element().getBoundingClientRect();
      const first = boxes.filter(({ top }) => top === boxes[0]!.top);
      expect(first).toHaveLength(Math.min(count, row));
      expect(first[0]!.left - main.left).toBeCloseTo(main.right - first.at(-1)!.right, 0);
      // Further rows begin where the first one does.
      expect(boxes[row]?.left ?? first[0]!.left).toBe(first[0]!.left);
    }
  },
);

test('the ring of the focus is seen on a pale photo and on a dark one', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [neighbour('Bela')] });
  await openPage('/feed', ada);
  const link = page.getByRole('article').getByRole('link');
  await expect.element(link).toBeVisible();
  while (document.activeElement !== link.element()) await userEvent.keyboard('{Tab}');
  const { outlineColor, boxShadow } = getComputedStyle(link.element(), '::after');
  expect(outlineColor).toBe('rgb(255, 255, 255)');
  expect(boxShadow).toContain('rgb(0, 0, 0)');
});

/** Opens Bela's profile, and returns where on the screen its photo begins to grow. */
async function grownFrom(link: Locator): Promise<string> {
  const moves = vi.spyOn(Element.prototype, 'animate');
  onTestFinished(() => moves.mockRestore());
  await link.click();
  await expect.element(page.getByRole('heading', { level: 1, name: /^Bela/ })).toBeVisible();
  return (moves.mock.calls[0]![0] as { transform: string[] }).transform[0]!;
}

const placeOf = ({ left, top, width }: DOMRect) =>
  `translate(${left}px, ${top}px) scale(${width / innerWidth})`;

test('the photo of a profile grows from that of the card that was opened', async () => {
  const { ada, server } = stubAda();
  // A card that is touched also holds the photos before and after the one in view.
  const photo = { url: '/photo-placeholder.svg', srcset: '', thumbhash: '' };
  const photos = ['a', 'b', 'c'].map((id) => ({ ...photo, id }));
  server.on(listFeed, { body: [{ ...neighbour('Bela'), photos }] });
  server.on(getUser, { body: { ...profileOf('Bela'), photos } });
  await openPage('/feed', ada);
  const card = page.getByRole('article');
  await expect.element(card).toBeVisible();
  const place = placeOf(card.element().getBoundingClientRect());
  expect(await grownFrom(card.getByRole('link'))).toBe(place);
});

test('a profile begins with the photo that its card shows, and the card goes on with that of the profile', async () => {
  const { ada, server } = stubAda();
  const photo = { url: '/photo-placeholder.svg', srcset: '', thumbhash: '' };
  const photos = ['a', 'b', 'c'].map((id) => ({ ...photo, id }));
  server.on(listFeed, { body: ['Bela', 'Chidi'].map((name) => ({ ...neighbour(name), photos })) });
  server.on(getUser, { body: { ...profileOf('Bela'), photos } });
  await openPage('/feed', ada);
  const card = page.getByRole('article').filter({ hasText: 'Bela' });
  const other = page.getByRole('article').filter({ hasText: 'Chidi' });
  const shown = (at: number, of = 'Bela') => ({ name: `${of}, photo ${at} of 3`, exact: true });
  await expect.element(card.getByRole('img', shown(1))).toBeVisible();
  card.getByRole('link').element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(card.getByRole('img', shown(2))).toBeVisible();
  await card.getByRole('link').click();
  await expect.element(page.getByRole('heading', { level: 1, name: /^Bela/ })).toBeVisible();
  await expect.element(page.getByRole('img', shown(2))).toBeVisible();
  await page.getByRole('button', { name: 'Photo 3' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(card.getByRole('img', shown(3))).toBeVisible();
  await expect.element(other.getByRole('img', shown(1, 'Chidi'))).toBeVisible();
  // A request shows the first photo, and so does the profile that grows from it.
  navigate(`/profile/${profileOf('Bela').id}`);
  await expect.element(page.getByRole('heading', { level: 1, name: /^Bela/ })).toBeVisible();
  await expect.element(page.getByRole('img', shown(1))).toBeVisible();
});

test('the photo of a profile grows from that of a request', async () => {
  const { ada, server } = stubAda(VISIBLE);
  const chat = chatWith('Bela');
  const initiatedBy = chat.participants[1].userId;
  server.on(listChats, { body: [{ ...chat, pinStatus: 'pending', initiatedBy }] });
  server.on(getUser, { body: profileOf('Bela') });
  await openPage('/chats', ada);
  const photo = page.getByRole('article').getByRole('link');
  await expect.element(photo).toBeVisible();
  const place = placeOf(photo.element().getBoundingClientRect());
  expect(await grownFrom(photo)).toBe(place);
});

test('the cards behind a pinned one glide to their places', async () => {
  const { ada, server } = stubAda(VISIBLE);
  server.on(listFeed, { body: ['Bela', 'Chidi'].map((name) => neighbour(name)) });
  server.on(pinUser, { status: 200 });
  await openPage('/feed', ada);
  const behind = page.getByRole('listitem').filter({ hasText: 'Chidi' });
  await expect.element(behind).toBeVisible();
  // The part that keeps the feed live, and lets cards glide, is there.
  await expect.element(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  const [first, second] = page
    .getByRole('article')
    .elements()
    .map((card) => card.getBoundingClientRect());
  const moves = vi.spyOn(Element.prototype, 'animate');
  onTestFinished(() => moves.mockRestore());
  await page.getByRole('button', { name: 'Pin Bela' }).click();
  await expect.element(page.getByRole('article').filter({ hasText: 'Bela' })).not.toBeInTheDocument();
  const glide = moves.mock.contexts.indexOf(behind.element() as HTMLElement);
  expect(moves.mock.calls[glide]?.[0]).toEqual({
    translate: [`0px ${second!.top - first!.top}px`, 'none'],
  });
});
