import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withSecretFiles } from './secret-files.ts';

let folder = '';
let file = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'herenow-secrets-'));
  file = path.join(folder, 'secret');
});
afterEach(() => rm(folder, { recursive: true }));

test('a secret is read from a file, without the line break at its end', async () => {
  await writeFile(file, 'postgres://user:password@db.example/herenow\n');
  const env = { DATABASE_URL_FILE: file, BACKUP_KEY_FILE: ' ', PORT: '3000', PORT_FILE: file };
  expect(withSecretFiles(env)).toEqual({
    ...env,
    DATABASE_URL: 'postgres://user:password@db.example/herenow',
  });
  // As compose.yaml passes what is not set.
  expect(withSecretFiles({ DATABASE_URL: ' ', DATABASE_URL_FILE: file })['DATABASE_URL']).toContain(
    'db.example',
  );
});

test('every file that is missing, empty or beside the setting itself is told, without any secret', async () => {
  await writeFile(file, ' \n');
  const env = {
    TOKEN_SECRET: 'the secret itself',
    TOKEN_SECRET_FILE: file,
    METRICS_TOKEN_FILE: file,
    MAIL_URL_FILE: path.join(folder, 'none'),
  };
  expect(() => withSecretFiles(env)).toThrow(
    [
      'The configuration has problems:',
      `  - MAIL_URL_FILE names ${env.MAIL_URL_FILE}, which cannot be read (ENOENT).`,
      '  - Set either TOKEN_SECRET or TOKEN_SECRET_FILE.',
      `  - METRICS_TOKEN_FILE names ${file}, which is empty.`,
    ].join('\n'),
  );
});
