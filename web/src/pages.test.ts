import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cameFromSettings, fromSettings } from './lib/from-settings.ts';
import {
  clientPages,
  fileOf,
  notFound,
  pageAt,
  pages,
  redirectByStep,
  tabsShown,
  topShown,
  titleOf,
} from './pages.ts';
import { screenForStep } from './setup-pages.ts';

const setup = ['/profile-setup', '/preferences-setup', '/distance-setup', '/photo-setup'];

describe('the table', () => {
  it('lists every screen that exists, and no other', () => {
    const there = globSync('features/*/screens/*.tsx', { cwd: import.meta.dirname });
    const named = [...new Set([...pages, notFound].map(fileOf))];
    expect(named.filter((screen) => screen.startsWith('features/')).toSorted()).toEqual(there.toSorted());
    expect(globSync(named, { cwd: import.meta.dirname })).toHaveLength(named.length);
  });

  it('has one page for each address', () => {
    const addresses = pages.map((page) => page.path.replace(':id', '7'));
    expect(new Set(addresses).size).toBe(pages.length);
    expect(addresses.map((address) => pageAt(address))).toEqual(pages);
  });
});

describe('the page at an address', () => {
  it('is the same with a slash at the end', () => {
    expect(pageAt('/feed/').path).toBe('/feed');
    expect(pageAt('/profile/ada//').path).toBe('/profile/:id');
    expect([pageAt('/').path, pageAt('//').path]).toEqual(['/', '/']);
  });

  it('is not one whose path only begins the same', () => {
    expect(pageAt('/chats').path).toBe('/chats');
    for (const other of ['/feeds', '/chat', '/chat/c1/more', '/a/feed', '/nowhere'])
      expect(pageAt(other)).toBe(notFound);
  });

  it('is a page of the client, except for the landing page', () => {
    const taken = (address: string) => clientPages().some(({ pattern }) => pattern.test(address));
    expect(['/login', '/chat/c1', '/profile/ada/'].every(taken)).toBe(true);
    expect(['/', '/api', '/docs/api', '/photos/x', '/chat/c1/x'].some(taken)).toBe(false);
  });
});

describe('the tabs', () => {
  it.each(['/', '/login', '/register', '/email-verification', ...setup, '/profile/ada', '/chat/c1'])(
    'are hidden on %s',
    (address) => expect(tabsShown(pageAt(address), {})).toBe(false),
  );

  it.each(['/feed', '/chats', '/settings', '/my-profile', '/about', '/legal', '/payment-success'])(
    'are shown on %s',
    (address) => expect(tabsShown(pageAt(address), {})).toBe(true),
  );

  it.each(setup)('are shown on %s when it is opened from the settings', (address) =>
    expect(tabsShown(pageAt(address), { fromSettings: true })).toBe(true),
  );

  it('stay hidden on the email verification, wherever the user comes from', () =>
    expect(tabsShown(pageAt('/email-verification'), { fromSettings: true })).toBe(false));
});

it('has the top bar on the first-level pages, and beside a chat if there is room', () => {
  const withTopBar = (wide: boolean) => pages.filter((page) => topShown(page, wide)).map(({ path }) => path);
  expect(withTopBar(false)).toEqual(['/feed', '/chats', '/settings']);
  expect(withTopBar(true)).toEqual(['/feed', '/chats', '/chat/:id', '/settings']);
});

describe('the scroll position', () => {
  it.each([
    '/profile/ada',
    '/settings',
    '/blocked-users',
    '/legal',
    '/about',
    '/privacy-safety',
    '/notifications',
    '/my-profile',
  ])('is the top on %s', (address) => expect(pageAt(address).scroll).toBe('top'));

  it('is restored on other pages, but a chat has its own', () => {
    expect(pageAt('/feed').scroll).toBe('restore');
    expect(pageAt('/chats').scroll).toBe('restore');
    expect(pageAt('/chat/c1').scroll).toBe('own');
  });
});

describe('the steps of the registration', () => {
  const redirect = (address: string, taken: number) => redirectByStep(pageAt(address), taken);

  it('lead to the first unfinished step', () => {
    expect([1, 2, 3, 4, 5, 6, null].map(screenForStep)).toEqual([
      ...setup,
      '/email-verification',
      '/feed',
      '/feed',
    ]);
  });

  it('send a user who has not finished to the first unfinished step', () => {
    expect(redirect('/feed', 1)).toBe('/profile-setup');
    expect(redirect('/settings', 4)).toBe('/photo-setup');
    expect(redirect('/chat/c1', 5)).toBe('/email-verification');
    expect(redirect('/email-verification', 2)).toBe('/preferences-setup');
  });

  it('let the user go back, and past the date ideas, which may be skipped', () => {
    expect(redirect('/profile-setup', 4)).toBeUndefined();
    expect(redirect('/distance-setup', 2)).toBeUndefined();
    expect(redirect('/photo-setup', 2)).toBe('/preferences-setup');
  });

  it('leave a user who has finished where they are, except on the page of the code', () => {
    expect(redirect('/feed', 6)).toBeUndefined();
    expect(redirect('/photo-setup', 6)).toBeUndefined();
    expect(redirect('/email-verification', 6)).toBe('/feed');
  });
});

describe('small things', () => {
  it('recognises a navigation from the settings', () => {
    expect(cameFromSettings(fromSettings)).toBe(true);
    expect([null, undefined, 'settings', {}, { fromSettings: 'yes' }].some(cameFromSettings)).toBe(false);
  });

  it('names pages', () => {
    expect(titleOf(pageAt('/chats'))).toBe('Pinned · Herenow');
    expect(titleOf(pageAt('/nowhere'))).toBe('Page not found · Herenow');
  });
});
