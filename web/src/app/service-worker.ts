import { warn } from '../lib/log.ts';
import { whenIdle } from '../lib/when-idle.ts';
import { showToast } from '../ui/toast.tsx';
import { words } from './words.ts';

/** Registers the worker of the built client; a newer one waits until the person wants it. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = async () => {
    try {
      const registration = await navigator.serviceWorker.register('/sw.js');
      offerWaiting(registration);
      registration.addEventListener('updatefound', () => {
        const coming = registration.installing;
        coming?.addEventListener('statechange', () => {
          if (coming.state === 'installed') offerWaiting(registration);
        });
      });
    } catch (error) {
      warn('The service worker could not be registered.', error);
    }
  };
  // It fetches the whole client; the page that is opening goes first.
  const later = () => whenIdle(() => void register());
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}

function offerWaiting(registration: ServiceWorkerRegistration): void {
  // Without a controller this is the first worker: there is nothing old to replace.
  if (!registration.waiting || !navigator.serviceWorker.controller) return;
  showToast(words.newVersion, {
    id: 'new-version',
    duration: false,
    action: { label: words.reload, onClick: () => switchTo(registration) },
  });
}

function switchTo({ waiting }: ServiceWorkerRegistration): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting?.postMessage({ type: 'SKIP_WAITING' });
}
