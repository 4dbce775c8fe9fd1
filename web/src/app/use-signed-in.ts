import { REALTIME } from '@herenow/contract/constants';
import { useEffect, useRef } from 'react';
import { refreshLocation } from '../features/places/index.ts';
import { refreshMe } from '../features/profile/index.ts';
import { unsubscribeFromPush } from '../features/push/index.ts';
import { queryClient } from '../lib/query-client.ts';
import { warn } from '../lib/log.ts';
import { followPage, realtime } from '../lib/realtime/index.ts';
import { session, useSession } from '../lib/session.ts';
import { whenIdle } from '../first-paint/when-idle.ts';
import { emit, useWindowEvent } from '../lib/window-events.ts';

/** How often what is shown is asked for again while nothing can be heard of it. */
const UNHEARD_MS = 15_000;

/** What runs while someone is signed in: the realtime channel and a record that is never old for long. */
export function useSignedIn(): void {
  const { token, userId } = useSession();
  const signedIn = token && userId ? userId : null;
  const last = useRef(signedIn);

  useEffect(() => {
    if (last.current !== signedIn) {
      queryClient.clear();
      emit('presenceChanged');
    }
    last.current = signedIn;
    if (!signedIn) return;
    const timer = setTimeout(() => realtime.connect(), REALTIME.startDelayMs);
    // The page shows what is remembered; whether that still holds is asked when it stands.
    const callOffMe = whenIdle(() => quietly(refreshMe()));
    const callOffLocation = whenIdle(() => quietly(refreshLocation()));
    const asking = setInterval(() => {
      if (!document.hidden && realtime.getConnection().status !== 'connected') emit('unheard');
    }, UNHEARD_MS);
    return () => {
      clearTimeout(timer);
      clearInterval(asking);
      callOffMe();
      callOffLocation();
      realtime.disconnect();
    };
  }, [signedIn]);

  useEffect(() => {
    const stop = followPage();
    const seen = () => {
      if (document.hidden) return;
      emit('appVisible');
      if (session.get().token) quietly(refreshMe().then(refreshLocation));
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);

  // The guards of the router lead to /login as soon as nobody is signed in.
  useWindowEvent('logout', () => {
    session.close();
    // The server is not told: it answers nobody any more, and forgets an address that is gone.
    void unsubscribeFromPush();
  });
}

function quietly(task: Promise<unknown>): void {
  task.catch((error: unknown) => warn('Own data could not be refreshed.', error));
}
