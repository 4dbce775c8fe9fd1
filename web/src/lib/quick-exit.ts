import { goOffline } from '@herenow/contract/presence';
import { requestOf } from './request.ts';
import { session } from './session.ts';
import { outlivePage, send } from './transport.ts';

/** An unsuspicious page that anyone may have open. */
const NEUTRAL = 'https://www.wikipedia.org/';

/**
 * Leaves at once for a page that reveals nothing. The current page is removed from the tab's history; earlier ones
 * stay. Also takes the user offline, so that people nearby no longer see them.
 */
export function leaveQuickly(): void {
  const { token, user } = session.get();
  if (token && user) {
    outlivePage();
    void send(requestOf(goOffline, { body: { userId: user.id } }, token)).catch(() => undefined);
  }
  location.replace(NEUTRAL);
}
