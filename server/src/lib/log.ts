import { pino, type Logger } from 'pino';

export type Log = Logger;

/** What no log line may carry, wherever a caller puts it. */
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

export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const paths = SECRET.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const options = { level, redact: { paths, censor: '[redacted]' }, base: null };
  return destination ? pino(options, destination) : pino(options);
}
