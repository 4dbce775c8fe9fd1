import { Fragment, useState, type ReactNode } from 'react';
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
  const { user } = useSession();
  const shown = useLast(children, !user);
  return (
    <>
      {shown}
      {user && <Navigate to={screenForStep(user.registrationStep)} replace />}
    </>
  );
}

/** Renders screens for signed-in users, as far as their registration step allows. */
export function SignedInOnly({ children }: Props) {
  const { userId, user } = useSession();
  const { pathname, state } = useLocation();
  const page = pageAt(pathname);
  const elsewhere = user && redirectByStep(page, user.registrationStep);
  const shown = useLast(children, user && !elsewhere);
  if (!userId) return <Navigate to="/login" replace />;
  if (!user) return <FetchMe userId={userId} />;
  return (
    // Another user may sign in while this tab sleeps: what the one before has typed is not theirs.
    <Fragment key={userId}>
      {shown}
      {/* A user who came from the settings has finished what they came for. */}
      {elsewhere && <Navigate to={page.setup && cameFromSettings(state) ? '/settings' : elsewhere} replace />}
    </Fragment>
  );
}

/** Returns the last children that were allowed: they stay on the screen while the page of a redirect loads. */
function useLast(children: ReactNode, allowed: boolean | null): ReactNode {
  const [last, setLast] = useState<ReactNode>();
  if (!allowed) return last;
  if (last !== children) setLast(children);
  return children;
}
