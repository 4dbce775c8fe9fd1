import { REALTIME } from '@herenow/contract/constants';
import { useEffect } from 'react';
import { refreshLocation } from '../features/places/index.ts';
import { refreshMe } from '../features/profile/index.ts';
import { warn } from '../lib/log.ts';
import { followPage, realtime } from '../lib/realtime/index.ts';
import { session, useSession } from '../lib/session.ts';
import { whenIdle } from '../first-paint/when-idle.ts';
import { emit } from '../lib/window-events.ts';

/** How often what is shown is asked for again while nothing can be heard of it. */
const UNHEARD_MS = 15_000;

/** Keeps the realtime channel while someone is signed in, and a record that is never old for long. */
export function useChannel(): void {
  const { token, userId } = useSession();
  const signedIn = token && userId ? userId : null;

  useEffect(() => {
    if (!signedIn) return;
    // Counted from the start of the page, after which this code may have come late.
    const timer = setTimeout(() => realtime.connect(), REALTIME.startDelayMs - performance.now());
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
}

function quietly(task: Promise<unknown>): void {
  task.catch((error: unknown) => warn('Own data is old.', error));
}
