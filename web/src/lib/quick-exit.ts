import { clearAlert } from '@herenow/contract/alerts';
import { goOffline } from '@herenow/contract/presence';
import { api } from './api.ts';
import { session } from './session.ts';

/** An unsuspicious page that anyone may have open. */
const NEUTRAL = 'https://www.wikipedia.org/';

/**
 * Leaves at once for a page that reveals nothing, and takes the user offline, so that people nearby no longer see them.
 * The tab's history keeps only what was open before the app, and the app's first page unless that is the current one.
 */
export function leaveQuickly(): void {
  const { user } = session.get();
  if (user) {
    // An expired token is renewed first, which is quicker than another site loads.
    api(goOffline, { body: { userId: user.id } }).catch(() => undefined);
    // Only an alert could still wake the device.
    api(clearAlert, {}).catch(() => undefined);
  }
  // Also removes notifications from a locked screen, and leaves in the other tabs.
  navigator.serviceWorker?.controller?.postMessage({ type: 'FORGET', leaveTo: NEUTRAL });
  // The neutral page may take a moment to load.
  document.body.style.display = 'none';
  window.addEventListener('pageshow', () => document.body.style.removeProperty('display'), { once: true });
  // Only adding a page to the history removes the entries ahead, of pages and of layers over them.
  const { navigation }: { navigation?: Navigation } = window;
  const first = navigation?.entries().find(({ sameDocument }) => sameDocument);
  const replace = () => location.replace(NEUTRAL);
  if (!navigation || !first || first.key === navigation.currentEntry?.key) replace();
  else
    void Promise.resolve(navigation.traverseTo(first.key).committed).then(
      () => location.assign(NEUTRAL),
      replace,
    );
}
