import { goOffline } from '@herenow/contract/presence';
import { requestOf } from './request.ts';
import { session } from './session.ts';

/** A page that anybody may have open. */
const NEUTRAL = 'https://www.wikipedia.org/';

/**
 * Leaves at once, to a page that says nothing. The page that was open is gone from the history of the tab; those before
 * it stay there. On the way out one goes offline, so that nobody near goes on seeing one.
 */
export function leaveQuickly(): void {
  const { token, user } = session.get();
  if (token && user) {
    const { method, url, headers, body } = requestOf(goOffline, { body: { userId: user.id } }, token);
    void fetch(url, { method, headers: headers ?? {}, body: body ?? null, keepalive: true }).catch(
      () => undefined,
    );
  }
  location.replace(NEUTRAL);
}
