/** Rewrites the table of docs/privacy.md from the server's descriptions of its tables. */
import path from 'node:path';
import { HOLDINGS } from '../../server/src/features/rights/holdings.ts';
import { rewriteTable, tableOf, HOLDINGS as MARKS } from './page-tables.ts';

export const PRIVACY_PAGE = path.join(import.meta.dirname, '../../docs/privacy.md');

/** One row for each table of the database. */
export function holdingsTable(): string {
  const rows = Object.entries(HOLDINGS).map(([name, { what, kept, copy, without }]) => [
    `\`${name}\``,
    what,
    kept,
    copy.length === 0
      ? `nothing, ${without}`
      : copy.map((file) => `\`${file}\``).join(', ') + (without ? `, without ${without}` : ''),
  ]);
  return tableOf(['table', 'holds', 'kept', 'in a copy of one’s data'], rows);
}

if (process.argv[1] === import.meta.filename) await rewriteTable(PRIVACY_PAGE, MARKS, holdingsTable());
