import { useEffect, useEffectEvent, useRef } from 'react';
import { navigate } from '../lib/navigation.tsx';

/**
 * What the app owes the device it is installed on: the number on its icon, the way from a notification to its
 * chat, and nobody's photos left behind by whoever signs out.
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

  const wasSignedIn = useRef(signedIn);
  useEffect(() => {
    if (wasSignedIn.current && !signedIn) void forgetSeen();
    wasSignedIn.current = signedIn;
  }, [signedIn]);
}

async function forgetSeen(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.active?.postMessage({ type: 'FORGET_PHOTOS' });
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}
