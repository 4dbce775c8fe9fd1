import { warn } from '../lib/log.ts';
import { tabStore } from '../lib/storage.ts';
import { followVersions } from './new-version.ts';

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

/** Links the manifest and registers the service worker. */
export function install(reload: () => void): void {
  // The page has opened.
  tabStore.remove('wait');
  const manifest = document.createElement('link');
  manifest.rel = 'manifest';
  manifest.href = '/manifest.webmanifest';
  document.head.append(manifest);
  if ('serviceWorker' in navigator) void registerWorker(navigator.serviceWorker, reload);
}

async function registerWorker(container: ServiceWorkerContainer, reload: () => void): Promise<void> {
  try {
    followVersions(container, await container.register(worker), reload);
  } catch (error) {
    warn('The service worker could not be registered.', error);
  }
}
