import { REMOVABLE_TEXTS, SOMEBODY, type RemovableText } from '@herenow/contract/constants';
import * as refusals from '@herenow/contract/refusals';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import type { Tx } from '../../database/work.ts';
import { plus, type Clock } from '../../lib/clock.ts';
import { Refused } from '../../lib/errors.ts';
import type { HashMailbox, HashText } from '../../lib/mailbox.ts';
import { countedAs } from '../accounts/index.ts';
import { BARRED_MS } from './bars.ts';
import { canonicalText } from './canonical.ts';
import type { RemovedEvidences } from './evidence.ts';

/** A decision by which an operator removes the name or the bio of a user, or both. */
interface TextRemoval {
  userId: string;
  entryId: string;
  texts: readonly RemovableText[];
  /** The texts that the operator has seen. */
  shown: Readonly<Record<RemovableText, string>> | undefined;
}

/** Keeps names and bios that operators removed from being set again by the mailbox of the account that showed them. */
export function createRemovedTexts(options: {
  clock: Clock;
  hashMailbox: HashMailbox;
  hashText: HashText;
  evidence: Pick<RemovedEvidences, 'keepEvidence'>;
}) {
  const { clock, hashMailbox, hashText } = options;

  const hashOf = (text: string) => hashText(canonicalText(text));

  /** Returns those of the texts that this user may not show. */
  async function barredOf(db: Db, userId: string, texts: readonly string[]): Promise<string[]> {
    if (texts.length === 0) return [];
    const hashes = texts.map(hashOf);
    const { rows } = await sql<{ hash: string }>`
      SELECT hash FROM barred_texts WHERE mailbox = ${await countedAs(db, userId, hashMailbox)}
        AND hash = ANY(${hashes}::text[]) AND forget_at > ${clock.now()}`.execute(db);
    const barred = new Set(rows.map(({ hash }) => hash));
    return texts.filter((_, index) => barred.has(hashes[index]!));
  }

  async function findTexts(db: Db, userId: string) {
    const { rows } = await sql<{ username: string; bio: string }>`
      SELECT username, bio FROM users WHERE id = ${userId}`.execute(db);
    return rows[0]!;
  }

  const setTexts = (db: Db, userId: string, { username, bio }: { username: string; bio: string }) =>
    sql`
      UPDATE users SET username = ${username}, bio = ${bio}, updated_at = ${clock.now()}
      WHERE id = ${userId}`.execute(db);

  return {
    async checkTexts(db: Db, userId: string, texts: readonly string[]): Promise<void> {
      if ((await barredOf(db, userId, texts)).length > 0) throw new Refused(refusals.textRemoved);
    },

    /**
     * Replaces the name or clears the bio of a locked user, as chosen, and bars the old text. Returns which were
     * removed: none if one of those chosen differs from what was `shown`.
     */
    async removeTexts({ db }: Tx, { userId, entryId, texts, shown }: TextRemoval): Promise<RemovableText[]> {
      const { username: name, bio } = await findTexts(db, userId);
      const there = { name, bio };
      if (shown && texts.some((text) => shown[text] !== there[text])) return [];
      const removed = REMOVABLE_TEXTS.filter(
        (text) => texts.includes(text) && there[text] !== '' && there[text] !== SOMEBODY,
      );
      if (removed.length === 0) return [];
      const what = Object.fromEntries(removed.map((text) => [text, there[text]]));
      await options.evidence.keepEvidence(db, { entryId, userId }, what);
      await setTexts(db, userId, {
        username: removed.includes('name') ? SOMEBODY : name,
        bio: removed.includes('bio') ? '' : bio,
      });
      const [mailbox, forgetAt] = [await countedAs(db, userId, hashMailbox), plus(clock.now(), BARRED_MS)];
      for (const hash of new Set(removed.map((text) => hashOf(there[text]))))
        // If several decisions removed it, taking back one of them does not release it.
        await sql`
          INSERT INTO barred_texts (mailbox, hash, entry_id, forget_at)
          VALUES (${mailbox}, ${hash}, ${entryId}, ${forgetAt})
          ON CONFLICT (mailbox, hash) DO UPDATE SET entry_id = NULL, forget_at = excluded.forget_at`.execute(
          db,
        );
      return removed;
    },

    /** Replaces what a user wrote in the setup, before it was known that their mailbox is barred from it. */
    async replaceBarredTexts({ db }: Tx, { id }: { id: string }): Promise<void> {
      const { username, bio } = await findTexts(db, id);
      const barred = await barredOf(db, id, [username, bio]);
      if (barred.length === 0) return;
      await setTexts(db, id, {
        username: barred.includes(username) ? SOMEBODY : username,
        bio: barred.includes(bio) ? '' : bio,
      });
    },
  };
}
