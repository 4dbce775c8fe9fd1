import { warn } from '../lib/log.ts';
import { whenQuiet } from '../first-paint/when-idle.ts';
import { showToast } from '../ui/toast.tsx';
import { words } from './words.ts';

/**
 * Makes the built client one that can be installed: names its manifest and registers its worker, of which a newer
 * one waits until the person wants it. Both fetch a lot; the page that is opening goes first.
 */
export function makeInstallable(): void {
  if (!import.meta.env.PROD) return;
  const later = () =>
    whenQuiet(() => {
      const manifest = document.createElement('link');
      manifest.rel = 'manifest';
      manifest.href = '/manifest.webmanifest';
      document.head.append(manifest);
      if ('serviceWorker' in navigator) void register();
    });
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}

async function register(): Promise<void> {
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
