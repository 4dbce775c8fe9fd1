import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { signOut } from '../features/accounts/index.ts';
import { refreshMe } from '../features/profile/index.ts';
import { cameFromSettings } from '../lib/from-settings.ts';
import { Navigate, useLocation } from '../lib/navigation.tsx';
import { useSession } from '../lib/session.ts';
import { pageAt, redirectByStep } from '../pages.ts';
import { screenForStep } from '../setup-pages.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FormSkeleton } from '../ui/skeleton.tsx';
import { words } from './words.ts';

type Props = { children: ReactNode };

/** Screens for people who are not signed in; whoever is goes on to the screen of their step. */
export function VisitorsOnly({ children }: Props) {
  const { token, userId, user } = useSession();
  if (token && userId && user) return <Navigate to={screenForStep(user.registrationStep)} replace />;
  return children;
}

/** Screens for people who are signed in, as far as their registration has come. */
export function SignedInOnly({ children }: Props) {
  const { token, userId, user } = useSession();
  const { pathname, state } = useLocation();
  if (!token || !userId) return <Navigate to="/login" replace />;
  if (!user) return <FetchMe userId={userId} />;
  const page = pageAt(pathname);
  const elsewhere = redirectByStep(page, user.registrationStep);
  if (!elsewhere) return children;
  // Whoever came from there has done what they came for.
  return <Navigate to={page.setup && cameFromSettings(state) ? '/settings' : elsewhere} replace />;
}

/** Signed in, but the record is not here yet: the session keeps it when it comes. */
function FetchMe({ userId }: { userId: string }): ReactNode {
  const me = useQuery({ queryKey: ['me', userId], queryFn: refreshMe, gcTime: 0 });
  return (
    <main className="mx-auto max-w-lg px-5 pt-24">
      {me.isError ? (
        <>
          <ErrorState
            heading="h1"
            title={words.accountFailed}
            text={words.accountFailedText}
            busy={me.isFetching}
            onRetry={() => void me.refetch()}
          />
          <Button variant="ghost" size="medium" className="mx-auto flex" onClick={() => void signOut()}>
            {words.signOut}
          </Button>
        </>
      ) : (
        <FormSkeleton />
      )}
    </main>
  );
}
