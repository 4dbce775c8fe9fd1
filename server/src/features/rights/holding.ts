/** What one table holds about people, how long, and where it stands in a copy of one's data. */
export interface Holding {
  what: string;
  /** How long, in words. */
  kept: string;
  /** What ends it: time alone, whether or not the account goes; the account; or nothing, since it names nobody. */
  until: 'time' | 'account' | 'ever';
  /** The files of a copy that have it. */
  copy: readonly string[];
  /** Why a copy is without it, or without a part of it. */
  without?: string;
}
