import type { Db } from '../../database/tables.ts';
import type { Asset } from '../../http/other-assets.ts';

export async function listNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('web_assets').select('name').execute();
  return rows.map((row) => row.name);
}

export async function findAssets(db: Db, names: readonly string[]): Promise<Map<string, Asset>> {
  const rows = await db
    .selectFrom('web_assets')
    .select(['name', 'body', 'brotli'])
    .where((where) => where('name', '=', where.fn.any(where.val(names))))
    .execute();
  return new Map(rows.map(({ name, ...asset }) => [name, asset]));
}

/** Stores a file; another node may have just stored the same one. */
export async function insertAsset(db: Db, name: string, asset: Asset, keptUntil: Date): Promise<void> {
  await db
    .insertInto('web_assets')
    .values({ name, ...asset, kept_until: keptUntil })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Extends the retention of the named files. Nodes do so at the same time, so it locks the rows in one order. */
export async function keepAssets(db: Db, names: readonly string[], keptUntil: Date): Promise<void> {
  await db
    .updateTable('web_assets')
    .set({ kept_until: keptUntil })
    .where('name', 'in', (inner) =>
      inner
        .selectFrom('web_assets')
        .select('name')
        .where('name', 'in', names)
        .where('kept_until', '<', keptUntil)
        .orderBy('name')
        .forUpdate(),
    )
    .execute();
}

export async function deleteOutdated(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('web_assets').where('kept_until', '<=', now).execute();
}
