import { useEffect, useLayoutEffect, useRef } from 'react';
import { queryClient } from '../lib/query-client.ts';
import { session, useSession } from '../lib/session.ts';
import { emit, useWindowEvent } from '../lib/window-events.ts';

/** Clears what the last user saw, in this tab and on the device, before the next one signs in. */
export function useSignedIn(): void {
  const { userId: signedIn } = useSession();
  const last = useRef(signedIn);

  // Runs before the next page fetches anything.
  useLayoutEffect(() => {
    if (last.current !== signedIn) queryClient.clear();
  }, [signedIn]);
  useEffect(() => {
    if (last.current === signedIn) return;
    emit('presenceChanged');
    if (last.current) void forgetSeen();
    last.current = signedIn;
  }, [signedIn]);

  // The router's guards redirect to /login once nobody is signed in.
  useWindowEvent('logout', () => {
    session.close();
    // The server is not called: it refuses the ended session, and forgets a push address once that is gone.
    void import('../features/push/index.ts').then(
      ({ unsubscribeFromPush }) => unsubscribeFromPush(),
      () => undefined,
    );
  });
}

async function forgetSeen(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.active?.postMessage({ type: 'FORGET' });
}
