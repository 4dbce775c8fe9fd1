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
  /** What a copy with this in it leaves out, and why; for a table that no copy includes, only why. */
  without?: string;
}

export const PROTECTS_OTHERS = 'to protect others';
export const NOBODY = 'since it is about nobody';
/** Makes descriptions of tables that no copy includes. */
const leftOut =
  (without: string, otherwise: Holding['until'] = 'time') =>
  (what: string, kept: string, until = otherwise): Holding => ({ what, kept, until, copy: [], without });

/** A table whose rows are gone before anyone could read them. */
export const passing = leftOut('since it is gone within moments');
/** A table that protects others from its person. */
export const protecting = leftOut(PROTECTS_OTHERS);
/** A table about nobody. */
export const ofNobody = leftOut(NOBODY, 'ever');
