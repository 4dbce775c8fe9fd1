import { queryClient } from '../lib/query-client.ts';
import { offered, withheld } from '../lib/undo.ts';
import { listen } from '../lib/window-events.ts';

/** Pages that a reload brings back as they were. */
const KEPT = /^\/(feed|chats|chat\/.*|profile\/.*|settings)$/;
const FIELDS = 'input:not([type=checkbox], [type=radio], [type=range]), textarea';
const OPEN = '[role*=dialog], [role=menu], .Toastify__toast';

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
 * be open for days, so it looks for one with each new connection (a release closes them all) and whenever it is shown.
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
  for (const event of ['connected', 'appVisible'] as const)
    listen(event, () => void registration.update().catch(() => undefined));
  document.addEventListener('visibilitychange', () => take());
  const { navigation }: { navigation?: Navigation } = window;
  navigation?.addEventListener('currententrychange', () => {
    const turned = page !== location.pathname;
    page = location.pathname;
    if (turned) take(true);
  });
}
