import { REALTIME } from '@herenow/contract/constants';
import { useEffect } from 'react';
import { refreshLocation } from '../features/places/index.ts';
import { refreshMe } from '../features/profile/index.ts';
import { warn } from '../lib/log.ts';
import { useLocation } from '../lib/navigation.tsx';
import { followPage, isConnected, realtime } from '../lib/realtime/index.ts';
import { session, useSession } from '../lib/session.ts';
import { whenIdle } from '../first-paint/when-idle.ts';
import { emit } from '../lib/window-events.ts';

/** How often the data on screen is refetched while the realtime channel is down. */
const UNHEARD_MS = 15_000;

/** Keeps the realtime channel open and the user's own record fresh while a user is signed in. */
export function useChannel(): void {
  const { token, userId } = useSession();
  const signedIn = token && userId ? userId : null;
  const { pathname } = useLocation();

  useEffect(() => {
    if (!signedIn) return;
    // Counted from the start of the page, as this code may have loaded late.
    const timer = setTimeout(() => realtime.connect(), REALTIME.startDelayMs - performance.now());
    // The page renders the stored record first and checks it when idle.
    const callOff = whenIdle(() => {
      quietly(refreshMe());
      quietly(refreshLocation());
    });
    const asking = setInterval(() => {
      if (!document.hidden && !isConnected()) emit('unheard');
    }, UNHEARD_MS);
    return () => {
      clearTimeout(timer);
      clearInterval(asking);
      callOff();
      realtime.disconnect();
    };
  }, [signedIn]);

  // A connection that has stopped does not come back by itself, so the next screen asks for it.
  useEffect(() => {
    if (realtime.getConnection().trouble) realtime.reconnect();
  }, [pathname]);

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
  task.catch((error: unknown) => warn('Not refreshed.', error));
}
