import type { Log } from '../lib/log.ts';

const MINUTE_MS = 60_000;
/** How many accounts and networks are logged separately per minute; all others share one line. */
const MOST = 1000;
const OTHERS = 'others';

/** What is logged of a call that a limit refused. */
export interface Reached {
  path: string | undefined;
  /** The account; undefined if the call was counted by its network, which no log names. */
  userId: string | undefined;
}

/**
 * Logs which limits are reached: the first refused call of an account or network at once, and the number of its further
 * ones at the end of the minute. So a flood of refused calls takes two lines a minute.
 */
export function createLimitLog(log: Pick<Log, 'info'>) {
  const minute = new Map<string, { reached: Reached; more: number }>();

  function endMinute(): void {
    for (const { reached, more } of minute.values())
      if (more > 0) log.info({ ...reached, more }, 'limit reached again and again');
    minute.clear();
  }

  /** `whose`: the account or the network. */
  return (whose: string, reached: Reached): void => {
    const known = minute.get(whose) ?? (minute.size >= MOST ? minute.get(OTHERS) : undefined);
    if (known) {
      known.more += 1;
      return;
    }
    if (minute.size === 0) setTimeout(endMinute, MINUTE_MS).unref();
    const crowded = minute.size >= MOST;
    const told = crowded ? { path: undefined, userId: undefined } : reached;
    minute.set(crowded ? OTHERS : whose, { reached: told, more: 0 });
    log.info(told, 'limit reached');
  };
}
