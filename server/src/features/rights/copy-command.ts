import { sql } from 'kysely';
import { writeFile } from 'node:fs/promises';
import type { Db } from '../../database/db.ts';
import { normalizeEmail } from '../../lib/mailbox.ts';
import { StartError } from '../../lib/start-error.ts';
import { readOriginals, type PhotoFiles } from '../photos/index.ts';
import { makeArchive } from './archive.ts';

/** Writes a copy of what is held about a person to a new file; returns a sentence that says so. */
export async function writeCopy(
  { db, photoFiles }: { db: Db; photoFiles: Pick<PhotoFiles, 'read'> },
  email: string,
  file: string,
): Promise<string> {
  const { rows } = await sql<{ id: string; verified: boolean }>`
    SELECT id, email_validated AS verified FROM users WHERE email = ${normalizeEmail(email)}`.execute(db);
  const [user] = rows;
  if (!user) throw new StartError(`Nobody with the email ${email} is registered.`);
  const photos = await readOriginals(db, photoFiles, user.id);
  const archive = await makeArchive(db, user.id, photos, new Date());
  await writeFile(file, archive, { flag: 'wx', mode: 0o600 }).catch(cannotWrite);
  return `Wrote ${file}: what is held about ${email}. Photos: ${photos.length}.${user.verified ? '' : UNPROVEN}`;
}

const UNPROVEN = ' Nobody has shown that this address is theirs: somebody else may have opened the account.';

function cannotWrite({ code }: NodeJS.ErrnoException): never {
  throw new StartError(`The file of the copy cannot be written (${code}).`);
}
