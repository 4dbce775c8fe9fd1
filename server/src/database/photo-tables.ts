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
  /** Selfies by which a user proves that the photos show them, and the decision. */
  face_checks: {
    user_id: string;
    /** In the order in which they were drawn, the last one at `drawn_at`. */
    poses: string[];
    drawn_at: Timestamp;
    /** Encrypted; empty after the decision. */
    selfies: Generated<string[]>;
    sent_at: NullableTimestamp;
    decided_at: NullableTimestamp;
    /** Null with `decided_at`: no operator looked in time. */
    why: string | null;
    held_by: string | null;
    /** Since when, less the time in which the operator had left it. */
    held_since: Generated<Date>;
    held_until: NullableTimestamp;
  };
  /** What photos that operators removed, and that nobody may show, looked like. */
  removed_pictures: {
    /** 128 bits as text. */
    likeness: string;
    /** The decision that removed it, for as long as an appeal can reverse it. */
    entry_id: string | null;
    forget_at: Timestamp;
  };
  /** The same of photos that only those may not show, by their mailbox, from whom they were removed. */
  barred_pictures: {
    likeness: string;
    entry_id: string | null;
    forget_at: Timestamp;
    mailbox: string;
  };
  /** What names and bios said that only those may not show, by their mailbox, from whom they were removed. */
  barred_texts: {
    hash: string;
    entry_id: string | null;
    forget_at: Timestamp;
    mailbox: string;
  };
  /** What operators removed, encrypted, for those who decide an appeal against it. */
  removed_evidence: {
    entry_id: string;
    user_id: string;
    sealed: string;
    created_at: Timestamp;
  };
  photo_removals: {
    key: string;
    due_at: Timestamp;
  };
}
