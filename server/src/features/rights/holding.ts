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
const NOT_WORTH = 'since it is gone within moments';
/** A table that no copy includes, since its rows are gone before anyone could read them. */
export const passing = (what: string, kept: string): Holding => ({
  what,
  kept,
  until: 'time',
  copy: [],
  without: NOT_WORTH,
});
/** A table that protects others from its person, and that no copy includes. */
export const protecting = (what: string, kept: string): Holding => ({
  what,
  kept,
  until: 'time',
  copy: [],
  without: PROTECTS_OTHERS,
});
/** A table about nobody. */
export const ofNobody = (what: string, kept: string, until: Holding['until'] = 'ever'): Holding => ({
  what,
  kept,
  until,
  copy: [],
  without: NOBODY,
});
