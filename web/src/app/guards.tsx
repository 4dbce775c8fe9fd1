import type { ReactNode } from 'react';
import { cameFromSettings } from '../lib/from-settings.ts';
import { Navigate, useLocation } from '../lib/navigation.tsx';
import { useSession } from '../lib/session.ts';
import { pageAt, redirectByStep } from '../pages.ts';
import { screenForStep } from '../setup-pages.ts';
import { later } from '../ui/later.tsx';

/** Loaded on demand: few users arrive without their record. */
const FetchMe = later(() => import('./fetch-me.tsx'));

type Props = { children: ReactNode };

/** Guards screens for visitors; redirects a signed-in user to the screen of their registration step. */
export function VisitorsOnly({ children }: Props) {
  const { token, userId, user } = useSession();
  if (token && userId && user) return <Navigate to={screenForStep(user.registrationStep)} replace />;
  return children;
}

/** Renders screens for signed-in users, as far as their registration step allows. */
export function SignedInOnly({ children }: Props) {
  const { token, userId, user } = useSession();
  const { pathname, state } = useLocation();
  if (!token || !userId) return <Navigate to="/login" replace />;
  if (!user) return <FetchMe userId={userId} />;
  const page = pageAt(pathname);
  const elsewhere = redirectByStep(page, user.registrationStep);
  if (!elsewhere) return children;
  // A user who came from the settings has finished what they came for.
  return <Navigate to={page.setup && cameFromSettings(state) ? '/settings' : elsewhere} replace />;
}
