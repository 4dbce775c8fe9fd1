import type { Generated } from 'kysely';
import type { NullableTimestamp, Timestamp } from './tables.ts';

export interface PresencesTable {
  user_id: string;
  status: 'online' | 'incognito';
  online_until: NullableTimestamp;
  started_at: Timestamp;
  /** Since when others see them without a break. */
  visible_since: NullableTimestamp;
  /** Cube text `(x, y, z)` on the unit sphere. */
  pos: string;
  /** H3 cell, resolution 8; of the person's record where none is given. */
  cell: Generated<string>;
  /** The signed-in device whose place is shown. */
  session_id: string | null;
  /** Where that device has moved to, shown from `moves_at` on. */
  next_cell: string | null;
  moves_at: NullableTimestamp;
  date_of_birth: string;
  gender: string;
  tags: string[];
  /** Stands for the present state of what feeds show of the person beside this; kept by triggers. */
  card: Generated<number>;
  /** Set by triggers. */
  verified: Generated<boolean>;
}

/** A cell in which somebody is visible, or was until a sweep; written by a trigger of `presences`. */
export interface OccupiedCellsTable {
  cell: string;
  pos: string;
}

/** The place from which a signed-in device looks. */
export interface ViewpointsTable {
  session_id: string;
  cell: string;
  next_cell: string | null;
  next_since: NullableTimestamp;
}

/** How far the devices of an account may move. */
export interface MovementsTable {
  user_id: string;
  km_left: number;
  counted_at: Timestamp;
  regions: string[];
  regions_since: Timestamp;
}

/** People whom an account was shown in its running day. */
export interface HandoutsTable {
  viewer_id: string;
  id: Generated<number>;
  day_since: Timestamp;
  home: string;
  handed_at: Timestamp;
  near: number[];
  far: number[];
}

/** A neighbourhood and distance of which somebody wants to hear. */
export interface AlertAreasTable {
  area: string;
  km: number;
  least: number;
  looks_at: Timestamp;
}

export interface AlertsTable {
  user_id: string;
  area: string;
  km: number;
  since: Timestamp;
  until: Timestamp;
  told_at: NullableTimestamp;
}
