import { CONTACT_EMAIL } from '@herenow/contract/constants';
import { zip, type AsyncZippable } from 'fflate';
import { CompiledQuery, sql } from 'kysely';
import { promisify } from 'node:util';
import type { Db } from '../../database/db.ts';
import { inTransaction } from '../../database/transaction.ts';
import { NOBODY } from './holding.ts';
import { HOLDINGS } from './holdings.ts';
import { MOST_MESSAGES, PARTS } from './parts.ts';

const deflate = promisify<AsyncZippable, Uint8Array>((files, done) => void zip(files, done));
const encoder = new TextEncoder();

/** A photo in the copy: its name and its bytes. */
export interface PhotoFile {
  name: string;
  bytes: Uint8Array;
}

/**
 * Returns a ZIP of everything held about a user: JSON files and photos. The database produces the JSON text, from one
 * snapshot, so that the parts are consistent.
 */
export async function makeArchive(
  db: Db,
  userId: string,
  photos: readonly PhotoFile[],
  now: Date,
): Promise<Uint8Array> {
  const files: AsyncZippable = { 'README.txt': encoder.encode(readme(now)) };
  await inTransaction(db, async (trx) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(trx);
    for (const [file, part] of Object.entries(PARTS))
      files[file] = encoder.encode(await rowsOf(trx, part, userId));
  });
  // Pictures are already compressed.
  for (const { name, bytes } of photos) files[`photos/${name}`] = [bytes, { level: 0 }];
  return await deflate(files);
}

async function rowsOf(db: Db, part: string, userId: string): Promise<string> {
  const text = `SELECT coalesce(json_agg(part), '[]')::text AS rows FROM (${part}) part`;
  const { rows } = await db.getExecutor().executeQuery<{ rows: string }>(CompiledQuery.raw(text, [userId]));
  return `${rows[0]!.rows}\n`;
}

function readme(now: Date): string {
  return [
    `Everything Herenow held about you on ${now.toISOString()}.`,
    '',
    'Times are in UTC. "cell" in profile.json is the grid cell (H3, about 1 km across) that the app last looked from;',
    'nothing finer is ever kept.',
    '',
    'Left out:',
    ...leftOut(),
    `- From messages, with the reactions to them: older ones if there are more than ${MOST_MESSAGES.toLocaleString('en')}, or more than 8 MB of them. Write to ${CONTACT_EMAIL} for those.`,
    '',
  ].join('\n');
}

/** Returns what a copy leaves out, and why; tables about nobody are not listed. */
function leftOut(): string[] {
  return Object.values(HOLDINGS).flatMap(({ what, copy, without }) =>
    without === undefined || without === NOBODY
      ? []
      : [`- From ${what}: ${copy.length === 0 ? 'everything, ' : ''}${without}.`],
  );
}
