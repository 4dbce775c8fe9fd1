import { setTimeout as delay } from 'node:timers/promises';

/** The seconds after which a retry makes sense: an unreachable database is usually back within seconds. */
export const AWAY_SECONDS = 2;

/**
 * States with which PostgreSQL ends or refuses a connection (stopping, starting, too many, another password, no such
 * database, one that takes none) or breaks off a statement, or reports that it lacks memory, files or a disk that
 * works, or that another server is now the primary.
 */
const STATES = /^(?:08...|28...|3D000|53...|55000|57...|58...|25006)$/;
const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EMFILE',
  'ENOENT',
]);
/** Messages of errors of pg and its pool that have no code. */
const TEXTS =
  /Connection terminated|connection error|timeout exceeded when trying to connect|Query read timeout|Client was closed/;

/** Returns whether an error means that the database cannot be used for now, not that a query is wrong. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // This is an error of the photo store, whose connections fail with the same codes.
  if ('$metadata' in error) return false;
  const { code, routine, syscall, severity } = error as Error & Partial<Record<string, unknown>>;
  if (typeof code !== 'string') return TEXTS.test(error.message);
  // It ends or refuses the connection, for whatever reason.
  if (severity === 'FATAL') return true;
  return STATES.test(code) || (CODES.has(code) && routine === undefined && syscall !== 'open');
}

const PATIENCE_MS = 10_000;
const RETRY_MS = 250;

/** Retries a task while the database is away, for ten seconds at most. */
export async function patiently<T>(task: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (!isAway(error) || performance.now() + RETRY_MS > giveUpAt) throw error;
      await delay(RETRY_MS);
    }
  }
}
