import { DAY_MS } from '@herenow/contract/constants';
import { makeFolder } from '@herenow/postgres/make-folder';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { readConfig, type Config } from '../../config.ts';
import { openDatabase } from '../../database/connect.ts';
import { forgetMailboxKey, opensMailboxKey } from '../../database/mailbox-key.ts';
import { migrateWithin, NewerSchema, readMigrations } from '../../database/migrate.ts';
import { findDatabase, findEmbedded } from '../../database/own-database.ts';
import { inTransactionOn } from '../../database/transaction.ts';
import { openPhotoFiles, type PhotoFiles } from '../../features/photos/index.ts';
import {
  LOG_KEPT_MS,
  PROTECTIONS,
  readProtections,
  replayProtections,
  type ProtectionLine,
} from '../../features/protections/index.ts';
import { SECRET_FILE } from '../../lib/kept-secret.ts';
import { deriveKeys, type Keys } from '../../lib/keys.ts';
import { createLog, type Log } from '../../lib/log.ts';
import { StartError } from '../../lib/start-error.ts';
import { createKeepAgain } from './erased-again.ts';
import { noteBackup } from './last-backup.ts';
import { makeBackup } from './make-backup.ts';
import { readHead, restoreBackup } from './restore-backup.ts';

const LEAST_KEY_LENGTH = 32;
/** Folders in which backups are restored on trial. */
const TRIAL = 'trial-';
/** How many times the size of the database a trial may take, with its log. */
const ROOM_FOR_TRIAL = 2;
/** The log of protections is deleted by the day, and a backup only when a new one is complete, perhaps a day late. */
export const MOST_DAYS = LOG_KEPT_MS / DAY_MS - 2;

/** Reads only the variables that lead to the data: mail and ports concern only the server. */
function configOf(env: NodeJS.ProcessEnv): Config {
  const { DATABASE_URL, DATA_DIR, PHOTOS_URL, TOKEN_SECRET } = env;
  return readConfig({ DATABASE_URL, DATA_DIR, PHOTOS_URL, TOKEN_SECRET });
}

function keyOf(env: NodeJS.ProcessEnv): string {
  const key = env.BACKUP_KEY?.trim() ?? '';
  if (key.length >= LEAST_KEY_LENGTH) return key;
  throw new StartError(
    'BACKUP_KEY must hold at least 32 characters, with which backups are encrypted. Make one with ' +
      '"openssl rand -base64 32", and keep it somewhere else than this machine: without it no backup can be read.',
  );
}

/**
 * Makes a backup, whether or not a server runs, and tries it out on demand; returns a sentence that says what was done.
 */
export async function backup(
  env: NodeJS.ProcessEnv,
  { folder, chats, check = false }: { folder?: string | undefined; chats: boolean; check?: boolean },
): Promise<string> {
  const key = keyOf(env);
  const config = configOf(env);
  const keptDays = Number(env.BACKUP_DAYS?.trim() || 7);
  if (!(keptDays > 0 && keptDays <= MOST_DAYS))
    throw new StartError(
      `BACKUP_DAYS must be a number of days above 0, and ${MOST_DAYS} at most: an older backup would bring back who has ` +
        'erased the account since, as the log of erasures does not reach back further.',
    );
  const databaseUrl = await findDatabase(config);
  const secretFile = path.join(config.dataDir, SECRET_FILE);
  const log = createLog('warn');
  await using database = await openDatabase({
    databaseUrl,
    dataDir: config.dataDir,
    log,
    poolSize: 2,
    copies: true,
    // The version before an upgrade must be able to restore what is saved before it, whichever version saves it.
    migrations: 'older taken',
  });
  const client = await database.pool.connect();
  try {
    const { file, createdAt, photos, known, missing } = await makeBackup({
      client,
      photoFiles: await openPhotoFiles(config),
      secretFile: config.tokenSecret === undefined && existsSync(secretFile) ? secretFile : undefined,
      folder: path.resolve(folder ?? path.join(config.dataDir, 'backups')),
      key,
      chats,
      keptDays,
      ...(check ? { tryOut: (made: string) => tryBesides(client, made, env) } : {}),
    });
    await noteBackup(config.dataDir, createdAt);
    const lacks = missing > 0 ? ` Not found: ${missing} of ${known} photos.` : '';
    const tried = check ? ' It was restored on trial.' : '';
    return `Wrote ${file}: ${chats ? 'with' : 'without'} conversations, ${photos} files of photos.${lacks}${tried}`;
  } finally {
    // Ends the connection: after a failure, a table may be half read, and nothing would read the rest.
    client.release(true);
  }
}

/** Tries a backup on the disk of a running server, unless that could fill it. */
async function tryBesides(client: pg.ClientBase, file: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { dataDir } = configOf(env);
  const { rows } = await client.query<{ bytes: string }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < ROOM_FOR_TRIAL * Number(rows[0]!.bytes))
    throw new StartError(
      `${file} is complete, but was not tried: ${dataDir} has too little room for a second database. Free some, or ` +
        'try it on another machine.',
    );
  await tryRestore(env, file);
}

/**
 * Restores a backup into an embedded database of its own, which is removed again, without its photos; returns a
 * sentence that says what it holds.
 */
export async function tryRestore(env: NodeJS.ProcessEnv, file: string): Promise<string> {
  const { dataDir } = configOf(env);
  await makeFolder(dataDir, 0o700);
  await removeTrials(dataDir);
  const folder = await mkdtemp(path.join(dataDir, TRIAL));
  try {
    const alone = { ...env, DATA_DIR: folder, DATABASE_URL: '', PHOTOS_URL: '' };
    const done = await restoreWith(alone, { file, logs: [] }, { restore: async () => {} });
    return `${file} can be restored: the state of ${done.createdAt}, ${done.tables} tables, ${done.photos} files of photos.`;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${file} cannot be restored (${(error as Error).message}).`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what trials have left that were killed. */
async function removeTrials(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const folder = path.join(dataDir, name);
    if (name.startsWith(TRIAL) && !(await findEmbedded(folder)))
      await rm(folder, { recursive: true, force: true });
  }
}

interface RestoreOptions {
  file: string;
  logs: readonly string[];
  secretLost?: boolean;
}

/**
 * Restores a backup into an empty database and replays what happened after it; returns a sentence that says what was
 * done.
 */
export async function restore(env: NodeJS.ProcessEnv, options: RestoreOptions): Promise<string> {
  const done = await restoreWith(env, options);
  return (
    `Restored the state of ${done.createdAt}: ${done.tables} tables, ${done.photos} files of photos; ` +
    `${done.replayed} erasures, blocks and suspensions since then hold.${done.gap}`
  );
}

async function restoreWith(
  env: NodeJS.ProcessEnv,
  { file, logs, secretLost = false }: RestoreOptions,
  photoFiles?: Pick<PhotoFiles, 'restore'>,
) {
  const key = keyOf(env);
  const config = configOf(env);
  const { dataDir, databaseUrl } = config;
  const { head, migrations } = await readHead(file, key);
  if (!databaseUrl && (await findEmbedded(dataDir)))
    throw new StartError(`Herenow runs over ${dataDir}. Stop it before something is restored there.`);
  const lines = await readProtections(path.join(dataDir, PROTECTIONS), logs);
  const log = createLog('warn');
  const options = { databaseUrl, dataDir, log, poolSize: 2, migrations, copies: true };
  await using old = await openDatabase(options).catch((error: unknown) => {
    throw error instanceof NewerSchema ? needsNewDatabase(config) : error;
  });
  const client = await old.pool.connect();
  try {
    return await inTransactionOn(client, async () => {
      const counts = await restoreBackup({
        file,
        key,
        client,
        photoFiles: photoFiles ?? (await openPhotoFiles(config)),
        howToEmpty: howToEmpty(config),
        keepSecret: (secret) => keepSecret(config, secret),
        async beforePhotos() {
          if (secretLost) await forgetMailboxKey(client);
          else if (!(await opensMailboxKey(client, await keysOf(config, env)))) throw otherSecret(file);
        },
      });
      // To this version, as the server would on start; what is replayed counts on its tables.
      await migrateWithin(client, { migrations: await readMigrations() });
      const replayed = await replay(client, lines, await keysOf(config, env), log);
      const { createdAt } = head;
      return { ...counts, createdAt, replayed, gap: gapBetween(createdAt, lines) };
    });
  } finally {
    client.release(true);
  }
}

async function replay(client: pg.ClientBase, lines: ProtectionLine[], all: readonly Keys[], log: Log) {
  const [current, previous] = all;
  // Without any secret no line names anybody.
  if (!current) return 0;
  const keepAgain = createKeepAgain({ client, keys: { ...current, previous }, log });
  const byKeys = all.map(({ protections }) => protections);
  return await replayProtections(client, lines, byKeys, keepAgain);
}

/** Returns a sentence about the time after the backup that no log covers; empty if there is no gap. */
function gapBetween(createdAt: string, lines: readonly ProtectionLine[]): string {
  const since = lines[0]?.at ?? new Date().toISOString();
  const made = Date.parse(createdAt);
  if (Date.now() - made < LOG_KEPT_MS || Date.parse(since) - made < DAY_MS) return '';
  return (
    ` The log does not reach back to the backup: who was erased, blocked and suspended until ${since} is as the backup ` +
    'has it. Restore a later one if there is any, and delete again whom you know to have left.'
  );
}

async function keepSecret(config: Config, secret: Buffer): Promise<void> {
  if (config.tokenSecret !== undefined) return;
  const file = path.join(config.dataDir, SECRET_FILE);
  const there = await readFile(file).catch(() => undefined);
  if (!there) return await writeFile(file, secret, { mode: 0o600, flush: true });
  if (fingerprint(there) !== fingerprint(secret))
    throw new StartError(
      `${file} holds another secret than the backup. Move it away, or set DATA_DIR to another folder.`,
    );
}

const fingerprint = (bytes: Buffer) => createHash('sha256').update(bytes.toString().trim()).digest('hex');

const needsNewDatabase = (config: Config) =>
  new StartError(
    `A newer version than that of the backup has run on this database. Restore into a new one: ${howToEmpty(config)}.`,
  );

const howToEmpty = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl
    ? 'make it with CREATE DATABASE, and name it in DATABASE_URL'
    : `move ${path.join(dataDir, 'postgres')} away`;

const otherSecret = (file: string) =>
  new StartError(
    `${file} was made under another token secret. Set TOKEN_SECRET, or TOKEN_SECRET_PREVIOUS while it is replaced, to ` +
      'that one: without it no block or erasure since then would hold. If it is lost for good, add --secret-lost. ' +
      'Nothing was taken over.',
  );

/** Returns the keys of the token secret, then those of the previous one while it is being replaced. */
async function keysOf(config: Config, env: NodeJS.ProcessEnv): Promise<Keys[]> {
  const kept = await readFile(path.join(config.dataDir, SECRET_FILE), 'utf8').catch(() => undefined);
  // The server does not read the file if TOKEN_SECRET is set.
  const secrets = [config.tokenSecret ?? kept?.trim(), env.TOKEN_SECRET_PREVIOUS?.trim(), kept?.trim()];
  return [...new Set(secrets)].flatMap((secret) => (secret ? [deriveKeys(secret)] : []));
}
