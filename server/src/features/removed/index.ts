import type { Db } from '../../database/db.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { HashMailbox, HashText } from '../../lib/mailbox.ts';
import type { Keys } from '../../lib/keys.ts';
import { createBars } from './bars.ts';
import { createRemovedEvidence } from './evidence.ts';
import { createRemovedPictures } from './pictures.ts';
import { createRemovedTexts } from './texts.ts';

export { createBars } from './bars.ts';
export { removedJobs } from './jobs.ts';
export type { Removal } from './pictures.ts';

export type Removed = ReturnType<typeof createRemoved>;

/**
 * Keeps pictures and texts that operators removed from being shown again, and for a while keeps the removed contents.
 */
export function createRemoved(options: {
  db: Db;
  clock: Clock;
  keys: Keys;
  log: Log;
  hashMailbox: HashMailbox;
  hashText: HashText;
}) {
  const bars = createBars(options);
  const evidence = createRemovedEvidence(options);
  return {
    ...bars,
    ...evidence,
    ...createRemovedPictures(options),
    ...createRemovedTexts({ ...options, evidence }),

    async sweep(): Promise<void> {
      await bars.sweep();
      await evidence.sweepEvidence();
    },
  };
}
