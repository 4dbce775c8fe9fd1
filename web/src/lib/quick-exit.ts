import { goOffline } from '@herenow/contract/presence';
import { requestOf } from './request.ts';
import { session } from './session.ts';
import { outlivePage, send } from './transport.ts';

/** A page that anybody may have open. */
const NEUTRAL = 'https://www.wikipedia.org/';

/**
 * Leaves at once, to a page that says nothing. The page that was open is gone from the history of the tab; those before
 * it stay there. On the way out one goes offline, so that nobody near goes on seeing one.
 */
export function leaveQuickly(): void {
  const { token, user } = session.get();
  if (token && user) {
    outlivePage();
    void send(requestOf(goOffline, { body: { userId: user.id } }, token)).catch(() => undefined);
  }
  location.replace(NEUTRAL);
}
