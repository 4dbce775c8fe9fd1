import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import type { Asset } from '../../http/other-assets.ts';

export async function listNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM web_assets`.execute(db);
  return rows.map(({ name }) => name);
}

export async function findAssets(db: Db, names: readonly string[]): Promise<Map<string, Asset>> {
  const { rows } = await sql<Asset & { name: string }>`
    SELECT name, body, brotli FROM web_assets WHERE name = ANY(${names}::text[])`.execute(db);
  return new Map(rows.map(({ name, ...asset }) => [name, asset]));
}

/** Stores a file; another node may have just stored the same one. */
export async function insertAsset(db: Db, name: string, asset: Asset, keptUntil: Date): Promise<void> {
  await sql`
    INSERT INTO web_assets (name, body, brotli, kept_until)
    VALUES (${name}, ${asset.body}, ${asset.brotli}, ${keptUntil}) ON CONFLICT DO NOTHING`.execute(db);
}

/** Extends the retention of the named files. Nodes do so at the same time, so it locks the rows in one order. */
export async function keepAssets(db: Db, names: readonly string[], keptUntil: Date): Promise<void> {
  await sql`
    UPDATE web_assets SET kept_until = ${keptUntil} WHERE name IN (
      SELECT name FROM web_assets WHERE name = ANY(${names}::text[]) AND kept_until < ${keptUntil}
      ORDER BY name FOR UPDATE)`.execute(db);
}

export async function deleteOutdated(db: Db, now: Date): Promise<void> {
  await sql`DELETE FROM web_assets WHERE kept_until <= ${now}`.execute(db);
}
