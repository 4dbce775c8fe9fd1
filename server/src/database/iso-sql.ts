/** Returns SQL for the text of a moment, as JSON carries it. */
export const isoSql = (moment: string): string =>
  `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
