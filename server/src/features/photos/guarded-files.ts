import * as refusals from '@herenow/contract/refusals';
import { Refused } from '../../lib/errors.ts';
import type { Log } from '../../lib/log.ts';
import type { PhotoFiles } from './files.ts';

/** A failing store is usually back within a minute. */
const RETRY_SECONDS = 10;

export const storeAway = (): Refused => new Refused(refusals.photosAway, { retryAfter: RETRY_SECONDS });

/**
 * Wraps the store for use by calls: logs its failures and turns them into refusals, since the caller is not at fault.
 */
export function guardFiles(files: PhotoFiles, log: Log): PhotoFiles {
  const orAway = (error: unknown): never => {
    log.error({ err: error }, 'photo store failed');
    throw storeAway();
  };
  return {
    ...files,
    put: (key, made) => files.put(key, made).catch(orAway),
    read: (key, name) => files.read(key, name).catch(orAway),
  };
}
