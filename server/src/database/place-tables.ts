import type { Generated } from 'kysely';
import type { NullableTimestamp, Timestamp } from './tables.ts';

export interface PlaceTables {
  presences: {
    user_id: string;
    status: 'online' | 'incognito';
    online_until: NullableTimestamp;
    started_at: Timestamp;
    /** Since when other users see them without interruption. */
    visible_since: NullableTimestamp;
    /** Cube text `(x, y, z)` on the unit sphere. */
    pos: string;
    /** H3 cell, resolution 8; defaults to that of the user’s record. */
    cell: Generated<string>;
    /** The session of the device whose place is shown. */
    session_id: string | null;
    /** The cell to which that device has moved, shown from `moves_at` on. */
    next_cell: string | null;
    moves_at: NullableTimestamp;
    date_of_birth: string;
    gender: string;
    tags: string[];
    /** Identifies the current version of the user’s card, which feeds show besides this row; maintained by triggers. */
    card: Generated<number>;
    /** Maintained by triggers. */
    verified: Generated<boolean>;
  };
  /** A cell in which a user is visible, or was until the last sweep; written by a trigger on `presences`. */
  occupied_cells: {
    cell: string;
    pos: string;
  };
  /** The place from which a signed-in device looks. */
  viewpoints: {
    session_id: string;
    cell: string;
    next_cell: string | null;
    next_since: NullableTimestamp;
  };
  /** The people whom an account was shown in its current day. */
  handouts: {
    viewer_id: string;
    id: Generated<number>;
    day_since: Timestamp;
    home: string;
    handed_at: Timestamp;
    near: number[];
    far: number[];
  };
}
