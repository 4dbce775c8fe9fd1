import { warn } from '../lib/log.ts';
import { showToast } from '../ui/toast.tsx';
import { words } from './install-words.ts';

declare global {
  var trustedTypes:
    | {
        createPolicy(
          name: string,
          rules: { createScriptURL(): string },
        ): { createScriptURL(text: string): string };
      }
    | undefined;
}

const WORKER = '/sw.js';
/** The only address of a script that our pages make of a text: their policy forbids any other. */
const worker =
  globalThis.trustedTypes
    ?.createPolicy('herenow', { createScriptURL: () => WORKER })
    .createScriptURL(WORKER) ?? WORKER;

/** Links the manifest and registers the service worker. A newer worker waits until the user accepts it. */
export function install(reload: () => void): void {
  const manifest = document.createElement('link');
  manifest.rel = 'manifest';
  manifest.href = '/manifest.webmanifest';
  document.head.append(manifest);
  if ('serviceWorker' in navigator) void registerWorker(reload);
}

export async function registerWorker(reload: () => void): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(worker);
    const offer = () => offerWaiting(registration, reload);
    offer();
    registration.addEventListener('updatefound', () => {
      const coming = registration.installing;
      coming?.addEventListener('statechange', () => {
        if (coming.state === 'installed') offer();
      });
    });
  } catch (error) {
    warn('The service worker could not be registered.', error);
  }
}

function offerWaiting(registration: ServiceWorkerRegistration, reload: () => void): void {
  // Without a controller this is the first worker: there is no older version to replace.
  if (!registration.waiting || !navigator.serviceWorker.controller) return;
  showToast(words.newVersion, {
    id: 'new-version',
    duration: false,
    action: { label: words.reload, onClick: () => switchTo(registration, reload) },
  });
}

function switchTo({ waiting }: ServiceWorkerRegistration, reload: () => void): void {
  // Another tab has activated it in the meantime.
  if (!waiting) return reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  waiting.postMessage({ type: 'SKIP_WAITING' });
}
