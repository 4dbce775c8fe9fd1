import { DAY_MS } from '@herenow/contract/constants';
import type pg from 'pg';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { plus } from '../../lib/clock.ts';
import { PROTECTED_MS, type ClosedAccount } from '../accounts/index.ts';
import { keyedHash } from '../../lib/keyed-hash.ts';
import { StartError } from '../../lib/start-error.ts';
import type { ProtectionLine } from './service.ts';

/**
 * Returns the lines of several nodes’ logs in the order in which they happened. Throws a StartError for a folder that
 * cannot be read, or that is named but missing: otherwise its protections would silently be lost.
 * @param own The folder of this machine, which exists only once something was logged.
 */
export async function readProtections(own: string, named: readonly string[]): Promise<ProtectionLine[]> {
  // A folder may be a copy of another.
  const lines = new Set<string>();
  for (const folder of [own, ...named]) {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' && folder === own) return [];
      throw new StartError(`The log of protections in ${folder} cannot be read (${error.code}).`, {
        cause: error,
      });
    });
    for (const name of names.filter((one) => one.endsWith('.log')))
      for (const line of (await readFile(path.join(folder, name), 'utf8')).split('\n')) lines.add(line);
  }
  return [...lines]
    .flatMap(parse)
    .toSorted((a, b) => a.at.localeCompare(b.at) || Number(a.id) - Number(b.id));
}

/** Skips a line cut off by a full disk or a power failure, which is not JSON; its row still waits in the database. */
function parse(line: string): ProtectionLine[] {
  try {
    return [JSON.parse(line) as ProtectionLine];
  } catch {
    return [];
  }
}

/**
 * Applies to a restored database what happened after the backup: deletes erased users again, and restores blocks and
 * suspensions. Idempotent.
 * @param keys One for each secret with which the log may have been written.
 * @param keep Runs before an account is deleted, in place of what its deletion kept.
 */
export async function replayProtections(
  client: pg.ClientBase,
  lines: readonly ProtectionLine[],
  keys: readonly string[],
  keep: (account: ClosedAccount, at: Date) => Promise<void>,
): Promise<number> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM users');
  const ids = new Map(keys.flatMap((key) => rows.map(({ id }) => [keyedHash(key, id), id] as const)));
  let replayed = 0;
  for (const { kind, who, whom, at, until } of lines) {
    const userId = ids.get(who);
    const otherId = whom === undefined ? undefined : ids.get(whom);
    if (!userId || (whom !== undefined && !otherId)) continue;
    if (kind === 'erased') {
      const closedAt = new Date(at);
      await keep(await readClosed(client, userId, closedAt), closedAt);
    }
    for (const text of CHANGES[kind])
      await client.query(text, otherId ? [userId, otherId, at] : [userId, at]);
    if (until !== undefined) await client.query(SET_END, [userId, until]);
    replayed += 1;
  }
  // What was replayed is already in the log.
  await client.query('DELETE FROM protections');
  return replayed;
}

/** Returns an account as it was closed at a moment. */
async function readClosed(client: pg.ClientBase, id: string, at: Date): Promise<ClosedAccount> {
  const { rows } = await client.query<{ mailbox: string; verified: boolean; last: boolean }>(
    `SELECT coalesce(one.mailbox, '') AS mailbox, one.email_validated AND one.mailbox IS NOT NULL AS verified,
       (${LAST}) IS TRUE AS last
     FROM users one WHERE one.id = $1`,
    [id],
  );
  return { id, ...rows[0]!, forgetAt: plus(at, PROTECTED_MS) };
}

const KEPT = `interval '${PROTECTED_MS / DAY_MS} days'`;
const BLOCK = (listed: boolean) => [
  `DELETE FROM chats WHERE low_id = least($1::uuid, $2::uuid) AND high_id = greatest($1::uuid, $2::uuid)
     AND $3::timestamptz IS NOT NULL`,
  `INSERT INTO blocks (blocker_id, blocked_id, created_at, listed) SELECT $1::uuid, $2::uuid, $3::timestamptz, ${listed}
   WHERE (SELECT count(*) FROM users WHERE id IN ($1::uuid, $2::uuid)) = 2
   ON CONFLICT (blocker_id, blocked_id) DO UPDATE SET listed = blocks.listed OR excluded.listed`,
];

/** Whether the user `one` is the last verified account of its mailbox. */
const LAST = `one.email_validated AND NOT EXISTS (
  SELECT FROM users other WHERE other.mailbox = one.mailbox AND other.id <> one.id AND other.email_validated)`;

const SET_END = 'UPDATE users SET suspended_until = $2 WHERE id = $1 AND suspended_at IS NOT NULL';

/** The statements for each kind: $1 and $2 are the users, or $1 alone, and the last parameter is when it happened. */
const CHANGES: Record<ProtectionLine['kind'], readonly string[]> = {
  // Blocks outlive the account, keyed by mailbox, as when the account was deleted.
  erased: [
    `INSERT INTO kept_blocks (blocker, blocked, created_at, forget_at)
     SELECT a.mailbox, b.mailbox, blocks.created_at, $2::timestamptz + ${KEPT}
     FROM blocks JOIN users a ON a.id = blocker_id JOIN users b ON b.id = blocked_id
     WHERE $1::uuid IN (a.id, b.id) AND a.mailbox IS NOT NULL AND b.mailbox IS NOT NULL
       AND a.email_validated AND b.email_validated
     ON CONFLICT DO NOTHING`,
    // So does the suspension of a mailbox whose last account this was, but no longer than that.
    `UPDATE suspended_mailboxes s SET forget_at = $2::timestamptz + ${KEPT}
     FROM users one WHERE one.id = $1::uuid AND one.mailbox = s.mailbox AND ${LAST}`,
    // So does what pairs of the mailbox remember.
    `UPDATE pin_memories kept SET forget_at = least(kept.forget_at, $2::timestamptz + ${KEPT})
     FROM users one WHERE one.id = $1::uuid AND one.mailbox IN (kept.pinner, kept.target) AND ${LAST}`,
    'DELETE FROM users WHERE id = $1::uuid AND $2::timestamptz IS NOT NULL',
  ],
  suspended: [
    'UPDATE users SET suspended_at = coalesce(suspended_at, $2::timestamptz) WHERE id = $1::uuid',
    `INSERT INTO suspended_mailboxes (mailbox, suspended_at)
     SELECT mailbox, $2::timestamptz FROM users
     WHERE id = $1::uuid AND mailbox IS NOT NULL AND email_validated ON CONFLICT DO NOTHING`,
  ],
  reinstated: [
    `DELETE FROM suspended_mailboxes
     WHERE mailbox = (SELECT mailbox FROM users WHERE id = $1::uuid AND email_validated) AND $2::timestamptz IS NOT NULL`,
    'UPDATE users SET suspended_at = NULL, suspended_until = NULL WHERE id = $1::uuid AND $2::timestamptz IS NOT NULL',
  ],
  blocked: BLOCK(true),
  followed: BLOCK(false),
  unblocked: [
    `DELETE FROM blocks WHERE blocker_id = $1::uuid AND blocked_id = $2::uuid AND $3::timestamptz IS NOT NULL`,
    // What is kept of earlier accounts goes with the last block of an account of the mailbox.
    `DELETE FROM kept_blocks USING users er, users ed
     WHERE er.id = $1::uuid AND er.email_validated AND blocker = er.mailbox
       AND ed.id = $2::uuid AND ed.email_validated AND blocked = ed.mailbox
       AND NOT EXISTS (
         SELECT FROM blocks JOIN users other ON other.id = blocked_id
         WHERE blocker_id = er.id AND other.mailbox = ed.mailbox)
       AND $3::timestamptz IS NOT NULL`,
  ],
};
