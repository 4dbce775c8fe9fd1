import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/operator.ts');

test('the command of the machine finds its database and says what it did', { timeout: 60_000 }, async () => {
  await using database = await createTestDatabase();
  const env = { PATH: process.env['PATH'], DATABASE_URL: database.url };
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, 'list'], { env });
  expect(stdout).toBe('There is no operator yet.\n');
});
