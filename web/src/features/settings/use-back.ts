import { leaveToStart } from '../../lib/leave.ts';
import { navigate, useLocation } from '../../lib/navigation.tsx';
import { useSession } from '../../lib/session.ts';

/** Returns a function that goes back within the app; otherwise to the settings, or for visitors to the landing page. */
export function useBack(): () => void {
  const { key } = useLocation();
  const { user } = useSession();
  return () => {
    // This is the key of the first page of a visit: the entry before it is not the app's.
    if (key !== 'default') navigate(-1);
    else if (user) navigate('/settings');
    else leaveToStart();
  };
}
