import { leaveToStart } from '../../lib/leave.ts';
import { goBack } from '../../lib/navigation.tsx';
import { useSession } from '../../lib/session.ts';

/** Returns a function that goes back within the app; otherwise to the settings, or for visitors to the landing page. */
export function useBack(): () => void {
  const { user } = useSession();
  return () => {
    if (user || history.state?.from) goBack('/settings');
    else leaveToStart();
  };
}
