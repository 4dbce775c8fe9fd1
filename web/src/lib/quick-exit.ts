import { clearAlert } from '@herenow/contract/alerts';
import { goOffline } from '@herenow/contract/presence';
import { api } from './api.ts';
import { session } from './session.ts';
import { outlivePage } from './transport.ts';

/** An unsuspicious page that anyone may have open. */
const NEUTRAL = 'https://www.wikipedia.org/';

/**
 * Leaves at once for a page that reveals nothing, and takes the user offline, so that people nearby no longer see them.
 * Of the tab's history stay what was open before the app, and the first page of the app, unless that is left.
 */
export function leaveQuickly(): void {
  const { user } = session.get();
  if (user) {
    outlivePage();
    // An expired token is renewed first: another site takes longer to come than that.
    api(goOffline, { body: { userId: user.id } }).catch(() => undefined);
    // Nothing else could still wake the device.
    api(clearAlert, {}).catch(() => undefined);
  }
  // What notifications show on a locked screen, too.
  navigator.serviceWorker?.controller?.postMessage({ type: 'FORGET' });
  // The neutral page may take a moment to come.
  document.body.style.display = 'none';
  window.addEventListener('pageshow', () => document.body.style.removeProperty('display'));
  // Only a page that is added to the history removes those ahead: pages, and what lay over them.
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
