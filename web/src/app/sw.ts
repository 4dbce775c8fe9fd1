/// <reference lib="webworker" />
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { clientPages } from '../pages.ts';
import { notificationOf, readPush, ringOf, startUrl } from './sw-push.ts';

declare const self: ServiceWorkerGlobalScope;

const photoCache = 'photos';
const photoMs = 12 * 60 * 60 * 1000;
const mostPhotos = 300;

/** Keeps no page in place of another file: a network that wants a sign-in first answers everything with its page. */
const noPages = {
  cacheWillUpdate: async ({ request, response }: { request: Request; response: Response }) => {
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
    return response.status === 200 && isPage === request.url.includes('.html') ? response : null;
  },
};

cleanupOutdatedCaches();
addPlugins([noPages]);
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/.*/] });

// Pages of the client open offline. The allowlist is needed because the server has pages of its own.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/app.html'), {
    // Some headers apply to the document itself, so pages that may use the camera or are secret always come from the
    // server.
    allowlist: clientPages().flatMap(({ page, pattern }) => (page.camera || page.secret ? [] : [pattern])),
  }),
);

// The photo at an address never changes; the address is valid for twelve hours.
const photos = new CacheFirst({
  cacheName: photoCache,
  plugins: [
    noPages,
    {
      cachedResponseWillBeUsed: async ({ cachedResponse }) =>
        cachedResponse && isFresh(cachedResponse) ? cachedResponse : null,
    },
  ],
});
registerRoute(
  ({ url, request }) =>
    url.origin === self.location.origin && url.pathname.startsWith('/photos/') && request.method === 'GET',
  async (options) => {
    const since = forgotten;
    const [response, stored] = photos.handleAll(options);
    const tidied = stored.then(
      // The user may have signed out while the photo was being fetched.
      async () => {
        if (forgotten === since) await removeOldPhotos();
        else await caches.delete(photoCache);
      },
      // If the device is full, there is no room for the next photo either; if it is offline, there was nothing to
      // store.
      async (error: unknown) => {
        if (error instanceof DOMException && error.name === 'QuotaExceededError')
          await caches.delete(photoCache);
      },
    );
    options.event.waitUntil(tidied);
    return await response;
  },
);

/** How many times the photos were dropped because their viewer signed out. */
let forgotten = 0;

/** Drops photos and unopened notifications when the user signs out or leaves quickly. */
async function forgetSeen() {
  forgotten += 1;
  await caches.delete(photoCache);
  for (const notification of await self.registration.getNotifications()) notification.close();
  await self.navigator.clearAppBadge?.();
}

const isFresh = ({ headers }: Response) => Date.now() - Date.parse(headers.get('date') ?? '') < photoMs;

/** Removes the oldest photos while they are expired or too many. */
async function removeOldPhotos() {
  const cache = await caches.open(photoCache);
  const kept = await cache.keys();
  for (const [at, request] of kept.entries()) {
    const photo = await cache.match(request);
    if (kept.length - at <= mostPhotos && photo && isFresh(photo)) return;
    await cache.delete(request);
  }
}

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
  if (event.data?.type === 'FORGET') event.waitUntil(forgetSeen());
  if (event.data?.leaveTo) event.waitUntil(leaveInOthers(event.source as Client, event.data.leaveTo));
});

/** Opens a page in all tabs but the one that asks for it. */
async function leaveInOthers({ id }: Client, url: string) {
  const windows = await self.clients.matchAll({ type: 'window' });
  await Promise.allSettled(windows.filter((one) => one.id !== id).map((one) => one.navigate(url)));
}

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => event.waitUntil(announce(event.data)));

async function announce(data: PushMessageData | null) {
  const push = readPush(data?.text());
  const windows = await self.clients.matchAll({ type: 'window' });
  const looking = windows.some((one) => one.focused);
  const { title, options } = notificationOf(push);
  const { rangAt, ...ring } = ringOf(
    await self.registration.getNotifications({ tag: options.tag }),
    Date.now(),
  );
  // Browsers demand a notification for every push, even though a user who is looking at the app has already seen the
  // news there.
  await self.registration.showNotification(title, {
    ...options,
    ...ring,
    silent: looking || ring.silent,
    data: { ...options.data, rangAt, shownAt: Date.now() },
  });
  const shown = await self.registration.getNotifications();
  if (looking) for (const one of shown) one.close();
  else await self.navigator.setAppBadge?.(shown.length);
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url, chatId } = event.notification.data ?? {};
  // The app that shows the chat already stays as it is.
  const inApp = chatId ? `/chat/${chatId}` : '/chats';
  event.waitUntil(openPage(url ?? startUrl(chatId), url ?? inApp));
});

/** Opens a page: `inApp` if the app is open, else `url`. */
async function openPage(url: string, inApp: string) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open =
    windows.find((one) => one.focused) ??
    windows.find((one) => one.visibilityState === 'visible') ??
    windows[0];
  if (!open) {
    await self.clients.openWindow(url);
    return;
  }
  const focused = await open.focus();
  if (await tell(focused, inApp)) return;
  // A page that was loaded past this worker cannot be navigated by it.
  await focused.navigate(url).catch(() => self.clients.openWindow(url));
}

/** Asks the open app to navigate by itself, which keeps what is on screen. Resolves to false if it does not respond. */
function tell(client: WindowClient, url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(false), 400);
    port1.addEventListener('message', () => {
      clearTimeout(timer);
      resolve(true);
    });
    port1.start();
    client.postMessage({ type: 'OPEN', url }, [port2]);
  });
}
