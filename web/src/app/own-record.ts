import type { Query } from '@tanstack/react-query';
import { refreshMe } from '../features/profile/index.ts';
import { createCrossing } from '../lib/crossing.ts';
import { fetchAgain } from '../lib/fetch-again.ts';
import { warn } from '../lib/log.ts';
import { queryClient } from '../lib/query-client.ts';
import { session } from '../lib/session.ts';
import { listen } from '../lib/window-events.ts';

function mayBeOld(patient?: boolean): void {
  const { token, userId } = session.get();
  if (!token) return;
  refreshMe().catch((error: unknown) => warn('Own data is old.', error));
  // The keys of the user's own lists, such as that of blocked people, contain their id.
  const own = { predicate: ({ queryKey: [of, whose] }: Query) => whose === userId && of !== 'me' };
  void fetchAgain(queryClient, own, patient);
}

// While the channel was down, changes made on other devices were missed.
listen('connected', () => mayBeOld());
listen('unheard', () => mayBeOld(true));

listen('profile', ({ userId }) => {
  if (userId === session.get().userId) mayBeOld();
});

const crosses = createCrossing();
listen('own-presence', () => {
  if (crosses('')) mayBeOld();
});
