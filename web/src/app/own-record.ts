import { refreshMe } from '../features/profile/index.ts';
import { warn } from '../lib/log.ts';
import { session } from '../lib/session.ts';
import { listen } from '../lib/window-events.ts';

/** Counts the changes of the user's own presence that were made or heard of here. */
let changes = 0;
for (const event of ['own-presence', 'presenceChanged'] as const) listen(event, () => (changes += 1));

/** Fetches the user's own record, again if it changed meanwhile: the response may have been read before that. */
async function fetchMe(): Promise<void> {
  const before = changes;
  await refreshMe();
  if (changes !== before) await fetchMe();
}

function mayBeOld(): void {
  if (session.get().token) fetchMe().catch((error: unknown) => warn('Own data is old.', error));
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
