import { useEffect, useLayoutEffect, useRef } from 'react';
import { queryClient } from '../lib/query-client.ts';
import { session, useSession } from '../lib/session.ts';
import { emit, useWindowEvent } from '../lib/window-events.ts';

/** Clears what the last user saw, in this tab and on the device, before the next one signs in. */
export function useSignedIn(): void {
  const { token, userId } = useSession();
  const signedIn = token && userId ? userId : null;
  const last = useRef(signedIn);

  // Before whatever the next page asks for.
  useLayoutEffect(() => {
    if (last.current !== signedIn) queryClient.clear();
  }, [signedIn]);
  useEffect(() => {
    if (last.current !== signedIn) emit('presenceChanged');
    if (last.current && !signedIn) void forgetSeen();
    last.current = signedIn;
  }, [signedIn]);

  // The guards of the router lead to /login as soon as nobody is signed in.
  useWindowEvent('logout', () => {
    session.close();
    // The server is not told: it answers nobody any more, and forgets an address that is gone.
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
