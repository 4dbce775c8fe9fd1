import { DAY_MS } from '@herenow/contract/constants';
import { makeFolder } from '@herenow/postgres/make-folder';
import { existsSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../../database/db.ts';
import { inTransaction } from '../../database/transaction.ts';
import { minus } from '../../lib/clock.ts';
import { keyedHash } from '../../lib/keyed-hash.ts';
import * as store from './store.ts';

const BATCH = 1000;
/** Longer than backups are kept: restoring a backup older than the log would lose protections. */
export const LOG_KEPT_MS = 35 * DAY_MS;
const FILE = /^(\d{4}-\d{2}-\d{2})\.log$/;

/** One line of the log. `who` and `whom` are keyed hashes, which identify nobody without the secret. */
export interface ProtectionLine {
  /** ISO 8601, by the database’s clock. */
  at: string;
  id: string;
  kind: store.Protection['kind'];
  who: string;
  whom?: string;
  /** When a suspension ends by itself; null: it does not; undefined: an earlier release did not write it. */
  until?: string | null;
}

/**
 * Writes erasures, blocks and suspensions to a log outside the database, one file per day, so that restoring a backup
 * brings back no user who has left.
 */
export function createProtections({ db, key, folder }: { db: Db; key: string; folder: string }) {
  const lineOf = ({ id, kind, userId, otherId, happenedAt, until }: store.Protection): ProtectionLine => ({
    at: happenedAt.toISOString(),
    id,
    kind,
    who: keyedHash(key, userId),
    ...(otherId === null ? {} : { whom: keyedHash(key, otherId) }),
    ...(kind === 'suspended' ? { until: until?.toISOString() ?? null } : {}),
  });

  async function append(lines: readonly ProtectionLine[]): Promise<void> {
    await makeFolder(folder, 0o700);
    const day = lines.at(-1)!.at.slice(0, 10);
    await using file = await open(path.join(folder, `${day}.log`), 'a', 0o600);
    // The leading line break ends a line cut off by a full disk or a power failure, which would swallow the next one.
    await file.appendFile(['', ...lines.map((line) => JSON.stringify(line)), ''].join('\n'));
    await file.sync();
  }

  return {
    /** Writes what waits in the database to the log, and deletes it there once it is on disk. */
    async write(): Promise<void> {
      await inTransaction(db, async (trx) => {
        const waiting = await store.lockWaiting(trx, BATCH);
        if (waiting.length === 0) return;
        await append(waiting.map(lineOf));
        await store.remove(
          trx,
          waiting.map(({ id }) => id),
        );
      });
    },

    /** Removes the files of days long past, by the database’s clock, as their lines. */
    async sweep(): Promise<void> {
      const names = existsSync(folder) ? await readdir(folder) : [];
      const over = minus(await store.getTime(db), LOG_KEPT_MS);
      for (const name of names) {
        const day = FILE.exec(name)?.[1];
        if (day && new Date(day) < over) await rm(path.join(folder, name), { force: true });
      }
    },
  };
}
