import { STEP } from '@herenow/contract/constants';
import { deskPages } from './desk-pages.ts';
import { patternOf } from './lib/path-pattern.ts';
import { pageOfStep, screenForStep, setupPages } from './setup-pages.ts';

/** Describes one page of the client. A new screen is its file and one entry here. */
export interface Page {
  /** The address; `:id` stands for one segment. */
  path: string;
  /** The file that exports the screen as default, and `prefetch` if it fetches its data early. */
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
  /** The document fetches a photo before the client has come, which goes before code. */
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
    screen: 'app/start-screen.tsx',
    audience: 'everyone',
    title: 'Welcome',
    bars: 'none',
    scroll: 'restore',
  },
  ...setupPages,
  {
    path: '/login',
    screen: 'features/accounts/screens/login-screen.tsx',
    audience: 'visitors',
    title: 'Log In',
    bars: 'none',
    scroll: 'restore',
  },
  {
    path: '/forgot-password',
    screen: 'features/accounts/screens/forgot-password-screen.tsx',
    audience: 'visitors',
    title: 'Forgot password',
    bars: 'tabs',
    scroll: 'restore',
  },
  {
    path: '/feed',
    screen: 'features/feed/screens/feed-screen.tsx',
    audience: 'signed-in',
    title: 'Explore',
    bars: 'top and tabs',
    scroll: 'restore',
    photo: true,
  },
  {
    path: '/profile/:id',
    screen: 'features/feed/screens/person-screen.tsx',
    audience: 'signed-in',
    title: 'Profile',
    bars: 'none',
    scroll: 'top',
  },
  {
    path: '/chats',
    screen: 'features/chats/screens/chats-screen.tsx',
    audience: 'signed-in',
    title: 'Pinned',
    bars: 'top and tabs',
    scroll: 'restore',
  },
  {
    path: '/chat/:id',
    screen: 'features/chats/screens/chat-screen.tsx',
    audience: 'signed-in',
    title: 'Chat',
    bars: 'top and tabs where wide',
    scroll: 'own',
  },
  {
    path: '/payment-success',
    screen: 'features/feed/screens/payment-success-screen.tsx',
    audience: 'signed-in',
    title: 'You are online',
    bars: 'tabs',
    scroll: 'restore',
  },
  {
    path: '/settings',
    screen: 'features/settings/screens/settings-screen.tsx',
    audience: 'signed-in',
    title: 'Settings',
    bars: 'top and tabs',
    scroll: 'top',
  },
  {
    path: '/my-profile',
    screen: 'features/profile/screens/my-profile-screen.tsx',
    title: 'My Profile',
    ...fromSettings,
  },
  {
    path: '/notifications',
    screen: 'features/settings/screens/notifications-screen.tsx',
    title: 'Notifications',
    ...fromSettings,
  },
  {
    path: '/privacy-safety',
    screen: 'features/accounts/screens/privacy-safety-screen.tsx',
    title: 'Privacy & Safety',
    ...fromSettings,
  },
  {
    path: '/two-step-sign-in',
    screen: 'features/accounts/screens/two-step-screen.tsx',
    title: 'Two-step sign-in',
    ...fromSettings,
  },
  {
    path: '/home-zones',
    screen: 'features/places/screens/home-zones-screen.tsx',
    title: 'Home Zones',
    ...fromSettings,
  },
  {
    path: '/share-date',
    screen: 'features/safety/screens/date-screen.tsx',
    title: 'Share My Date',
    ...fromSettings,
  },
  {
    path: '/blocked-users',
    screen: 'features/safety/screens/blocked-users-screen.tsx',
    title: 'Blocked Users',
    ...fromSettings,
  },
  {
    path: '/your-data',
    screen: 'features/settings/screens/your-data-screen.tsx',
    title: 'Your Data',
    ...fromSettings,
  },
  {
    path: '/face-check',
    screen: 'features/faces/screens/face-check-screen.tsx',
    title: 'Show that it is you',
    ...fromSettings,
    camera: true,
  },
  {
    path: '/delete-account',
    screen: 'features/settings/screens/delete-account-screen.tsx',
    title: 'Delete Account',
    ...reading,
    scroll: 'top',
  },
  {
    path: '/about',
    screen: 'features/settings/screens/about-screen.tsx',
    title: 'About',
    ...reading,
    scroll: 'top',
  },
  {
    path: '/legal',
    screen: 'features/settings/screens/legal-screen.tsx',
    title: 'Legal',
    ...reading,
    scroll: 'top',
  },
  {
    path: '/safe-dating-tips',
    screen: 'features/settings/screens/reading-screen.tsx',
    title: 'Safe Dating Tips',
    ...reading,
  },
  { path: '/faq', screen: 'features/settings/screens/reading-screen.tsx', title: 'FAQ', ...reading },
  {
    path: '/cookie-policy',
    screen: 'features/settings/screens/reading-screen.tsx',
    title: 'Cookie Policy',
    ...reading,
  },
  {
    path: '/discover-more',
    screen: 'features/settings/screens/reading-screen.tsx',
    title: 'Discover More',
    ...reading,
  },
  ...deskPages,
  {
    path: '/unsubscribe/:token',
    screen: 'features/settings/screens/unsubscribe-screen.tsx',
    title: 'News and updates',
    ...fromLink,
  },
  {
    path: '/appeal',
    screen: 'features/safety/screens/appeal-screen.tsx',
    title: 'A decision',
    ...fromLink,
  },
  {
    path: '/date/:token',
    screen: 'features/safety/screens/date-screen.tsx',
    title: 'A date',
    ...fromLink,
    secret: true,
  },
];

export const notFound: Page = {
  path: '/.*',
  screen: 'app/not-found-screen.tsx',
  audience: 'everyone',
  title: 'Page not found',
  bars: 'tabs',
  scroll: 'restore',
};

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
