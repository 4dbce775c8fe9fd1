import { STEP } from '@herenow/contract/constants';
import { useEffect } from 'react';
import { useSession } from '../../lib/session.ts';
import { askForPush, wasPutOff, withdrawPushSheet } from './sheet-store.ts';
import { pushPermission, subscribeToPush } from './subscription.ts';

const CHECK_DELAY_MS = 1000;
/** Matches what the sheet must not interrupt. */
const BUSY = 'input:focus,textarea:focus,[role*=dialog],[role=menu]';

/**
 * A second after a sign-in or page load, offers notifications, or subscribes silently if they are allowed. Waits while
 * the user is typing or has a dialog open. Does nothing during registration: it asks one question per screen already.
 */
export function usePushCheck(): void {
  const { user } = useSession();
  const userId = user?.id;
  const registered = (user?.registrationStep ?? 0) >= STEP.verified;
  useEffect(() => {
    if (!userId) return;
    const check = () => {
      const permission = pushPermission();
      if (permission === 'granted') void subscribeToPush();
      else if (permission !== 'default' || !registered || wasPutOff()) return;
      else if (document.querySelector(BUSY)) timer = setTimeout(check, CHECK_DELAY_MS);
      else askForPush();
    };
    let timer = setTimeout(check, CHECK_DELAY_MS);
    return () => {
      clearTimeout(timer);
      withdrawPushSheet();
    };
  }, [userId, registered]);
}
