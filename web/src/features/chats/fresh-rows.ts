import { fetchAgain } from '../../lib/fetch-again.ts';
import { queryClient } from '../../lib/query-client.ts';
import { listen } from '../../lib/window-events.ts';
import { chatsKey } from './keys.ts';

/** The maximum random delay, so that the many clients that one change concerns do not all ask at once. */
const SPREAD_MS = 2000;
/** The minimum time between two refetches, however often people change their profiles. */
const EVERY_MS = 15_000;

let next = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Refetches the list of chats, whose rows may show an outdated name, photo or distance, and the profiles on the screen.
 */
function refetchRows(): void {
  timer ??= setTimeout(
    () => {
      timer = undefined;
      next = performance.now() + EVERY_MS;
      for (const queryKey of [chatsKey, ['user']]) void fetchAgain(queryClient, { queryKey });
    },
    Math.max(Math.random() * SPREAD_MS, next - performance.now()),
  );
}

/** Until then, who opens the profile does not see what is known to be outdated. */
function outdate({ userId }: { userId: string }): void {
  void queryClient.invalidateQueries({ queryKey: ['user', userId], refetchType: 'none' });
}

listen('profile', (event) => {
  outdate(event);
  refetchRows();
});
// Changes were missed.
listen('connected', () => void fetchAgain(queryClient, { queryKey: ['user'] }));
listen('unheard', () => void fetchAgain(queryClient, { queryKey: ['user'] }, true));
// No event tells of changes by people who are shown as offline, and only visible people have a distance.
listen('presence', (event) => {
  outdate(event);
  if (event.online) refetchRows();
});
listen('own-presence', ({ status }) => {
  if (status === 'online') refetchRows();
});
