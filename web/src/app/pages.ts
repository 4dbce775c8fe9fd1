import { STEP } from '@herenow/contract/constants';
import { screenForStep } from '../lib/start-screen.ts';

const SETUP: Readonly<Record<string, number>> = {
  '/profile-setup': STEP.created,
  '/preferences-setup': STEP.profile,
  // The date ideas before it may be skipped.
  '/distance-setup': STEP.profile,
  '/photo-setup': STEP.distance,
  '/email-verification': STEP.photos,
};

const NAV_HIDDEN = new Set(['/', '/login', '/register', '/email-verification']);
const WITH_TOP_BAR = new Set(['/feed', '/chats', '/settings']);
const SCROLLED_TO_TOP = new Set([
  '/settings',
  '/blocked-users',
  '/legal',
  '/about',
  '/privacy-safety',
  '/notifications',
  '/my-profile',
]);

/** Without a slash at the end, so that an address typed with one is the same page. */
export function pageOf(pathname: string): string {
  return pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname;
}

function isIn(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

export function isSetup(path: string): boolean {
  return path in SETUP;
}

export function navShown(path: string, openedFromSettings: boolean, hasUser: boolean): boolean {
  if (!hasUser || NAV_HIDDEN.has(path)) return false;
  if (isSetup(path) && !openedFromSettings) return false;
  return !isIn(path, '/profile') && !isIn(path, '/chat');
}

export function topBarShown(path: string): boolean {
  return WITH_TOP_BAR.has(path);
}

/** Where a page stands when it is entered: at its top, where it was left, or as the page itself decides. */
export function scrollOnEntry(path: string): 'top' | 'restore' | 'own' {
  if (isIn(path, '/chat')) return 'own';
  return SCROLLED_TO_TOP.has(path) || isIn(path, '/profile') ? 'top' : 'restore';
}

/** Where someone at a step of the registration is sent from a page that is not open to them yet, or no more. */
export function redirectByStep(path: string, step: number): string | undefined {
  const opensAt = SETUP[path];
  if (step >= STEP.verified) return path === '/email-verification' ? '/feed' : undefined;
  return opensAt !== undefined && step >= opensAt ? undefined : screenForStep(step);
}

const TITLES: Readonly<Record<string, string>> = {
  '/register': 'Join',
  '/login': 'Log In',
  '/forgot-password': 'Forgot password',
  '/profile-setup': 'Your profile',
  '/preferences-setup': 'Your perfect date',
  '/distance-setup': 'Distance',
  '/photo-setup': 'Your photos',
  '/email-verification': 'Verify your email',
  '/feed': 'Explore',
  '/chats': 'Pinned',
  '/settings': 'Settings',
  '/about': 'About',
  '/legal': 'Legal',
  '/blocked-users': 'Blocked Users',
  '/privacy-safety': 'Privacy & Safety',
  '/notifications': 'Notifications',
  '/my-profile': 'My Profile',
  '/payment-success': 'You are online',
  '/safe-dating-tips': 'Safe Dating Tips',
  '/faq': 'FAQ',
  '/cookie-policy': 'Cookie Policy',
  '/discover-more': 'Discover More',
};

export function titleOf(path: string): string {
  const page = isIn(path, '/profile') ? 'Profile' : isIn(path, '/chat') ? 'Chat' : TITLES[path];
  return `${page ?? (path === '/' ? 'Welcome' : 'Page not found')} · Herenow`;
}
