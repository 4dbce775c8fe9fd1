import type { Generated } from 'kysely';
import type { NullableTimestamp, Timestamp } from './tables.ts';

export interface PhotoTables {
  photos: {
    id: string;
    user_id: string;
    key: string;
    thumbhash: string;
    position: number | null;
    /** Null while the profile holds it. */
    unheld_since: NullableTimestamp;
    created_at: Timestamp;
  };
  /** Selfies that prove that the photos show the user, and the decision. */
  face_checks: {
    user_id: string;
    /** In the order of their drawing, the last one at `drawn_at`. */
    poses: string[];
    drawn_at: Timestamp;
    /** Encrypted; empty after the decision. */
    selfies: Generated<string[]>;
    sent_at: NullableTimestamp;
    decided_at: NullableTimestamp;
    /** Null with `decided_at` set: no operator looked in time. */
    why: string | null;
    held_by: string | null;
    /** Since when, without the time in which the operator had left it. */
    held_since: Generated<Date>;
    held_until: NullableTimestamp;
  };
  /** The appearance of removed photos that nobody may show. */
  removed_pictures: {
    /** 128 bits as text. */
    likeness: string;
    /** The decision that removed it, for as long as an appeal can reverse it. */
    entry_id: string | null;
    forget_at: Timestamp;
  };
  photo_removals: {
    key: string;
    due_at: Timestamp;
  };
}
