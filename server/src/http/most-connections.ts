import { readFileSync } from 'node:fs';

/** The file descriptors that connections leave for the database, the bus, photos and files. */
const RESERVE = 200;

/**
 * Returns the maximum number of connections, so that a client that opens them without end leaves the process enough
 * file descriptors to serve others; Infinity if the system has no limit.
 */
export function mostConnections(limits = readLimits()): number {
  const most = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Infinity);
  return Math.max(most - RESERVE, Math.floor(most / 2));
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}
