/** What a table holds about people, for how long, and where it appears in the copy of a user’s data. */
export interface Holding {
  what: string;
  /** How long, as a phrase. */
  kept: string;
  /**
   * What ends it: `time` alone, whether or not the account is deleted; the `account`; or nothing (`ever`), since it
   * names nobody.
   */
  until: 'time' | 'account' | 'ever';
  /** The files of a copy that contain it. */
  copy: readonly string[];
  /** Why a copy leaves it out, wholly or in part. */
  without?: string;
}
