import type { Generated } from 'kysely';
import type { NullableTimestamp, Timestamp } from './tables.ts';

export interface PhotosTable {
  id: string;
  user_id: string;
  key: string;
  thumbhash: string;
  position: number | null;
  /** Null while the profile holds it. */
  unheld_since: NullableTimestamp;
  created_at: Timestamp;
}

/** Selfies of somebody who shows that the photos are theirs, and what became of them. */
export interface FaceChecksTable {
  user_id: string;
  /** In the order in which they were drawn, the last one at `drawn_at`. */
  poses: string[];
  drawn_at: Timestamp;
  /** Encrypted; none once it is decided. */
  selfies: Generated<string[]>;
  sent_at: NullableTimestamp;
  decided_at: NullableTimestamp;
  /** Null with `decided_at`: nobody looked in time. */
  why: string | null;
  held_by: string | null;
  held_until: NullableTimestamp;
}

/** What photos looked like that operators removed. */
export interface RemovedPicturesTable {
  /** 128 bits as text. */
  likeness: string;
  /** The decision that removed it, as long as an appeal can take that back. */
  entry_id: string | null;
  forget_at: Timestamp;
}

export interface PhotoRemovalsTable {
  key: string;
  due_at: Timestamp;
}
