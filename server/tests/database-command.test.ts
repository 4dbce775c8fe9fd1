import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase } from '@herenow/testing/test-database';
import { expect, test } from 'vitest';

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/database.ts');

/** Runs the command to its end; `input` is what the user types. */
async function look(url: string, args: string[], input = '') {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url, TZ: 'Asia/Tokyo' };
  const running = promisify(execFile)(process.execPath, [SCRIPT, ...args], { env });
  running.child.stdin!.end(input);
  return await running;
}

test('the command that looks into the database', async () => {
  await using database = await createTestDatabase();
  expect((await look(database.url, ['SELECT 40 + 2 AS answer'])).stdout).toMatch(/answer[\s\S]*42/);
  // Not the day before, which midnight there is in UTC.
  expect((await look(database.url, ["SELECT date '1996-05-14' AS day"])).stdout).toContain("'1996-05-14'");
  // A table has room for no more than the kind of what lies deeper.
  const deep = `SELECT '{"off": [1]}'::jsonb AS settings, ARRAY['Spam'] AS reasons, '\\x0a'::bytea AS bytes,
    timestamptz '2026-11-29 12:00Z' AS at`;
  const shown = (await look(database.url, [deep])).stdout;
  for (const value of ['{"off":[1]}', '["Spam"]', '\\x0a', '2026-11-29T12:00:00.000Z'])
    expect(shown).toContain(value);
  const tables = (await look(database.url, ['\\d'])).stdout;
  expect(tables).toContain('presences');
  // PostgreSQL does not know how many rows a table has before its first analysis.
  expect(tables).not.toContain('-1');
  expect((await look(database.url, ['\\d', 'users'])).stdout).toContain('date_of_birth');

  const change = "INSERT INTO secrets (name, value) VALUES ('found', 'by hand')";
  await expect(look(database.url, [change])).rejects.toMatchObject({
    stderr: 'cannot execute INSERT in a read-only transaction\n',
  });
  expect((await look(database.url, ['--write', change])).stdout).toBe('INSERT 1\n');

  const typed = 'SELECT nothing;\nSELECT name\nFROM secrets\nORDER BY name;\n';
  const { stdout, stderr } = await look(database.url, [], typed);
  expect(stderr).toContain('column "nothing" does not exist');
  expect(stdout).toContain("'found'");
});

test('it says in a sentence that a database cannot be reached', async () => {
  await expect(look('postgres://ada:secret@127.0.0.1:1/herenow', ['SELECT 1'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The database at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)\..*\n$/,
    ),
  });
});

test('an option that it does not know prints its usage and runs nothing', async () => {
  // To SQL, two hyphens begin a comment: the statement would do nothing, and look as if it had.
  const asked = look('postgres://ada@127.0.0.1:1/herenow', ['--writ', 'DELETE FROM secrets']);
  await expect(asked).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('npm run database -- --write'),
  });
});
