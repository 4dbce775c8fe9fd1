import * as refusals from '@herenow/contract/refusals';
import type { IncomingMessage } from 'node:http';
import { Refused } from '../../lib/errors.ts';

/** 20 KB per second. */
const BYTES_PER_MS = 20;

/**
 * Reads an upload with `read`, and throws 408 once less than 20 KB per second arrives within `graceMs`. `away` wraps
 * work during which nothing is read, so that nothing can arrive.
 */
export async function keepingPace<T>(
  request: IncomingMessage,
  graceMs: number,
  read: (away: <R>(work: () => Promise<R>) => Promise<R>) => Promise<T>,
): Promise<T> {
  const slow = Promise.withResolvers<never>();
  let arrived = request.socket.bytesRead;
  let working = 0;
  let wasAway = false;
  const look = setInterval(() => {
    const { bytesRead } = request.socket;
    const reading = working === 0 && !wasAway;
    if (reading && bytesRead - arrived < graceMs * BYTES_PER_MS)
      slow.reject(new Refused(refusals.uploadSlow));
    arrived = bytesRead;
    wasAway = false;
  }, graceMs);
  const away = async <R>(work: () => Promise<R>): Promise<R> => {
    working += 1;
    try {
      return await work();
    } finally {
      working -= 1;
      wasAway = true;
    }
  };
  try {
    return await Promise.race([read(away), slow.promise]);
  } finally {
    clearInterval(look);
  }
}
