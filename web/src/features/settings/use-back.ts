import { leaveToStart } from '../../lib/leave.ts';
import { navigate, useLocation } from '../../lib/navigation.tsx';
import { useSession } from '../../lib/session.ts';

/** Back to where one came from within the app; else to the settings, or for a visitor to the landing page. */
export function useBack(): () => void {
  const { key } = useLocation();
  const { user } = useSession();
  return () => {
    // The first page of a visit has this key: there is nothing of the app behind it.
    if (key !== 'default') navigate(-1);
    else if (user) navigate('/settings');
    else leaveToStart();
  };
}
