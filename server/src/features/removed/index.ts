import type { Db } from '../../database/tables.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HashMailbox, HashText } from '../../lib/mailbox.ts';
import { createBars } from './bars.ts';
import { createRemovedPictures } from './pictures.ts';
import { createRemovedTexts } from './texts.ts';

export { removedJobs } from './jobs.ts';
export type { Removal } from './pictures.ts';

export type Removed = ReturnType<typeof createRemoved>;

/** Keeps pictures and texts that operators removed from being shown again. */
export const createRemoved = (options: {
  db: Db;
  clock: Clock;
  hashMailbox: HashMailbox;
  hashText: HashText;
}) => ({
  ...createBars(options),
  ...createRemovedPictures(options),
  ...createRemovedTexts(options),
});
