import { describe, expect, it } from 'vitest';
import { cameFromSettings, fromSettings } from '../lib/from-settings.ts';
import { navShown, pageOf, redirectByStep, scrollOnEntry, titleOf, topBarShown } from './pages.ts';

const setup = ['/profile-setup', '/preferences-setup', '/distance-setup', '/photo-setup'];

describe('the navigation bar', () => {
  it.each(['/', '/login', '/register', '/email-verification', ...setup, '/profile/ada', '/chat/c1'])(
    'is hidden on %s',
    (path) => expect(navShown(path, false, true)).toBe(false),
  );

  it.each(['/feed', '/chats', '/settings', '/my-profile', '/about', '/legal', '/payment-success'])(
    'is shown on %s to someone who is signed in, and to nobody else',
    (path) => {
      expect(navShown(path, false, true)).toBe(true);
      expect(navShown(path, false, false)).toBe(false);
    },
  );

  it.each(setup)('is shown on %s when it is opened from the settings', (path) =>
    expect(navShown(path, true, true)).toBe(true),
  );

  it('stays hidden on the email verification wherever one comes from', () =>
    expect(navShown('/email-verification', true, true)).toBe(false));

  it('is not hidden on pages whose name only begins alike', () =>
    expect(navShown('/chats', false, true)).toBe(true));
});

describe('the top bar', () => {
  it('stands on the first-level pages', () => {
    expect(['/feed', '/chats', '/settings'].every(topBarShown)).toBe(true);
    expect(['/my-profile', '/chat/c1', '/login'].some(topBarShown)).toBe(false);
  });
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
  ])('is the top on %s', (path) => expect(scrollOnEntry(path)).toBe('top'));

  it('is restored on other pages, but a chat has its own', () => {
    expect(scrollOnEntry('/feed')).toBe('restore');
    expect(scrollOnEntry('/chats')).toBe('restore');
    expect(scrollOnEntry('/chat/c1')).toBe('own');
  });
});

describe('the steps of the registration', () => {
  it('sends someone unfinished to the open question', () => {
    expect(redirectByStep('/feed', 1)).toBe('/profile-setup');
    expect(redirectByStep('/settings', 4)).toBe('/photo-setup');
    expect(redirectByStep('/chat/c1', 5)).toBe('/email-verification');
    expect(redirectByStep('/email-verification', 2)).toBe('/preferences-setup');
  });

  it('lets them go back, and past the date ideas, which may be skipped', () => {
    expect(redirectByStep('/profile-setup', 4)).toBeUndefined();
    expect(redirectByStep('/distance-setup', 2)).toBeUndefined();
    expect(redirectByStep('/photo-setup', 2)).toBe('/preferences-setup');
  });

  it('leaves someone finished where they are, but for the code that is no longer needed', () => {
    expect(redirectByStep('/feed', 6)).toBeUndefined();
    expect(redirectByStep('/photo-setup', 6)).toBeUndefined();
    expect(redirectByStep('/email-verification', 6)).toBe('/feed');
  });
});

describe('small things', () => {
  it('takes a slash at the end for nothing', () => {
    expect(pageOf('/feed/')).toBe('/feed');
    expect(pageOf('/')).toBe('/');
    expect(pageOf('//')).toBe('/');
  });

  it('recognises a navigation from the settings', () => {
    expect(cameFromSettings(fromSettings)).toBe(true);
    expect([null, undefined, 'settings', {}, { fromSettings: 'yes' }].some(cameFromSettings)).toBe(false);
  });

  it('names pages', () => {
    expect(titleOf('/chats')).toBe('Pinned · Herenow');
    expect(titleOf('/profile/ada')).toBe('Profile · Herenow');
    expect(titleOf('/nowhere')).toBe('Page not found · Herenow');
  });
});
