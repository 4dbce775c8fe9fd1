import { useEffect, useEffectEvent } from 'react';
import { navigate } from '../lib/navigation.tsx';

/**
 * What the app owes the device it is installed on: the number on its icon, and the way from a notification to its
 * chat.
 */
export function useInstalledApp({ signedIn, unread }: { signedIn: boolean; unread: number }): void {
  const open = useEffectEvent((event: MessageEvent) => {
    if (event.data?.type !== 'OPEN' || typeof event.data.url !== 'string') return;
    event.ports[0]?.postMessage('done');
    navigate(event.data.url);
  });
  useEffect(() => {
    const worker = navigator.serviceWorker;
    const listener = (event: MessageEvent) => open(event);
    worker?.addEventListener('message', listener);
    return () => worker?.removeEventListener('message', listener);
  }, []);

  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    // Where no badge can be shown the promise is refused; there is nothing to do about it.
    navigator.setAppBadge(signedIn ? unread : 0).catch(() => undefined);
  }, [signedIn, unread]);
}
