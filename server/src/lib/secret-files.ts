import { readFileSync } from 'node:fs';
import { StartError } from './start-error.ts';

/** The settings that hold a secret. */
export const SECRETS = [
  'DATABASE_URL',
  'NATS_URL',
  'PHOTOS_URL',
  'MAIL_URL',
  'TOKEN_SECRET',
  'TOKEN_SECRET_PREVIOUS',
  'METRICS_TOKEN',
  'BACKUP_KEY',
];

/**
 * Returns the environment with the secrets of files: `TOKEN_SECRET_FILE=/run/secrets/token` stands for `TOKEN_SECRET`.
 * Throws one StartError that lists every problem found.
 */
export function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const whole = { ...env };
  const problems: string[] = [];
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (env[name]?.trim()) problems.push(`Set either ${name} or ${name}_FILE.`);
    else whole[name] = read(file, (why) => problems.push(`${name}_FILE names ${file}, which ${why}.`));
  }
  if (problems.length === 0) return whole;
  throw new StartError(`The configuration has problems:\n${problems.map((p) => `  - ${p}`).join('\n')}`);
}

function read(file: string, tell: (why: string) => void): string {
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text === '') tell('is empty');
    return text;
  } catch (error) {
    tell(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
    return '';
  }
}
