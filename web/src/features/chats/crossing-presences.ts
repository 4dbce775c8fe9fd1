import { createCrossing } from '../../lib/crossing.ts';
import { fetchAgain } from '../../lib/fetch-again.ts';
import { queryClient } from '../../lib/query-client.ts';
import { listen } from '../../lib/window-events.ts';
import { chatsKey } from './keys.ts';

const crosses = createCrossing();

// Otherwise a person who left just after extending would still be shown as here, or the other way round.
listen('presence', ({ userId }) => {
  if (crosses(userId)) void fetchAgain(queryClient, { queryKey: chatsKey });
});
