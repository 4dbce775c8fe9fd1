import { queryClient } from '../../lib/query-client.ts';
import { listen } from '../../lib/window-events.ts';
import { chatsKey } from './keys.ts';

/** At most, so that the many whom one change concerns do not all ask at once. */
const SPREAD_MS = 2000;
/** However often somebody changes their profile. */
const EVERY_MS = 15_000;

let next = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Fetches the list of chats, whose rows show a name, photo or distance of somebody that may not be theirs any more, and
 * the profiles of which a page shows something.
 */
function refetchRows(): void {
  timer ??= setTimeout(
    () => {
      timer = undefined;
      next = performance.now() + EVERY_MS;
      for (const queryKey of [chatsKey, ['user']]) void queryClient.invalidateQueries({ queryKey });
    },
    Math.max(Math.random() * SPREAD_MS, next - performance.now()),
  );
}

listen('profile', refetchRows);
// Nothing is told of what somebody changes while they are shown as offline, and only who is visible has a distance.
listen('presence', ({ online }) => {
  if (online) refetchRows();
});
listen('own-presence', ({ status }) => {
  if (status === 'online') refetchRows();
});
