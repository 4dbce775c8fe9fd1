import type { TestApp } from '@herenow/testing/start-app';

/** Notes from now on how many rows of a table each statement deletes. Returns those that deleted some. */
export async function notePortions(app: TestApp, table: string) {
  await app.pool.query(`
    CREATE TABLE portions (rows integer, transaction xid8 DEFAULT pg_current_xact_id());
    CREATE FUNCTION note_portion() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO portions SELECT count(*) FROM removed; RETURN NULL; END $$;
    CREATE TRIGGER note_portion AFTER DELETE ON ${table} REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION note_portion()`);
  return async () => {
    const { rows } = await app.pool.query<{ rows: number; transaction: string }>(
      'SELECT rows, transaction::text FROM portions WHERE rows > 0',
    );
    return rows;
  };
}
