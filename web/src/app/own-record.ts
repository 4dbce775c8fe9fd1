import { refreshMe } from '../features/profile/index.ts';
import { createCrossing } from '../lib/crossing.ts';
import { warn } from '../lib/log.ts';
import { session } from '../lib/session.ts';
import { listen } from '../lib/window-events.ts';

function mayBeOld(): void {
  if (session.get().token) refreshMe().catch((error: unknown) => warn('Own data is old.', error));
}

// While the channel was down, changes made on other devices were missed.
for (const event of ['connected', 'unheard'] as const) listen(event, mayBeOld);

listen('profile', ({ userId }) => {
  if (userId === session.get().userId) mayBeOld();
});

const crosses = createCrossing();
listen('own-presence', () => {
  if (crosses('')) mayBeOld();
});
