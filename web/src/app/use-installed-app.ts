import { useEffect, useEffectEvent } from 'react';
import { navigate } from '../lib/navigation.tsx';
import { useWindowEvent } from '../lib/window-events.ts';

/**
 * Connects the app to the device it is installed on: sets the badge on its icon, and opens the chat of a clicked
 * notification.
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

  const setBadge = () => {
    // Where badges are not supported the promise rejects; nothing can be done about it.
    navigator.setAppBadge?.(signedIn ? unread : 0).catch(() => undefined);
  };
  useEffect(setBadge, [signedIn, unread]);
  // While the page was hidden, the service worker counted notifications.
  useWindowEvent('appVisible', setBadge);
}
