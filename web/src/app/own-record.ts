import { refreshMe } from '../features/profile/index.ts';
import { warn } from '../lib/log.ts';
import { session } from '../lib/session.ts';
import { listen } from '../lib/window-events.ts';

function mayBeOld(): void {
  if (session.get().token) refreshMe().catch((error: unknown) => warn('Own data is old.', error));
}

// While the channel was down, changes made on other devices were missed.
for (const event of ['connected', 'unheard'] as const) listen(event, mayBeOld);

/** Changes that follow each other within this time, made on several devices, may arrive in another order. */
const CROSSING_MS = 1000;
let heardAt = -Infinity;
listen('own-presence', () => {
  const before = heardAt;
  heardAt = performance.now();
  if (heardAt - before < CROSSING_MS) mayBeOld();
});
