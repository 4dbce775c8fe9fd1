import { HOUR_MS } from '@herenow/contract/constants';
import { listChats } from '@herenow/contract/chats';
import { listFeed } from '@herenow/contract/feed';
import { pinUser } from '@herenow/contract/pins';
import { getUser } from '@herenow/contract/profile';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { emit } from '../src/lib/window-events.ts';
import { showToast } from '../src/ui/toast.tsx';
import { openPage } from './opened-page.tsx';
import { neighbour, profileOf } from './people.ts';
import { stubAda } from './stubbed-server.ts';

/** Figures and attributes that are promised but that no other test would miss. To change one, change it here too. */

/** Returns the toast with these words. The animation of its hidden bar is the clock that closes it. */
async function toastWith(text: string) {
  const said = page.getByText(text);
  await expect.element(said).toBeVisible();
  const toast = said.element().closest<HTMLElement>('.toast')!;
  const bar = toast.querySelector<HTMLElement>('.toast-clock')!;
  return { toast, duration: bar.style.animationDuration };
}

test.each([
  ['/feed', '2000ms'],
  [`/profile/${profileOf('Bela').id}`, '3000ms'],
])('a pin made on %s is told for %s', async (path, duration) => {
  const onlineUntil = new Date(Date.now() + HOUR_MS).toISOString();
  const { ada, server } = stubAda({ online: true, status: 'online', onlineUntil });
  server.on(listFeed, { body: [neighbour('Bela')] });
  server.on(listChats, { body: [] });
  server.on(getUser, ({ path: asked }) => ({ body: asked.endsWith(ada.id) ? ada : profileOf('Bela') }));
  server.onTap(pinUser, { status: 200 });
  await openPage(path, ada);
  await page.getByRole('button', { name: 'Pin Bela' }).click();
  expect((await toastWith('You Pinned Bela!')).duration).toBe(duration);
});

test('any other toast stays for five seconds at the top right, or until it is dragged over four fifths of its width', async () => {
  const { ada, server } = stubAda();
  server.on(listChats, { body: [] });
  await openPage('/chats', ada);
  showToast('News');
  const { toast, duration } = await toastWith('News');
  expect(duration).toBe('5000ms');
  await Promise.all(toast.getAnimations().map(({ finished }) => finished));
  const { right, top, width } = toast.getBoundingClientRect();
  expect(innerWidth - right).toBeLessThan(20);
  expect(top).toBeLessThan(100);

  const drag = (share: number) => {
    const from = { bubbles: true, clientX: right - 1, clientY: top + 9, pointerType: 'touch' };
    const to = { ...from, clientX: right - 1 - share * width };
    toast.dispatchEvent(new PointerEvent('pointerdown', from));
    document.dispatchEvent(new PointerEvent('pointermove', to));
    document.dispatchEvent(new PointerEvent('pointerup', to));
  };
  drag(0.79);
  // It returns to its place.
  expect(toast.style.transform).toBe('');
  drag(0.81);
  expect(toast.style.transform).not.toBe('');
  await expect.element(page.getByText('News')).not.toBeInTheDocument();
});

test('the next page of the feed is fetched when a tenth of its end comes within 100 px', async () => {
  const { ada, server } = stubAda();
  const watched: (IntersectionObserverInit | undefined)[] = [];
  const real = window.IntersectionObserver;
  onTestFinished(() => {
    window.IntersectionObserver = real;
  });
  window.IntersectionObserver = class extends real {
    constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
      super(callback, options);
      watched.push(options);
    }
  };
  server.on(listFeed, { body: [neighbour('Chidi')], headers: { link: '</api/feed?after=x>; rel="next"' } });
  await openPage('/feed', ada);
  await expect.element(page.getByRole('article')).toBeVisible();
  await expect.poll(() => watched).toContainEqual({ threshold: 0.1, rootMargin: '100px' });
});

test('the ages of the filter are from 18 to 80', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [] });
  await openPage('/feed', ada);
  await expect.element(page.getByText('No one is visible right now')).toBeVisible();
  emit('openFilter');
  for (const label of ['Min age', 'Max age']) {
    const field = page.getByLabelText(label);
    await expect.element(field).toBeVisible();
    expect(field.element()).toMatchObject({ min: '18', max: '80' });
  }
});

test('only pictures are offered as photos', async () => {
  const { ada } = stubAda();
  await openPage('/my-profile', ada);
  await expect.element(page.getByRole('button', { name: 'Add Your First Photo' })).toBeVisible();
  expect(document.querySelector('input[type=file]')).toMatchObject({ accept: 'image/*', multiple: true });
});

test('in an empty feed, what one may choose keeps its distance from the way on', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [] });
  await openPage('/feed', ada);
  const bring = page.getByRole('button', { name: 'Bring a Friend' });
  await expect.element(bring).toBeVisible();
  const card = bring.element().closest('.rounded-card')!.getBoundingClientRect();
  const button = page.getByRole('main').getByRole('button', { name: 'Go Visible Now' });
  expect(card.top - button.element().getBoundingClientRect().bottom).toBe(20);
});
