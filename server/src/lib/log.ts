import { createHash } from 'node:crypto';
import { pino, stdSerializers, type Logger } from 'pino';

export type Log = Logger;

/** Fields that no log line may carry, wherever a caller puts them. */
const SECRET = [
  'token',
  'accessToken',
  'password',
  'oldPassword',
  'newPassword',
  'code',
  'fcmToken',
  'authorization',
  'cookie',
  'email',
  'location',
  'coordinates',
  'cell',
];

/** Emails and tokens inside texts from elsewhere, such as a mail server’s response. */
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const scrub = (text: string | undefined) => text?.replace(EMAIL, '[email]').replace(TOKEN, '[token]');

/** The fields of an error that are logged. Others, such as a database’s `detail`, may quote a user. */
const ERROR_FIELDS: Record<string, string> = {
  code: 'errorCode',
  constraint: 'constraint',
  table: 'table',
  column: 'column',
  responseCode: 'responseCode',
};

/** How many errors of an AggregateError are logged. */
const MOST_ERRORS = 5;

/** Describes an error for the log in full, except for what it says about people. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? scrub(error) : typeof error;
  const { type, message, stack } = stdSerializers.err(error);
  const fields = Object.entries(error).flatMap(([name, value]) =>
    ERROR_FIELDS[name] === undefined ? [] : [[ERROR_FIELDS[name], value]],
  );
  const several =
    error instanceof AggregateError ? { errors: error.errors.slice(0, MOST_ERRORS).map(describeError) } : {};
  return { type, message: scrub(message), stack: scrub(stack), ...several, ...Object.fromEntries(fields) };
}

/**
 * Returns the name of a user in a log line: ids are random, so a line identifies nobody without the id, and nobody at
 * all once the account and its id are gone.
 */
export const nameInLogs = (userId: unknown): unknown =>
  typeof userId === 'string' ? createHash('sha256').update(userId).digest('base64url').slice(0, 16) : userId;

/** How much of a log that cannot be written waits until it can, in bytes; what comes then is dropped. */
const WAITING_BYTES = 1_000_000;

function standardOutput() {
  const output = pino.destination({ fd: 1, sync: true, maxLength: WAITING_BYTES });
  // On a full disk, logging that it is full would fail again, and so on.
  output.on('error', () => {});
  return output;
}

export function createLog(level: string, destination: { write(line: string): void } = standardOutput()): Log {
  const paths = SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const options = {
    level,
    base: null,
    redact: { paths, censor: '[redacted]' },
    serializers: { err: describeError, reason: scrub, userId: nameInLogs },
  };
  return pino(options, destination);
}
