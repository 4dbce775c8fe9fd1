import { clearAlert, getAlert } from '@herenow/contract/alerts';
import { FEED_END_HEADER, listFeed, listFeedChanges } from '@herenow/contract/feed';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { loadScreen } from '../src/app/router.tsx';
import { queryClient } from '../src/lib/query-client.ts';
import { emit } from '../src/lib/window-events.ts';
import { address, openPage } from './opened-page.tsx';
import { neighbour } from './people.ts';
import { stubChannel } from './stubbed-channel.ts';
import { stubAda } from './stubbed-server.ts';

const tryAgain = () => page.getByRole('button', { name: 'Try Again' }).click();

test('waiting and a refusal are told, and can be tried again', async () => {
  const { ada, server } = stubAda({ blockedUsers: ['x'], rejectedUsers: ['y'], pinnedUsers: ['z'] });
  const release = server.hold(listFeed, { status: 500 });
  await openPage('/feed', ada);
  await expect.element(page.getByRole('status', { name: 'Looking around you' })).toBeVisible();
  release();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Failed to fetch users');
  const asked = server.onTap(listFeed, { body: [neighbour('Bela')] });
  await tryAgain();
  await expect.element(page.getByRole('article')).toMatchTextContent('Bela, 30');
  const { id: userId, location } = ada;
  const lists = { blockedUsers: ['x'], blockedByOthers: [], rejectedUsers: ['y'], pinnedUsers: ['z'] };
  const preferences = { gender: [], minAge: null, maxAge: null, maxDistanceKm: 50, interestedIn: [] };
  expect(asked[0]!.body).toEqual({ skip: 0, limit: 20, preferences, userId, ...lists, location });
});

test('a missing answer is shown in other words', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, 'no answer');
  await openPage('/feed', ada);
  await expect.element(page.getByRole('alert')).toMatchTextContent('Failed to load users');
  server.onTap(listFeed, { body: [neighbour('Bela')] });
  await tryAgain();
  await expect.element(page.getByRole('article')).toBeVisible();
});

test('whose allowance is used up is told that these are all for now, also where nobody is left to show', async () => {
  const { ada, server } = stubAda();
  const headers = { [FEED_END_HEADER]: 'for-now' };
  server.on(listFeed, { body: [neighbour('Bela')], headers });
  await openPage('/feed', ada);
  const end = page.getByText('That is everyone for now', { exact: true });
  await expect.element(end).toBeVisible();
  await expect.element(page.getByRole('article')).toBeVisible();
  expect(page.getByText("You've seen all visible users").query()).toBeNull();
  server.on(listFeed, { body: [], headers });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(page.getByRole('article')).not.toBeInTheDocument();
  await expect.element(end).toBeVisible();
  expect(page.getByText('No one is visible right now').query()).toBeNull();
});

test('a filter that is applied loads the feed anew, also one that is set or was before @slow', async () => {
  const { ada, server } = stubAda();
  const asked = server.on(listFeed, { body: [neighbour('Bela')] });
  await openPage('/feed', ada);
  await expect.element(page.getByRole('article')).toBeVisible();
  const sheet = page.getByRole('dialog', { name: 'Preferences' });
  const apply = async ({ turns }: { turns: boolean }) => {
    const before = asked.length;
    emit('openFilter');
    if (turns) await sheet.getByRole('switch', { name: 'Verified only' }).click();
    await sheet.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => asked.length).toBe(before + 1);
    await expect.element(sheet).not.toBeInTheDocument();
    return (asked.at(-1)!.body as { preferences: object }).preferences;
  };
  expect(await apply({ turns: false })).not.toHaveProperty('verifiedOnly');
  expect(await apply({ turns: true })).toHaveProperty('verifiedOnly', true);
  expect(await apply({ turns: true })).not.toHaveProperty('verifiedOnly');
});

/** A filter that was chosen on this device before. */
function keepFilter({ id }: { id: string }, filter: object): void {
  localStorage.setItem('filter', JSON.stringify({ userId: id, ...filter }));
}

test('an empty feed has the same text with a filter, and says what it asks for', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [] });
  keepFilter(ada, { minAge: 70 });
  await openPage('/feed', ada);
  await expect.element(page.getByRole('heading', { name: 'No one is visible right now' })).toBeVisible();
  await expect.element(page.getByText('Check back later or be the first to go visible!')).toBeVisible();
  await expect.element(page.getByText('Nobody aged 70 or over within 50 km')).toBeVisible();
});

test('a stored filter with contradictory ages requests nothing when the page opens', async () => {
  const { ada, server } = stubAda();
  const asked = server.on(listFeed, { body: [neighbour('Bela')] });
  keepFilter(ada, { minAge: 40, maxAge: 30 });
  await openPage('/settings', ada);
  await loadScreen('/feed', queryClient);
  await page.getByRole('link', { name: 'Explore' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Max age must be greater than min age');
  expect(asked).toEqual([]);
});

test('over a photo the focus is white on a dark ground, whatever the theme', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [neighbour('Bela')] });
  await openPage('/feed', ada);
  const tabTo = async (name: string) => {
    const button = page.getByRole('button', { name });
    await expect.element(button).toBeVisible();
    await expect
      .poll(async () => {
        await userEvent.keyboard('{Tab}');
        return document.activeElement === button.element();
      })
      .toBe(true);
    return getComputedStyle(button.element());
  };
  expect((await tabTo('Pin Bela')).outlineColor).toBe('rgb(255, 255, 255)');
  await page.getByRole('link', { name: 'Bela, 30' }).click();
  const { outlineColor, outlineOffset } = await tabTo('Back');
  expect(outlineColor).toBe('rgb(255, 255, 255)');
  // The ground of the button is dark, while the photo around it may be light.
  expect(Number.parseFloat(outlineOffset)).toBeLessThan(0);
});

test('a tap opens the profile wherever it meets the card', async () => {
  const { ada, server } = stubAda();
  const photos = ['1', '2'].map((id) => ({ id, url: '/photo-placeholder.svg', srcset: '', thumbhash: '' }));
  const bela = { ...neighbour('Bela'), photos };
  server.on(listFeed, { body: [bela] });
  await openPage('/feed', ada);
  const card = page.getByRole('article');
  await expect.element(card).toBeVisible();
  await card.click({ position: { x: 12, y: 120 } });
  await expect.poll(address).toBe(`/profile/${bela.id}`);
});

test('an alert can be switched on even if its state could not be loaded', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [] });
  server.on(getAlert, { status: 500 });
  await openPage('/feed', ada);
  const alert = page.getByRole('switch', { name: 'Tell me when people nearby become visible' });
  await expect.element(alert).toBeEnabled();
});

test('the switch of an alert keeps the focus during the request', async () => {
  const { ada, server } = stubAda();
  const until = new Date(Date.now() + 3_600_000).toISOString();
  server.on(listFeed, { body: [] });
  server.on(getAlert, { body: { until, maxDistanceKm: 10 } });
  const release = server.hold(clearAlert, { body: undefined });
  await openPage('/feed', ada);
  const alert = page.getByRole('switch', { name: 'Tell me when people nearby become visible' });
  await expect.element(alert).toBeChecked();
  (alert.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(alert).not.toBeChecked();
  await userEvent.keyboard(' ');
  await expect.element(alert).toHaveFocus();
  release();
  await expect
    .element(page.getByText('By notification, for the next 3 hours.', { exact: false }))
    .toBeVisible();
  await expect.element(alert).toHaveFocus();
});

const NO_CHANGES = { came: [], more: false, gone: [], changed: [], moved: false, asOf: 'a-mark' };

test('a refresh keeps the list until the new one has loaded, and if none loads', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [neighbour('Bela')] });
  await openPage('/feed', ada);
  const card = page.getByRole('article');
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await expect.element(refresh).toBeVisible();
  const bela = card.element();

  const fail = server.hold(listFeed, 'no answer');
  await refresh.click();
  await expect.element(refresh).toHaveAttribute('aria-disabled', 'true');
  expect(card.element()).toBe(bela);
  fail();
  await expect
    .element(page.getByRole('alert').getByText('We couldn’t refresh the list. This is the earlier one.'))
    .toBeVisible();
  expect(card.element()).toBe(bela);

  const release = server.hold(listFeed, { body: [neighbour('Chidi')] });
  await refresh.click();
  await expect.element(refresh).toHaveAttribute('aria-disabled', 'true');
  expect(card.element()).toBe(bela);
  release();
  await expect.element(card).toMatchTextContent('Chidi');
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('changes requested before a refresh do not affect the new list', async () => {
  const { ada, server } = stubAda();
  const channel = stubChannel(server);
  const bela = neighbour('Bela');
  server.on(listFeed, { body: [bela] });
  const first = server.on(listFeedChanges, { body: NO_CHANGES });
  await openPage('/feed', ada);
  await expect.poll(() => first.length).toBe(1);
  const release = server.hold(listFeedChanges, { body: { ...NO_CHANGES, gone: [bela.id] } });
  await channel.bring('nearby', {});
  await expect.poll(() => release.asked.length).toBe(1);
  server.on(listFeed, { body: [bela, neighbour('Chidi')] });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(page.getByRole('article')).toHaveLength(2);
  const again = server.on(listFeedChanges, { body: NO_CHANGES });
  release();
  await channel.bring('nearby', {});
  await expect.poll(() => again.length).toBe(1);
  expect(page.getByText('Not here any more').query()).toBeNull();

  // The list may have been read before an event that arrives meanwhile.
  const list = server.hold(listFeed, { body: [bela] });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => list.asked.length).toBe(1);
  await channel.bring('nearby', {});
  await expect.poll(() => again.length).toBe(2);
  list();
  await expect.poll(() => again.length).toBe(3);
});

test('a button says that its request takes long, and moves nothing @slow', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [neighbour('Bela')] });
  await openPage('/feed', ada);
  const refresh = page.getByRole('button', { name: /^Refresh/ });
  await expect.element(refresh).toBeVisible();
  const release = server.hold(listFeed, { body: [neighbour('Bela')] });
  const height = () => refresh.element().getBoundingClientRect().height;
  const before = height();
  await refresh.click();
  await expect.element(refresh).toMatchTextContent('Still trying…');
  expect(height()).toBe(before);
  release();
  await expect.element(refresh).not.toMatchTextContent('Still trying…');
});

test('screen readers are told when a list becomes empty', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [neighbour('Bela')] });
  await openPage('/feed', ada);
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await expect.element(refresh).toBeVisible();
  const told = page.getByRole('status').filter({ hasText: 'The list is empty.' });
  server.on(listFeed, { body: [] });
  await refresh.click();
  await expect.element(told).toBeInTheDocument();
  server.on(listFeed, { body: [neighbour('Bela')] });
  await refresh.click();
  await expect.element(told).not.toBeInTheDocument();
});

test('a contradictory filter can be fixed with one tap, or opened', async () => {
  const { ada, server } = stubAda();
  const asked = server.onTap(listFeed, { body: [neighbour('Bela')] });
  keepFilter(ada, { minAge: 40, maxAge: 30 });
  await openPage('/feed', ada);
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/^Max age must be greater than min ageThe oldest age is below the youngest/);
  await page.getByRole('button', { name: 'Change the Filter' }).click();
  const sheet = page.getByRole('dialog', { name: 'Preferences' });
  await expect.element(sheet.getByLabelText('Min age')).toHaveValue(40);
  await sheet.getByRole('button', { name: 'Close' }).click();
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Show Ages 30 to 40' }).click();
  await expect.element(page.getByRole('article')).toMatchTextContent('Bela, 30');
  expect(asked[0]!.body).toMatchObject({ preferences: { minAge: 30, maxAge: 40 } });
});

test('on a phone held sideways the button of an empty feed is in sight', async () => {
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [] });
  await openPage('/feed', ada);
  await page.viewport(844, 390);
  const button = page.getByRole('main').getByRole('button', { name: 'Go Visible Now' });
  const tabs = page.getByRole('navigation', { name: 'Main' });
  await expect
    .poll(() => button.element().getBoundingClientRect().bottom)
    .toBeLessThan(tabs.element().getBoundingClientRect().top);
});

test('with large letters, the longest name fits on its card', async () => {
  document.documentElement.style.fontSize = '200%';
  onTestFinished(() => document.documentElement.removeAttribute('style'));
  const { ada, server } = stubAda();
  server.on(listFeed, { body: [neighbour('Bela '.repeat(12).trim())] });
  await openPage('/feed', ada);
  const card = page.getByRole('article');
  await expect.element(card).toBeVisible();
  const name = card.getByRole('heading').element().getBoundingClientRect();
  expect(name.top).toBeGreaterThan(card.element().getBoundingClientRect().top);
});
