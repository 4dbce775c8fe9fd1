/** Sessions that nobody has used for 30 days. */
import { DAY_MS } from '@herenow/contract/constants';
import { expect, test } from 'vitest';
import { eventually } from '@herenow/testing/eventually';
import { person } from '@herenow/testing/people';
import { startApp } from '@herenow/testing/start-app';

test('very many of them are deleted by statements that end soon', async () => {
  await using app = await startApp({}, { pace: { accounts: 100 } });
  const ada = await person(app, 'ada');
  await app.pool.query(
    `INSERT INTO sessions (id, user_id, token_id, rotated_at, app_source, device, created_at, last_used_at)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), $2, 'web', '', $2, $2 FROM generate_series(1, 11000)`,
    [ada.id, app.clock.now()],
  );
  await app.pool.query(`
    CREATE TABLE deletions (rows integer);
    CREATE FUNCTION note_deletion() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO deletions SELECT count(*) FROM gone; RETURN NULL; END';
    CREATE TRIGGER note_deletion AFTER DELETE ON sessions REFERENCING OLD TABLE AS gone
      FOR EACH STATEMENT EXECUTE FUNCTION note_deletion()`);
  app.clock.moveBy(30 * DAY_MS);
  await eventually(async () => {
    const { rows } = await app.pool.query('SELECT FROM sessions LIMIT 1');
    expect(rows).toEqual([]);
  });
  const { rows } = await app.pool.query('SELECT max(rows) AS most, sum(rows)::integer AS all FROM deletions');
  expect(rows[0].all).toBeGreaterThanOrEqual(11_000);
  expect(rows[0].most).toBeLessThanOrEqual(5000);
});
