import { ageOn } from '@herenow/contract/ages';
import type { ProfileEvidence } from '@herenow/contract/evidence';
import { sql } from 'kysely';
import type { Db } from '../../database/db.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Keys } from '../../lib/keys.ts';
import type { Log } from '../../lib/log.ts';
import { createSeal, openOr } from '../../lib/seal.ts';
import { EVIDENCE_BYTES } from './case-store.ts';

/** What a profile shows now; of one that is about to be deleted, only name and age. */
interface Profile {
  username: string;
  age: number | null;
  bio: string;
  photos: readonly { id: string }[];
}

const NOTHING: ProfileEvidence = { name: null, bio: null, picture: null };

/**
 * Keeps what a profile shows when it is reported, encrypted: otherwise, taking it off or deleting the account would
 * leave nothing to judge.
 */
export function createReportedProfiles({ clock, keys, log }: { clock: Clock; keys: Keys; log: Log }) {
  const seal = createSeal<Partial<ProfileEvidence>>(keys.seals, keys.previous?.seals);
  const open = (sealed: string | null, context: string) =>
    sealed === null ? {} : openOr({}, () => seal.open(sealed, context), log);
  const texts = (reportId: string) => `shown ${reportId}`;
  const picture = (reportId: string) => `picture ${reportId}`;

  return {
    /** Keeps name, age and text as they were at the first of a report’s versions, and the last photo that it names. */
    async keepShown(
      on: Db,
      report: { id: string; reportedId: string; picture: string | undefined },
    ): Promise<void> {
      const { id, reportedId } = report;
      const { rows } = await sql<{ name: string; bio: string; dateOfBirth: string | null }>`
        SELECT username AS name, bio, date_of_birth AS "dateOfBirth" FROM users WHERE id = ${reportedId}`.execute(
        on,
      );
      const { dateOfBirth, ...said } = rows[0]!;
      const age = dateOfBirth === null ? undefined : ageOn(dateOfBirth, clock.now());
      const sealed = seal.seal({ ...said, age }, texts(id));
      const sealedPicture =
        report.picture === undefined ? null : seal.seal({ picture: report.picture }, picture(id));
      await sql`
        INSERT INTO reported_profiles (report_id, sealed, picture) VALUES (${id}, ${sealed}, ${sealedPicture})
        ON CONFLICT (report_id) DO UPDATE SET picture = excluded.picture
        WHERE excluded.picture IS NOT NULL`.execute(on);
    },

    /**
     * Returns what the profile of a person showed at each pending report and shows no more: as much as may be read at
     * once, first what people reported who know the person.
     */
    async listShown(on: Db, userId: string, now: Profile): Promise<Map<string, ProfileEvidence>> {
      const held = now.photos.map(({ id }) => id);
      const { rows } = await sql<{ id: string; sealed: string; picture: string | null }>`
        SELECT id, sealed, picture FROM (
          SELECT *, sum(octet_length(sealed) + coalesce(octet_length(picture), 0)) OVER (ORDER BY place, turn, id) AS total
          FROM (
            SELECT r.id, p.sealed, CASE WHEN r.photo_id = ANY(${held}::uuid[]) THEN NULL ELSE p.picture END AS picture,
              array_position(ARRAY['met', 'shown'], r.place) AS place, row_number() OVER (
                PARTITION BY coalesce(r.reporter_id::text, r.reporter_mailbox) ORDER BY r.created_at DESC, r.id) AS turn
            FROM reports r JOIN reported_profiles p ON p.report_id = r.id
            WHERE r.reported_id = ${userId} AND r.handled_at IS NULL) measured) summed
        WHERE total <= ${EVIDENCE_BYTES}`.execute(on);
      const found = new Map<string, ProfileEvidence>();
      for (const { id, ...row } of rows) {
        const then = { ...NOTHING, ...open(row.sealed, texts(id)), ...open(row.picture, picture(id)) };
        if (then.name === now.username) then.name = null;
        if (then.bio === now.bio || then.bio === '') then.bio = null;
        if (then.age === now.age) delete then.age;
        if (Object.values(then).some((part) => part !== null)) found.set(id, then);
      }
      return found;
    },
  };
}
