import { STEP } from '@herenow/contract/constants';
import { useEffect } from 'react';
import { useSession } from '../../lib/session.ts';
import { askForPush, wasPutOff } from './sheet-store.ts';
import { pushPermission, subscribeToPush } from './subscription.ts';

const CHECK_DELAY_MS = 1000;

/**
 * A second after someone signs in or is loaded: asks, or subscribes silently where the permission is there.
 * During the registration nobody is asked: it has one question a screen already.
 */
export function usePushCheck(): void {
  const { user } = useSession();
  const userId = user?.id;
  const registered = (user?.registrationStep ?? 0) >= STEP.verified;
  useEffect(() => {
    if (!userId) return;
    const timer = setTimeout(() => {
      if (pushPermission() === 'granted') void subscribeToPush();
      else if (registered && !wasPutOff()) askForPush();
    }, CHECK_DELAY_MS);
    return () => clearTimeout(timer);
  }, [userId, registered]);
}
