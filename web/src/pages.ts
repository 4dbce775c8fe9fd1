import { STEP } from '@herenow/contract/constants';
import { deskPages } from './desk-pages.ts';
import { patternOf } from './lib/path-pattern.ts';
import { pageOfStep, screenForStep, setupPages } from './setup-pages.ts';

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

const reading = { audience: 'everyone', bars: 'tabs', scroll: 'restore' } as const;
const fromLink = { audience: 'everyone', bars: 'none', scroll: 'top' } as const;
const fromSettings = { audience: 'signed-in', bars: 'tabs', scroll: 'top' } as const;

export const pages: readonly Page[] = [
  {
    // The landing page is a separate document: this screen redirects signed-in users.
    path: '/',
    screen: 'app/start',
    audience: 'everyone',
    title: 'Welcome',
    bars: 'none',
    scroll: 'restore',
  },
  ...setupPages,
  {
    path: '/login',
    screen: 'accounts/login',
    audience: 'visitors',
    title: 'Log In',
    bars: 'none',
    scroll: 'restore',
  },
  {
    path: '/forgot-password',
    screen: 'accounts/forgot-password',
    audience: 'visitors',
    title: 'Forgot Password',
    bars: 'tabs',
    scroll: 'restore',
  },
  {
    path: '/feed',
    screen: 'feed/feed',
    audience: 'signed-in',
    title: 'Explore',
    bars: 'top and tabs',
    scroll: 'restore',
    photo: true,
  },
  {
    path: '/profile/:id',
    screen: 'feed/person',
    audience: 'signed-in',
    title: 'Profile',
    bars: 'none',
    scroll: 'top',
  },
  {
    path: '/chats',
    screen: 'chats/chats',
    audience: 'signed-in',
    title: 'Pinned',
    bars: 'top and tabs',
    scroll: 'restore',
  },
  {
    path: '/chat/:id',
    screen: 'chats/chat',
    audience: 'signed-in',
    title: 'Chat',
    bars: 'top and tabs where wide',
    scroll: 'own',
  },
  {
    path: '/payment-success',
    screen: 'feed/payment-success',
    audience: 'signed-in',
    title: 'You’re online',
    bars: 'tabs',
    scroll: 'restore',
  },
  {
    path: '/settings',
    screen: 'settings/settings',
    audience: 'signed-in',
    title: 'Settings',
    bars: 'top and tabs',
    scroll: 'top',
  },
  { path: '/my-profile', screen: 'profile/my-profile', title: 'My Profile', ...fromSettings },
  { path: '/notifications', screen: 'settings/notifications', title: 'Notifications', ...fromSettings },
  { path: '/privacy-safety', screen: 'accounts/privacy-safety', title: 'Privacy & Safety', ...fromSettings },
  { path: '/two-step-sign-in', screen: 'accounts/two-step', title: 'Two-Step Sign-In', ...fromSettings },
  { path: '/home-zones', screen: 'places/home-zones', title: 'Home Zones', ...fromSettings },
  { path: '/share-date', screen: 'safety/date', title: 'Share My Date', ...fromSettings },
  { path: '/blocked-users', screen: 'safety/blocked-users', title: 'Blocked Users', ...fromSettings },
  { path: '/your-data', screen: 'settings/your-data', title: 'Your Data', ...fromSettings },
  {
    path: '/face-check',
    screen: 'faces/face-check',
    title: 'Get Verified',
    ...fromSettings,
    camera: true,
  },
  {
    path: '/delete-account',
    screen: 'settings/delete-account',
    title: 'Delete Account',
    ...reading,
    scroll: 'top',
  },
  { path: '/about', screen: 'settings/about', title: 'About', ...reading, scroll: 'top' },
  { path: '/legal', screen: 'settings/legal', title: 'Legal', ...reading, scroll: 'top' },
  { path: '/safe-dating-tips', screen: 'settings/reading', title: 'Safe Dating Tips', ...reading },
  { path: '/faq', screen: 'settings/reading', title: 'FAQ', ...reading },
  { path: '/cookie-policy', screen: 'settings/reading', title: 'Cookie Policy', ...reading },
  { path: '/discover-more', screen: 'settings/reading', title: 'Discover More', ...reading },
  ...deskPages,
  { path: '/unsubscribe/:token', screen: 'settings/unsubscribe', title: 'News and updates', ...fromLink },
  { path: '/appeal', screen: 'safety/appeal', title: 'A decision', ...fromLink },
  { path: '/date/:token', screen: 'safety/date', title: 'A date', ...fromLink, secret: true },
];

export const notFound: Page = {
  path: '/.*',
  screen: 'app/not-found',
  audience: 'everyone',
  title: 'Page not found',
  bars: 'tabs',
  scroll: 'restore',
};

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
