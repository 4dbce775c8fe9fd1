import pg from 'pg';

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const TEXT_ARRAY = 1009;

const plain = (value: string) => value;
// The declared ids leave out the arrays, which the parsers know.
const texts = pg.types.getTypeParser(TEXT_ARRAY as number as typeof DATE) as (
  value: string,
) => (string | null)[];
const numbers = (value: string) => texts(value).map((item) => (item === null ? null : Number(item)));

/**
 * How values arrive: int8 as a number, `date` as its `YYYY-MM-DD` text (a day has no time zone),
 * timestamptz as a Date. Kept to one pool, so that other users of `pg` see no change.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (oid === INT8) return Number;
      if (oid === DATE) return plain;
      if (oid === INT8_ARRAY) return numbers;
      if (oid === DATE_ARRAY) return texts;
    }
    return pg.types.getTypeParser(oid, format as 'text');
  }) as typeof pg.types.getTypeParser,
};
