import { expect, test } from 'vitest';
import type { LogRow } from './log-store.ts';
import { logAsCsv } from './views.ts';

const at = new Date('2026-01-31T20:05:00Z');

/** Returns the cell of the file that holds a note. */
function cellOf(note: string): string {
  const row: LogRow = {
    id: '01890a5d-ac96-774b-bcce-b302099a8057',
    userId: '01890a5d-ac96-774b-bcce-b302099a8058',
    operatorId: null,
    formerOperator: null,
    action: 'warn',
    days: null,
    reasons: [],
    why: '',
    note,
    texts: null,
    createdAt: at,
  };
  const text = new TextDecoder().decode(logAsCsv([row], at).bytes);
  return text.split('"warn","","","","')[1]!.split('","01890a5d')[0]!;
}

test.each(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', ' =', '\u3000＝'])(
  'a note that begins with %j is text in a spreadsheet and no formula',
  (sign) => {
    expect(cellOf(`${sign}1+1`)).toBe(`'${sign}1+1`);
  },
);

test('a note that only contains such a sign is told as it is', () => {
  expect(cellOf('1+1 = 2')).toBe('1+1 = 2');
  expect(cellOf('said "no" @ two')).toBe('said ""no"" @ two');
});
