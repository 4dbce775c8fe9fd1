import { queryClient } from '../lib/query-client.ts';
import { offered, withheld } from '../lib/undo.ts';
import { listen } from '../lib/window-events.ts';

/** Pages that a reload brings back as they were. */
const KEPT = /^\/(feed|chats|chat\/.*|profile\/.*|settings)$/;
const FIELDS = 'input:not([type=checkbox], [type=radio], [type=range]), textarea';
const OPEN = '[role*=dialog], [role=menu], .toast';
/** A release closes all sockets: looks at once would fetch it all in the same seconds, some from a node yet to go. */
const SPREAD_MS = 5 * 60_000;

/** Nothing is going on that a reload would break off: no act, no moment to undo one, no sheet, no notice. */
const isIdle = () =>
  queryClient.isMutating() === 0 &&
  !offered.get() &&
  withheld.get().size === 0 &&
  !document.querySelector(OPEN);

const nothingTyped = () =>
  [...document.querySelectorAll<HTMLInputElement>(FIELDS)].every(({ value }) => value === '');

const nobodyLooks = () => document.hidden && KEPT.test(location.pathname) && nothingTyped();

/**
 * Takes a newer version of the client once nobody notices: with the next page, or while the page is hidden. A tab may
 * be open for days, so it looks for one some minutes after each new connection and whenever it is shown.
 */
export function followVersions(
  worker: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
  reload: () => void,
): void {
  // The first worker replaces no version.
  let controlled = worker.controller !== null;
  let outdated = false;
  let taking = false;
  let page = location.pathname;

  const take = (turned = false) => {
    if (!(turned || nobodyLooks()) || !isIdle()) return;
    if (outdated) return reload();
    if (!controlled || !registration.waiting) return;
    taking = true;
    registration.waiting.postMessage({ type: 'SKIP_WAITING' });
  };

  worker.addEventListener('controllerchange', () => {
    outdated = controlled;
    controlled = true;
    // Another tab may have taken it: the server no longer has what this page has not loaded yet.
    if (outdated && taking && isIdle() && nothingTyped()) reload();
    else take();
  });
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', () => take()),
  );
  const look = () => void registration.update().catch(() => undefined);
  listen('appVisible', look);
  let later: ReturnType<typeof setTimeout> | undefined;
  listen('connected', () => {
    later ??= setTimeout(() => {
      later = undefined;
      look();
    }, Math.random() * SPREAD_MS);
  });
  document.addEventListener('visibilitychange', () => take());
  const { navigation }: { navigation?: Navigation } = window;
  navigation?.addEventListener('currententrychange', () => {
    const turned = page !== location.pathname;
    page = location.pathname;
    if (turned) take(true);
  });
}
