import { CALLS } from '@herenow/contract/calls';
import { dumpDatabase } from '@herenow/testing/dump';
import { HARD } from '@herenow/testing/effort';
import { eventually } from '@herenow/testing/eventually';
import { sharedApp } from '@herenow/testing/shared-app';
import { expect, test } from 'vitest';
import { askAs } from './authorisation-asking.ts';
import { castPeople, TOKEN_SECRET, type Role } from './authorisation-cast.ts';
import { DESK_ROWS } from './authorisation-desk-rows.ts';
import { FACE_ROWS } from './authorisation-face-rows.ts';
import { OTHER_ROWS } from './authorisation-other-rows.ts';
import { OWN_ROWS } from './authorisation-own-rows.ts';
import { plain, RED } from './photos-pictures.ts';
import { whileLocked } from './while-locked.ts';

const ROWS = [...OWN_ROWS, ...OTHER_ROWS, ...DESK_ROWS, ...FACE_ROWS].map((row, index) => ({
  row,
  index,
  name: `${CALLS.find(({ call }) => call === row.call)!.name}: ${row.about}`,
}));
const ASKERS: readonly Role[] = HARD ? ['owner', 'partner', 'pending', 'stranger'] : ['owner'];
const LOCK = 'SELECT FROM users WHERE id = $1 FOR UPDATE';
/** What this statement alone does not remove, or adds: jobs from before, and the log of protections. */
const OF_THE_DELETION = /^(?:pgboss\.|public\.protections )/;
const DELETE = 'DELETE FROM users WHERE id = $1';

const app = sharedApp({ tokenSecret: TOKEN_SECRET });
const picture = await plain(RED, 30, 40).jpeg().toBuffer();

let waits = 0;
test.each(ROWS)('an account that is deleted during $name makes no fault', async ({ row, index }) => {
  for (const role of ASKERS) {
    const cast = await castPeople(app, index % 80);
    const { id } = cast.ada;
    await row.arrange?.(app, cast);
    const { answer, waited } = await whileLocked(app, { lock: LOCK, change: DELETE, values: [id] }, () =>
      askAs(app, row, cast, cast.actors[role], picture),
    );
    expect(answer.status, `${role}: ${answer.text}`).toBeLessThan(500);
    if (!waited) continue;
    waits += 1;
    // Events from before leave the outbox by themselves.
    await eventually(async () => {
      const rows = (await dumpDatabase(app.pool)).filter((line) => line.includes(id));
      expect(rows.filter((line) => !OF_THE_DELETION.test(line))).toEqual([]);
    });
  }
});

test('calls did wait for the account', () => {
  expect(waits).toBeGreaterThan(30);
});
