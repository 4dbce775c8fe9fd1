import { STEP } from '@herenow/contract/constants';
import { deskPages } from './desk-pages.ts';
import { patternOf } from './lib/path-pattern.ts';
import { pageOfStep, screenForStep, setupPages, visitors } from './setup-pages.ts';

/** Describes one page of the client. A new screen is its file and one entry here. */
export interface Page {
  /** The address; `:id` stands for one segment. */
  path: string;
  /** The feature and the name of the file that exports the screen as default, and `prefetch` if it fetches early. */
  screen: string;
  audience: 'everyone' | 'visitors' | 'signed-in';
  /** Shown in the browser's tab and announced to screen readers. */
  title: string;
  /** The top bar with logo and status, and the tabs, which only signed-in users see. */
  bars: 'none' | 'tabs' | 'tabs from settings' | 'top and tabs' | 'top and tabs where wide';
  /** The scroll position on entry: the top, the last position, or as the page itself decides. */
  scroll: 'top' | 'restore' | 'own';
  /** The document may use the camera; a link to it loads that document. */
  camera?: true;
  /** The document fetches a photo before the client has loaded; the photo has priority over code. */
  photo?: true;
  /** The address is a secret: the document must not be cached or indexed. */
  secret?: true;
  /** The registration step that this page completes. */
  setup?: { step: number; optional?: true };
}

const everyone = { audience: 'everyone', bars: 'tabs', scroll: 'restore' } as const;
const fromLink = { audience: 'everyone', bars: 'none', scroll: 'top' } as const;
const main = { audience: 'signed-in', bars: 'top and tabs', scroll: 'restore' } as const;
const fromSettings = { audience: 'signed-in', bars: 'tabs', scroll: 'top' } as const;

export const pages: readonly Page[] = [
  // The landing page is a separate document: this screen redirects signed-in users.
  { path: '/', screen: 'app/start', title: 'Welcome', ...everyone, bars: 'none' },
  ...setupPages,
  { path: '/login', screen: 'accounts/login', title: 'Log In', ...visitors },
  {
    path: '/forgot-password',
    screen: 'accounts/forgot-password',
    title: 'Forgot Password',
    ...visitors,
    bars: 'tabs',
  },
  { path: '/feed', screen: 'feed/feed', title: 'Explore', ...main, photo: true },
  { path: '/profile/:id', screen: 'feed/person', title: 'Profile', ...main, bars: 'none', scroll: 'top' },
  { path: '/chats', screen: 'chats/chats', title: 'Pinned', ...main },
  {
    path: '/chat/:id',
    screen: 'chats/chat',
    title: 'Chat',
    ...main,
    bars: 'top and tabs where wide',
    scroll: 'own',
  },
  { path: '/payment-success', screen: 'feed/payment-success', title: 'Your Session', ...main, bars: 'tabs' },
  { path: '/settings', screen: 'settings/settings', title: 'Settings', ...main, scroll: 'top' },
  { path: '/my-profile', screen: 'profile/my-profile', title: 'My Profile', ...fromSettings },
  { path: '/notifications', screen: 'settings/notifications', title: 'Notifications', ...fromSettings },
  { path: '/privacy-safety', screen: 'accounts/privacy-safety', title: 'Privacy & Safety', ...fromSettings },
  { path: '/two-step-sign-in', screen: 'accounts/two-step', title: 'Two-Step Sign-In', ...fromSettings },
  { path: '/home-zones', screen: 'places/home-zones', title: 'Home Zones', ...fromSettings },
  { path: '/share-date', screen: 'safety/date', title: 'Share My Date', ...fromSettings },
  { path: '/blocked-users', screen: 'safety/blocked-users', title: 'Blocked Users', ...fromSettings },
  { path: '/your-data', screen: 'settings/your-data', title: 'Your Data', ...fromSettings },
  { path: '/face-check', screen: 'faces/face-check', title: 'Get Verified', ...fromSettings, camera: true },
  {
    path: '/delete-account',
    screen: 'settings/delete-account',
    title: 'Delete Account',
    ...everyone,
    scroll: 'top',
  },
  { path: '/about', screen: 'settings/about', title: 'About', ...everyone, scroll: 'top' },
  { path: '/legal', screen: 'settings/legal', title: 'Legal', ...everyone, scroll: 'top' },
  { path: '/safe-dating-tips', screen: 'settings/reading', title: 'Safe Dating Tips', ...everyone },
  { path: '/faq', screen: 'settings/reading', title: 'FAQ', ...everyone },
  { path: '/cookie-policy', screen: 'settings/reading', title: 'Cookie Policy', ...everyone },
  { path: '/discover-more', screen: 'settings/reading', title: 'Discover More', ...everyone },
  ...deskPages,
  { path: '/unsubscribe/:token', screen: 'settings/unsubscribe', title: 'News and updates', ...fromLink },
  { path: '/appeal', screen: 'safety/appeal', title: 'A decision', ...fromLink },
  { path: '/date/:token', screen: 'safety/date', title: 'A date', ...fromLink, secret: true },
];

export const notFound: Page = { path: '/.*', screen: 'app/not-found', title: 'Page not found', ...everyone };

export function fileOf({ screen }: Page): string {
  const [feature, name] = screen.split('/');
  return `${feature === 'app' ? feature : `features/${feature}/screens`}/${name}-screen.tsx`;
}

/** Returns the pages that the client's document serves, with their address patterns: all but `/`. */
export function clientPages(): { page: Page; pattern: RegExp }[] {
  return pages.filter(({ path }) => path !== '/').map((page) => ({ page, pattern: patternOf(page.path) }));
}

export function pageAt(pathname: string): Page {
  return pages.find(({ path }) => patternOf(path).test(pathname)) ?? notFound;
}

export function titleOf({ title }: Page): string {
  return `${title} · Herenow`;
}

/** Returns whether a page shows the tabs, which only signed-in users ever see. `wide`: they are a rail. */
export function tabsShown({ bars }: Page, { fromSettings = false, wide = false }): boolean {
  if (bars === 'tabs from settings') return fromSettings;
  return bars === 'top and tabs where wide' ? wide : bars !== 'none';
}

export function topShown({ bars }: Page, wide: boolean): boolean {
  return bars === 'top and tabs' || (wide && bars === 'top and tabs where wide');
}

/** Returns where to redirect a user at this step from a page that is not open to them yet, or no longer. */
export function redirectByStep({ setup }: Page, taken: number): string | undefined {
  const next = screenForStep(taken);
  if (taken >= STEP.verified) return setup?.step === STEP.verified ? next : undefined;
  if (!setup) return next;
  const needed = setup.step - (pageOfStep(setup.step - 1)?.setup?.optional ? 2 : 1);
  return taken >= needed ? undefined : next;
}
