import * as refusals from '@herenow/contract/refusals';
import { createOutageLog } from '../../lib/away-log.ts';
import { Refused } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { PhotoFiles } from './files.ts';

/** A failing store is usually back within a minute. */
const RETRY_SECONDS = 10;

export const storeAway = (): Refused => new Refused(refusals.photosAway, { retryAfter: RETRY_SECONDS });

const LINES = {
  away: 'photo store failed',
  still: 'photo store still fails',
  back: 'photo store works again',
};

/**
 * Wraps the store for use by calls: logs its outages and turns failures into refusals, since the caller is not at
 * fault.
 */
export function guardFiles(files: PhotoFiles, log: Log): PhotoFiles {
  const outages = createOutageLog(log, LINES);
  const guarded = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      const answer = await asked;
      outages.worked();
      return answer;
    } catch (error) {
      outages.failed({ err: error });
      throw storeAway();
    }
  };
  return {
    ...files,
    put: (key, made) => guarded(files.put(key, made)),
    read: (key, name) => guarded(files.read(key, name)),
  };
}
