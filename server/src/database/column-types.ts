import pg from 'pg';

type Parser = (value: string) => unknown;

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const TEXT_ARRAY = 1009;

// The declared types lack the arrays, which the parsers support.
const standard = pg.types.getTypeParser as (oid: number, format?: string) => Parser;
const texts = standard(TEXT_ARRAY) as (value: string) => (string | null)[];

const own: Record<number, Parser> = {
  [INT8]: Number,
  [INT8_ARRAY]: (value) => texts(value).map((item) => (item === null ? null : Number(item))),
  [DATE]: (value) => value,
  [DATE_ARRAY]: texts,
};

const parserOf = (oid: number, format?: string): Parser =>
  (format === 'binary' ? undefined : own[oid]) ?? standard(oid, format);

/**
 * Parses int8 as a number, `date` as its `YYYY-MM-DD` text (a day has no time zone), and timestamptz as a Date. Limited
 * to one pool, so that other users of `pg` see no change.
 */
export const columnTypes: pg.CustomTypesConfig = { getTypeParser: parserOf };
