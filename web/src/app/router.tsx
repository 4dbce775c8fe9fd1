import type { QueryClient } from '@tanstack/react-query';
import { lazy, useState, type ComponentType } from 'react';
import { BrowserRouter, matchPath, Route, Routes } from 'react-router';
import { SignedInOnly, VisitorsOnly } from './guards.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { Shell } from './shell.tsx';
import { StartScreen } from './start-screen.tsx';

type Module<Name extends string> = Record<Name, ComponentType> & {
  /** Asks for what the screen shows before it stands. */
  prefetch?: (client: QueryClient, params: Readonly<Record<string, string | undefined>>) => void;
};

interface Screen {
  element: React.ReactNode;
  /** Fetches the code; from then on the element renders without waiting. */
  load: () => Promise<Pick<Module<string>, 'prefetch'>>;
}

/** A screen whose code arrives when it is first opened. */
function screen<Name extends string>(fetch: () => Promise<Module<Name>>, name: Name): Screen {
  let arrived: ComponentType | undefined;
  const load = async () => {
    const module = await fetch();
    arrived = module[name];
    return module;
  };
  const Later = lazy<ComponentType>(async () => ({ default: (await load())[name] }));
  const Either = () => {
    const [Chosen] = useState<ComponentType>(() => arrived ?? Later);
    return <Chosen />;
  };
  return { element: <Either />, load };
}

const UiGallery = import.meta.env.DEV ? lazy(() => import('./ui-gallery.tsx')) : null;

const visitors = {
  '/register': screen(() => import('../features/accounts/screens/register-screen.tsx'), 'RegisterScreen'),
  '/login': screen(() => import('../features/accounts/screens/login-screen.tsx'), 'LoginScreen'),
  '/forgot-password': screen(
    () => import('../features/accounts/screens/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
};

const signedIn = {
  '/profile-setup': screen(
    () => import('../features/profile/screens/profile-setup-screen.tsx'),
    'ProfileSetupScreen',
  ),
  '/preferences-setup': screen(
    () => import('../features/profile/screens/preferences-setup-screen.tsx'),
    'PreferencesSetupScreen',
  ),
  '/distance-setup': screen(
    () => import('../features/profile/screens/distance-setup-screen.tsx'),
    'DistanceSetupScreen',
  ),
  '/photo-setup': screen(
    () => import('../features/profile/screens/photo-setup-screen.tsx'),
    'PhotoSetupScreen',
  ),
  '/email-verification': screen(
    () => import('../features/accounts/screens/email-verification-screen.tsx'),
    'EmailVerificationScreen',
  ),
  '/feed': screen(() => import('../features/feed/screens/feed-screen.tsx'), 'FeedScreen'),
  '/profile/:id': screen(() => import('../features/feed/screens/person-screen.tsx'), 'PersonScreen'),
  '/chats': screen(() => import('../features/chats/screens/chats-screen.tsx'), 'ChatsScreen'),
  '/chat/:id': screen(() => import('../features/chats/screens/chat-screen.tsx'), 'ChatScreen'),
  '/payment-success': screen(
    () => import('../features/presence/screens/payment-success-screen.tsx'),
    'PaymentSuccessScreen',
  ),
  '/settings': screen(() => import('../features/settings/screens/settings-screen.tsx'), 'SettingsScreen'),
  '/my-profile': screen(() => import('../features/profile/screens/my-profile-screen.tsx'), 'MyProfileScreen'),
  '/notifications': screen(
    () => import('../features/settings/screens/notifications-screen.tsx'),
    'NotificationsScreen',
  ),
  '/privacy-safety': screen(
    () => import('../features/accounts/screens/privacy-safety-screen.tsx'),
    'PrivacySafetyScreen',
  ),
  '/blocked-users': screen(
    () => import('../features/safety/screens/blocked-users-screen.tsx'),
    'BlockedUsersScreen',
  ),
};

const everyone = {
  '/': { element: <StartScreen /> },
  '/about': screen(() => import('../features/settings/screens/about-screen.tsx'), 'AboutScreen'),
  '/legal': screen(() => import('../features/settings/screens/legal-screen.tsx'), 'LegalScreen'),
  '/safe-dating-tips': screen(
    () => import('../features/settings/screens/reading-screens.tsx'),
    'SafeDatingTipsScreen',
  ),
  '/faq': screen(() => import('../features/settings/screens/reading-screens.tsx'), 'FaqScreen'),
  '/cookie-policy': screen(
    () => import('../features/settings/screens/reading-screens.tsx'),
    'CookiePolicyScreen',
  ),
  '/discover-more': screen(
    () => import('../features/settings/screens/reading-screens.tsx'),
    'DiscoverMoreScreen',
  ),
  '*': { element: <NotFoundScreen /> },
};

const routesOf = (screens: Record<string, Pick<Screen, 'element'>>) =>
  Object.entries(screens).map(([path, { element }]) => <Route key={path} path={path} element={element} />);

/** Fetches the screen at an address, and lets it ask for what it shows, ahead of its first rendering. */
export async function loadScreen(pathname: string, client: QueryClient): Promise<void> {
  const screens: Record<string, Partial<Screen>> = { ...visitors, ...signedIn, ...everyone };
  for (const [path, { load }] of Object.entries(screens)) {
    const match = path === '*' ? null : matchPath(path, pathname);
    if (match) (await load?.())?.prefetch?.(client, match.params);
  }
}

/** The plain router: the one with data loading would cost the first page 17 KB more and loads nothing here. */
export function Router() {
  return (
    <BrowserRouter>
      <Routes>
        <Route element={<Shell />}>
          <Route element={<VisitorsOnly />}>{routesOf(visitors)}</Route>
          <Route element={<SignedInOnly />}>{routesOf(signedIn)}</Route>
          {routesOf(everyone)}
        </Route>
        {UiGallery && <Route path="/_ui" element={<UiGallery />} />}
      </Routes>
    </BrowserRouter>
  );
}
